import { nameLanguage, parseLanguage } from '../../../../agent/language.ts';
import { defineCondition, requiredValues } from './condition-kind.ts';

function parse(text: string): string | undefined {
  const language = parseLanguage(text);
  return language && nameLanguage(language).regional;
}

export const languageCondition = defineCondition({
  type: 'language',
  description: 'The first of the languages that the visitor accepts',
  fields: {
    in: requiredValues({
      maxLength: 20,
      parse,
      problem: { code: 'not_a_language', params: { example: 'fr-CA' } },
      description: 'Language codes; de also matches de-AT, pt-BR only itself',
    }),
  },
  compile(values) {
    const languages = new Set(values.in);
    return {
      matches(visitor) {
        const { language, regional } = nameLanguage(visitor.language());
        return languages.has(language) || languages.has(regional);
      },
      see: (visitor) => nameLanguage(visitor.language()).regional,
    };
  },
});
