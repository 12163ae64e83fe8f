import { useMemo } from 'react';
import { listLanguages } from '../../../../lib/code-names.ts';
import { useRuleWords } from '../rule-words.ts';
import type { ConditionForm, ConditionInputProps } from './condition-form.ts';
import { ConditionValuesField } from './condition-values-field.tsx';

/** Regional languages that are suggested; others can be typed as a code. */
const REGIONAL = [
  'de-AT',
  'de-CH',
  'en-GB',
  'en-US',
  'es-MX',
  'fr-BE',
  'fr-CA',
  'fr-CH',
  'pt-BR',
  'pt-PT',
  'zh-CN',
  'zh-TW',
];

function LanguageInput(props: ConditionInputProps) {
  const { t, locale } = useRuleWords();
  const options = useMemo(() => listLanguages(locale, REGIONAL), [locale]);
  const { placeholders, hints } = t;
  return (
    <ConditionValuesField
      {...props}
      options={options}
      isFree
      placeholder={placeholders.language}
      hint={hints.language}
    />
  );
}

export const languageConditionForm: ConditionForm = { Input: LanguageInput, start: () => ({ in: [] }) };
