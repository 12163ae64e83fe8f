import { chooseLanguage as chooseIndex, preferredLanguages } from '../agent/language.ts';
import type { Texts } from './texts/catalogue.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/** The languages that a visitor may be spoken to in. */
export type Language = 'en' | 'de';

const LANGUAGES: Language[] = ['en', 'de'];
const CATALOGUES: Record<Language, Texts> = { en, de };

/** The catalogue of a language. */
export function textsOf(language: Language): Texts {
  return CATALOGUES[language];
}

/** The language that a visitor would rather read, of those that we have; English where there is none. */
export function chooseLanguage(acceptLanguage: string | null): Language {
  return LANGUAGES[chooseIndex(preferredLanguages(acceptLanguage), LANGUAGES)] ?? 'en';
}

/** The language of the pages that answer a request. */
export function languageOf({ headers }: Pick<Request, 'headers'>): Language {
  return chooseLanguage(headers.get('Accept-Language'));
}
