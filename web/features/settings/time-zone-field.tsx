import { useMemo } from 'react';
import { describeError } from '../../lib/error-words.ts';
import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { browserZone } from '../../lib/time-zone.ts';
import { showToast } from '../../lib/toasts.ts';
import { SelectField } from '../../ui/field.tsx';

/** The time zone of the account; it is saved when it is chosen. */
export function TimeZoneField({ zone }: { zone: string }) {
  const t = useTexts('settings');
  const update = useSend('PUT /api/account/preferences', { refreshes: ['GET /api/account', 'GET /api/session'] });
  const names = useMemo(
    () => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].filter(Boolean),
    [zone],
  );
  return (
    <SelectField
      name="timezone"
      label={t.timeZone}
      hint={t.timeZoneHint}
      error={update.error ? describeError(update.error) : undefined}
      value={update.isPending ? update.variables.body.timezone : zone}
      onChange={(timezone) =>
        update.mutate({ body: { timezone } }, { onSuccess: () => void showToast(t.timeZoneSaved) })
      }
      options={[
        { value: '', label: t.browserZone({ zone: browserZone }) },
        ...names.sort().map((value) => ({ value, label: value.replaceAll('_', ' ') })),
      ]}
    />
  );
}
