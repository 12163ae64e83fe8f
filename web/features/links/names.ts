import type { Option } from '../../ui/select.tsx';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Every pair of letters that the browser knows a name for; so no list of names has to be carried along. */
function namesOf(type: 'region' | 'language', locale: string): Map<string, string> {
  const known = new Intl.DisplayNames(locale, { type, fallback: 'none' });
  const names = new Map<string, string>();
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const code = type === 'region' ? (first + second).toUpperCase() : first + second;
      const name = known.of(code);
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
  const known = new Intl.DisplayNames(locale, { type: 'language' });
  for (const tag of inUse) if (!names.has(tag)) names.set(tag, known.of(tag) ?? tag);
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((left, right) => left.label.localeCompare(right.label, locale));
}
