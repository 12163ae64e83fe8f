import { continents } from '../../../../../src/geo/continents.ts';
import { useTexts } from '../../../../lib/texts.ts';
import type { ConditionForm, ConditionInputProps } from './condition-form.ts';
import { ConditionValuesField } from './condition-values-field.tsx';

function ContinentInput(props: ConditionInputProps) {
  const t = useTexts('link-routing');
  const options = continents.map((value) => ({ value, label: t.continents[value] }));
  return <ConditionValuesField {...props} options={options} placeholder={t.placeholders.continent} />;
}

export const continentForm: ConditionForm = { Input: ContinentInput, start: () => ({ in: [] }) };
