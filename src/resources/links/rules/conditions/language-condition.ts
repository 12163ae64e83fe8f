import { formatLanguage, parseLanguage, regionalLanguageOf } from '../../../../agent/language.ts';
import { defineCondition, requiredValues } from './condition-kind.ts';

function parse(text: string): string | undefined {
  const language = parseLanguage(text);
  return language && formatLanguage(language);
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
        const [code, region] = regionalLanguageOf(visitor.language());
        return languages.has(code) || (region !== '' && languages.has(`${code}-${region}`));
      },
      see: (visitor) => formatLanguage(visitor.language()),
    };
  },
});
