import type { Catalogs } from './catalogs.ts';
import { openLocales } from './locales.ts';
import { bindCatalog, type Language, SOURCE_LANGUAGE } from './message.ts';

const locales = openLocales();
const bound = new Map<string, unknown>();

/** The available languages; English first. */
export const languages: readonly Language[] = [...locales.keys()];

/** The texts of one catalog in a language; in English if the language is not available. */
export function getTexts<Name extends keyof Catalogs>(name: Name, language: Language): Catalogs[Name] {
  const key = `${language}/${name}`;
  let texts = bound.get(key);
  if (texts === undefined) {
    const known = locales.has(language) ? language : SOURCE_LANGUAGE;
    texts = bindCatalog(locales.get(known)?.[name] ?? {}, { language: known, locale: known });
    // Only known languages are kept, so that the map cannot grow.
    if (known === language) bound.set(key, texts);
  }
  return texts as Catalogs[Name];
}
