import { useTexts } from '../../lib/texts.ts';
import type { FormState } from '../../lib/use-form.ts';
import { PasswordField, SelectField, SwitchField, TextAreaField, TextField } from '../../ui/field.tsx';
import { canChoose, type DataField, FIELDS, partOf, QR_FORM_TYPES, type QrFormType, type QrValues } from './qr-form.ts';

const REQUIRED: Partial<Record<QrFormType, DataField>> = { email: 'email', sms: 'phone', wifi: 'ssid' };
const KEYBOARDS: Partial<Record<DataField, 'tel' | 'email' | 'url'>> = {
  phone: 'tel',
  cell: 'tel',
  fax: 'tel',
  email: 'email',
  site: 'url',
};

function DataInput({ form, part }: { form: FormState<QrValues>; part: DataField }) {
  const t = useTexts('qr');
  const { type, data } = form.values;
  const field = partOf(form, 'data', part);
  if (part === 'value') {
    if (type === 'text') return <TextAreaField {...field} label={t.values.text} rows={4} />;
    const isPhone = type === 'phone';
    return (
      <TextField
        {...field}
        label={isPhone ? t.values.phone : t.values.link}
        inputMode={isPhone ? 'tel' : 'url'}
        placeholder={isPhone ? '+49 30 123456' : 'https://'}
      />
    );
  }
  const label = t.fields[part];
  switch (part) {
    case 'encryption': {
      const options = Object.entries(t.encryptions).map(([value, word]) => ({ value, label: word }));
      return <SelectField {...field} label={label} options={options} />;
    }
    case 'hidden':
      return (
        <SwitchField
          {...field}
          label={label}
          value={field.value === 'true'}
          onChange={(isOn) => field.onChange(String(isOn))}
        />
      );
    case 'pass':
      return data.encryption === 'nopass' ? null : <PasswordField {...field} label={label} autoComplete="off" />;
    case 'body':
    case 'message':
      return <TextAreaField {...field} label={label} isOptional />;
    default:
      return (
        <TextField
          {...field}
          label={label}
          inputMode={KEYBOARDS[part]}
          autoComplete="off"
          isOptional={type !== 'vcard' && REQUIRED[type] !== part}
        />
      );
  }
}

/** The content type, and the fields of that type. */
export function QrContentFields({ form }: { form: FormState<QrValues> }) {
  const t = useTexts('qr');
  const { type } = form.values;
  const problem = FIELDS[type].length > 1 ? form.errorOf('data') : undefined;
  return (
    <>
      <SelectField
        {...form.field('type')}
        label={t.type}
        options={QR_FORM_TYPES.map((value) => ({ value, label: t.types[value] }))}
      />
      <div className={type === 'vcard' ? 'qr-pair' : 'stack'}>
        {FIELDS[type].map((part) => (
          <DataInput key={`${type} ${part}`} form={form} part={part} />
        ))}
      </div>
      {problem && <p className="problem">{problem}</p>}
      {canChoose(type) && <SwitchField {...form.field('dynamic')} label={t.dynamic} hint={t.dynamicHint} />}
    </>
  );
}
