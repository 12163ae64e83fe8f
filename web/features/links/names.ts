import { parseLanguage } from '../../../src/agent/language.ts';
import type { Option } from '../../ui/select.tsx';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

const known = new Map<string, Map<string, string>>();

/** Asked once: there are hundreds of names. */
function namesOf(type: 'region' | 'language', locale: string): Map<string, string> {
  const key = `${type} ${locale}`;
  const names = known.get(key) ?? readNames(type, locale);
  known.set(key, names);
  return new Map(names);
}

/** Every pair of letters that the browser knows a name for; so no list of names has to be carried along. */
function readNames(type: 'region' | 'language', locale: string): Map<string, string> {
  const display = new Intl.DisplayNames(locale, { type, fallback: 'none' });
  const names = new Map<string, string>();
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = type === 'region' ? (first + second).toUpperCase() : first + second;
      // To ask for a name costs more than to know that there is none.
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

/** Languages by their names, with one that has a region where it is in use already. */
export function listLanguages(locale: string, inUse: string[]): Option<string>[] {
  const names = namesOf('language', locale);
  const display = new Intl.DisplayNames(locale, { type: 'language' });
  for (const tag of inUse) if (!names.has(tag)) names.set(tag, display.of(tag) ?? tag);
  const collator = new Intl.Collator(locale);
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((left, right) => collator.compare(left.label, right.label));
}
