import { useMemo } from 'react';
import { language, localeOf, useTexts } from '../../lib/texts.ts';
import { DIRECT_REFERRER, networkName, referrerName } from './networks.ts';

/** The dimensions of statistics. */
export const chartDimensions = [
  'country',
  'city',
  'source',
  'referrer',
  'social',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'browser',
  'os',
  'device',
  'language',
  'route',
  'bot',
] as const;
export type ChartDimension = (typeof chartDimensions)[number];

/** The API's name for all values that are counted together because there are too many. */
export const OTHER_VALUES = 'Other';

/** The API's name for the source of scans. */
const QR_SOURCE = 'QR code';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Codes by the English names that the browser knows; a name that it does not know stays as the API wrote it. */
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

/** Translates a value of the API. */
export type WordFor = (dimension: ChartDimension, word: string) => string;

/** The reader's words for the API's English values. */
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
      if (word === OTHER_VALUES) return t.other;
      if (dimension === 'device') return t.devices[word as keyof typeof t.devices] ?? word;
      if (dimension === 'social') return networkName(word);
      if (dimension === 'referrer') return word === DIRECT_REFERRER ? t.direct : referrerName(word);
      if (dimension === 'route') return t.routes[word as keyof typeof t.routes] ?? word.replace(/^rule:/, '');
      if (dimension === 'source') return word === QR_SOURCE ? t.qrSource : word;
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
