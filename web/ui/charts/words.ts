import { useMemo } from 'react';
import { language, localeOf, useTexts } from '../../lib/texts.ts';

/** What visits are told apart by. */
export const dimensions = ['country', 'city', 'referrer', 'browser', 'os', 'device', 'language', 'bot'] as const;
export type Dimension = (typeof dimensions)[number];

/** How the API calls what it could not tell apart. */
export const OTHER = 'Other';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Codes by the English names that the browser knows for them; where the API has another name, that name stays. */
function codesOf(type: 'region' | 'language'): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' });
  const codes = new Map<string, string>();
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = type === 'region' ? (first + second).toUpperCase() : first + second;
      const name = names.of(code);
      if (name && !codes.has(name)) codes.set(name, code);
    }
  }
  return codes;
}

/** Writes a word of the API in the reader's language. */
export type WordFor = (dimension: Dimension, word: string) => string;

/** The reader's words for what the API says in English. */
export function useWords(): WordFor {
  const chosen = language.use();
  const t = useTexts('charts');
  return useMemo(() => {
    const locale = localeOf(chosen);
    const isEnglish = chosen === 'en';
    const [regions, languages] = isEnglish ? [] : [codesOf('region'), codesOf('language')];
    const regionNames = new Intl.DisplayNames(locale, { type: 'region' });
    const languageNames = new Intl.DisplayNames(locale, { type: 'language' });
    const countryName = (word: string) => {
      const code = regions?.get(word);
      return code ? (regionNames.of(code) ?? word) : word;
    };
    return (dimension, word) => {
      if (word === OTHER) return t.other;
      if (dimension === 'device') return t.devices[word as keyof typeof t.devices] ?? word;
      if (dimension === 'bot') return t.kinds[word as keyof typeof t.kinds] ?? word;
      if (isEnglish) return word;
      if (dimension === 'country') return countryName(word);
      // "Amsterdam, Netherlands": the country comes last.
      if (dimension === 'city') return word.replace(/[^,]+$/, (last) => ` ${countryName(last.trim())}`);
      const code = dimension === 'language' ? languages?.get(word) : undefined;
      return code ? (languageNames.of(code) ?? word) : word;
    };
  }, [chosen, t]);
}
