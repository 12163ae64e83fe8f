import { useTexts } from '../../../../lib/texts.ts';
import type { ConditionForm, ConditionInputProps } from './condition-form.ts';
import { ConditionValuesField } from './condition-values-field.tsx';

function AddressInput(props: ConditionInputProps) {
  const t = useTexts('link-routing');
  return <ConditionValuesField {...props} isFree placeholder={t.placeholders.address} hint={t.hints.address} />;
}

export const addressForm: ConditionForm = { Input: AddressInput, start: () => ({ in: [] }) };
