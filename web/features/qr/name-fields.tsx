import { useList } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import type { FormState } from '../../lib/use-form.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { QrValues } from './qr-form.ts';

/** The code's name, and its channel if there are any. */
export function NameFields({ form }: { form: FormState<QrValues> }) {
  const t = useTexts('qr');
  const { rows: channels } = useList('GET /api/channels');
  const options = [
    { value: '', label: t.noChannel },
    ...channels.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <>
      <TextField {...form.field('name')} label={t.name} hint={t.nameHint} maxLength={255} isOptional />
      {channels.length > 0 && <SelectField {...form.field('channel')} label={t.channel} options={options} isOptional />}
    </>
  );
}
