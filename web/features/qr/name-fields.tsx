import { useDomainOptions } from '../../lib/domain-options.ts';
import { useList } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import type { FormState } from '../../lib/use-form.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { hasShortUrl, type QrValues } from './qr-form.ts';

/** The code's name, and its domain and channel if there are any. */
export function NameFields({ form }: { form: FormState<QrValues> }) {
  const t = useTexts('qr');
  const { rows: channels } = useList('GET /api/channels');
  const domains = useDomainOptions();
  const isOnDomain = form.values.domain !== '';
  const options = [
    { value: '', label: t.noChannel },
    ...channels.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <>
      <TextField {...form.field('name')} label={t.name} hint={t.nameHint} maxLength={255} isOptional />
      {hasShortUrl(form.values) && (domains.length > 1 || isOnDomain) && (
        <SelectField {...form.field('domain')} label={t.domain} hint={t.domainHint} options={domains} />
      )}
      {channels.length > 0 && <SelectField {...form.field('channel')} label={t.channel} options={options} isOptional />}
    </>
  );
}
