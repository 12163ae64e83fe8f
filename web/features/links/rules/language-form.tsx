import { useMemo } from 'react';
import { language, localeOf, useTexts } from '../../../lib/texts.ts';
import { Select } from '../../../ui/select.tsx';
import { listLanguages } from '../names.ts';
import type { RuleForm, RuleInputProps } from './rule-form.ts';
import { findRepeated, linesOf } from './rule-lines.ts';

const SUGGESTED = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja'];

function LanguageInput({ value, onChange, inUse }: RuleInputProps) {
  const t = useTexts('link-form');
  const locale = localeOf(language.use());
  const tags = inUse.join();
  const options = useMemo(() => listLanguages(locale, tags.split(',').filter(Boolean)), [locale, tags]);
  return (
    <span className="input select">
      <Select aria-label={t.language} value={value} options={options} onChange={onChange} />
    </span>
  );
}

export const languageForm: RuleForm = {
  Input: LanguageInput,

  useWords() {
    const { readers, addLanguage } = useTexts('link-form');
    return { lead: readers, add: addLanguage };
  },

  useReason() {
    const { because } = useTexts('link-simulator');
    const locale = localeOf(language.use());
    return (text, values) => {
      const name = new Intl.DisplayNames(locale, { type: 'language' }).of(text) ?? text;
      const isAfterOthers = linesOf(values, 'location').length + linesOf(values, 'device').length > 0;
      return (isAfterOthers ? because.languagetargetAfterOthers : because.languagetarget)({ language: name });
    };
  },

  newText: (inUse) => SUGGESTED.find((tag) => !inUse.includes(tag)) ?? 'en',
  toText: (name) => name,
  findShadowed: findRepeated,
};
