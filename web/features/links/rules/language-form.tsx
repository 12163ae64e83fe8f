import { useMemo } from 'react';
import { listLanguages } from '../../../lib/code-names.ts';
import { language, localeOf, useTexts } from '../../../lib/texts.ts';
import { Select } from '../../../ui/select.tsx';
import type { RuleForm, RuleInputProps } from './rule-form.ts';
import { findRepeated, linesOf } from './rule-lines.ts';

const SUGGESTED = ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja'];

function LanguageInput({ value, onChange, inUse }: RuleInputProps) {
  const { language: t } = useTexts('link-rules');
  const locale = localeOf(language.use());
  const tags = inUse.join();
  const options = useMemo(() => listLanguages(locale, tags.split(',').filter(Boolean)), [locale, tags]);
  return (
    <span className="input select">
      <Select aria-label={t.field} value={value} options={options} onChange={onChange} />
    </span>
  );
}

function useLanguageName(): (text: string) => string {
  const locale = localeOf(language.use());
  return (text) => new Intl.DisplayNames(locale, { type: 'language' }).of(text) ?? text;
}

export const languageForm: RuleForm = {
  Input: LanguageInput,

  useName: useLanguageName,

  useReason() {
    const { language: t } = useTexts('link-rules');
    const nameOf = useLanguageName();
    return (text, values) => {
      const name = nameOf(text);
      const isAfterOthers = linesOf(values, 'location').length + linesOf(values, 'device').length > 0;
      return (isAfterOthers ? t.reasonAfterOthers : t.reason)({ language: name });
    };
  },

  newText: (inUse) => SUGGESTED.find((tag) => !inUse.includes(tag)) ?? 'en',
  toText: (name) => name,
  findShadowed: findRepeated,
};
