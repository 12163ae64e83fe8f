import { parseLanguage } from '../../src/agent/language.ts';
import { continentOf } from '../../src/geo/continents.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

const known = new Map<string, Map<string, string>>();

/** Computed once: there are hundreds of names. */
function namesOf(type: 'region' | 'language', locale: string): Map<string, string> {
  const key = `${type} ${locale}`;
  const names = known.get(key) ?? readNames(type, locale);
  known.set(key, names);
  return new Map(names);
}

/** Every two-letter code that the browser has a name for, so that no list of names is bundled. */
function readNames(type: 'region' | 'language', locale: string): Map<string, string> {
  const display = new Intl.DisplayNames(locale, { type, fallback: 'none' });
  const names = new Map<string, string>();
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = type === 'region' ? (first + second).toUpperCase() : first + second;
      // Skips codes that are not languages: this check is faster than looking up a name that does not exist.
      if (type === 'language' && !parseLanguage(code)) continue;
      const name = display.of(code);
      if (name) names.set(code, name);
    }
  }
  return names;
}

/** Names of countries in English, as the API reads them. */
export function listCountries(): string[] {
  return [...namesOf('region', 'en').values()].sort();
}

/** Languages by name for a select, including regional ones that are offered or already in use. */
export function listLanguages(locale: string, regional: string[]): { value: string; label: string }[] {
  const names = namesOf('language', locale);
  const display = new Intl.DisplayNames(locale, { type: 'language' });
  for (const tag of regional) if (!names.has(tag)) names.set(tag, display.of(tag) ?? tag);
  const collator = new Intl.Collator(locale);
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((left, right) => collator.compare(left.label, right.label));
}

const displays = new Map<string, Intl.DisplayNames>();

/** The name of a country or a language in the reader's language; the code itself if it has none. */
export function nameOfCode(type: 'region' | 'language', locale: string, code: string): string {
  const key = `${type} ${locale}`;
  const display = displays.get(key) ?? new Intl.DisplayNames(locale, { type });
  displays.set(key, display);
  try {
    return display.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Countries by name for a list of choices, in the reader's language. */
export function listCountryOptions(locale: string): { value: string; label: string }[] {
  const collator = new Intl.Collator(locale);
  return [...namesOf('region', locale)]
    .filter(([code]) => continentOf(code) !== undefined)
    .map(([value, label]) => ({ value, label }))
    .sort((left, right) => collator.compare(left.label, right.label));
}
