import { useMemo } from 'react';
import { listCountryOptions } from '../../../../lib/code-names.ts';
import { useRuleWords } from '../rule-words.ts';
import type { ConditionForm, ConditionInputProps } from './condition-form.ts';
import { ConditionValuesField } from './condition-values-field.tsx';

function CountryInput(props: ConditionInputProps) {
  const { t, locale } = useRuleWords();
  const options = useMemo(() => listCountryOptions(locale), [locale]);
  return <ConditionValuesField {...props} options={options} placeholder={t.placeholders.country} />;
}

export const countryForm: ConditionForm = { Input: CountryInput, start: () => ({ in: [] }) };
