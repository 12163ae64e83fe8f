import { useMemo } from 'react';
import { listCountryOptions } from '../../../../lib/code-names.ts';
import { SelectField } from '../../../../ui/field.tsx';
import { useRuleWords } from '../rule-words.ts';
import type { ConditionInputProps } from './condition-form.ts';

/** The country that regions or cities are in, because many names exist in several countries. */
export function PlaceCountry({ condition, path, onChange, errorOf }: ConditionInputProps) {
  const { t, locale } = useRuleWords();
  const options = useMemo(() => [{ value: '', label: t.anyCountry }, ...listCountryOptions(locale)], [t, locale]);
  const name = `${path}.country`;
  return (
    <SelectField
      label={t.country}
      name={name}
      value={condition.country ?? ''}
      onChange={(country) => onChange({ country })}
      error={errorOf(name)}
      options={options}
    />
  );
}
