import { parseLanguage } from '../../../agent/language.ts';
import { defineRuleKind } from './rule-kind.ts';

/** A language code, with a region or without one. */
interface LanguageCondition {
  language: string;
}

export const languageRule = defineRuleKind({
  kind: 'language',
  field: 'languagetarget',
  storedList: 'languages',
  route: 'language',
  maxLength: 20,
  problem: { code: 'not_a_language', params: { example: 'fr-CA' } },
  fieldDescription: 'Other destinations by language',
  viewDescription: 'Destinations by language code',

  parse(text: string): LanguageCondition | undefined {
    const language = parseLanguage(text);
    return language ? { language } : undefined;
  },

  readStored: ({ language }) => (language === undefined ? undefined : { language }),
  nameOf: ({ language }) => language,

  compile(rules) {
    const languages = rules.map(({ language }) => language);
    // The order of the visitor's languages decides, not the order of the list.
    return (visitor) => rules[visitor.prefers(languages)];
  },
});
