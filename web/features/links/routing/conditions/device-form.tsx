import { useRuleWords } from '../rule-words.ts';
import type { ConditionForm, ConditionInputProps } from './condition-form.ts';
import { ConditionValuesField } from './condition-values-field.tsx';

function DeviceInput(props: ConditionInputProps) {
  const { t, devices } = useRuleWords();
  const options = Object.entries(devices).map(([value, label]) => ({ value, label }));
  return <ConditionValuesField {...props} options={options} placeholder={t.placeholders.device} />;
}

export const deviceConditionForm: ConditionForm = { Input: DeviceInput, start: () => ({ in: [] }) };
