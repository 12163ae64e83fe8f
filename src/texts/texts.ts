import type { Catalogues } from './catalogues.ts';
import { openLocales } from './locales.ts';
import { bindCatalogue, type Language, SOURCE_LANGUAGE } from './message.ts';

const locales = openLocales();
const bound = new Map<string, unknown>();

/** The languages that there are texts in; English first. */
export const languages: readonly Language[] = [...locales.keys()];

/** The texts of one catalogue in a language, in English where there is no such language. */
export function getTexts<Name extends keyof Catalogues>(name: Name, language: Language): Catalogues[Name] {
  const key = `${language}/${name}`;
  let texts = bound.get(key);
  if (texts === undefined) {
    const known = locales.has(language) ? language : SOURCE_LANGUAGE;
    texts = bindCatalogue(locales.get(known)?.[name] ?? {}, { language: known, locale: known });
    // Only known languages are kept, so that the map cannot grow.
    if (known === language) bound.set(key, texts);
  }
  return texts as Catalogues[Name];
}
