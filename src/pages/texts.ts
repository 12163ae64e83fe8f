import { chooseLanguage, preferredLanguages } from '../agent/language.ts';
import type { Catalogs } from '../texts/catalogs.ts';
import type { Language } from '../texts/message.ts';
import { getTexts, languages } from '../texts/texts.ts';

const OFFERED = languages.map((language) => language.toLowerCase());

/** The texts of the public pages in a language. */
export function textsOf(language: Language): Catalogs['public-pages'] {
  return getTexts('public-pages', language);
}

/** The available language that a visitor prefers, otherwise English. */
export function choosePageLanguage(acceptLanguage: string | null): Language {
  return languages[chooseLanguage(preferredLanguages(acceptLanguage), OFFERED)] ?? 'en';
}

/** The language of the page that a request gets. */
export function languageOf({ headers }: Pick<Request, 'headers'>): Language {
  return choosePageLanguage(headers.get('Accept-Language'));
}

/** The text that asks to try again after a wait, in seconds or minutes. */
export function describeWait(language: Language, seconds: number): string {
  const { tooMany } = textsOf(language);
  return seconds < 120 ? tooMany.seconds({ count: seconds }) : tooMany.minutes({ count: Math.ceil(seconds / 60) });
}
