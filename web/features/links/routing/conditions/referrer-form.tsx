import { useTexts } from '../../../../lib/texts.ts';
import type { ConditionForm, ConditionInputProps } from './condition-form.ts';
import { ConditionValuesField } from './condition-values-field.tsx';

const SUGGESTED = ['google.com', 'facebook.com', 'instagram.com', 'linkedin.com', 't.co', 'tiktok.com', 'youtube.com'];

function ReferrerInput(props: ConditionInputProps) {
  const t = useTexts('link-routing');
  const options = [{ value: 'direct', label: t.direct }, ...SUGGESTED.map((host) => ({ value: host, label: host }))];
  const { placeholders, hints } = t;
  return (
    <ConditionValuesField
      {...props}
      options={options}
      isFree
      placeholder={placeholders.referrer}
      hint={hints.referrer}
    />
  );
}

export const referrerForm: ConditionForm = { Input: ReferrerInput, start: () => ({ in: [] }) };
