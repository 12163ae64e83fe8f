import { useTexts } from '../../../../lib/texts.ts';
import type { ConditionForm, ConditionInputProps } from './condition-form.ts';
import { ConditionValuesField } from './condition-values-field.tsx';
import { PlaceCountry } from './place-country.tsx';

function RegionInput(props: ConditionInputProps) {
  const t = useTexts('link-routing');
  return (
    <>
      <ConditionValuesField {...props} isFree placeholder={t.placeholders.region} hint={t.hints.region} />
      <PlaceCountry {...props} />
    </>
  );
}

export const regionForm: ConditionForm = { Input: RegionInput, start: () => ({ in: [] }) };
