import { useTexts } from '../../../../lib/texts.ts';
import type { ConditionForm, ConditionInputProps } from './condition-form.ts';
import { ConditionValuesField } from './condition-values-field.tsx';
import { PlaceCountry } from './place-country.tsx';

function CityInput(props: ConditionInputProps) {
  const t = useTexts('link-routing');
  return (
    <>
      <ConditionValuesField {...props} isFree placeholder={t.placeholders.city} hint={t.hints.city} />
      <PlaceCountry {...props} />
    </>
  );
}

export const cityForm: ConditionForm = { Input: CityInput, start: () => ({ in: [] }) };
