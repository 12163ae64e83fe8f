import { storedValue } from './external-value.ts';

/** The languages of the dashboard. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The same texts in every language; one that is missing does not compile. */
export type Texts<Catalogue> = Record<Language, Catalogue>;

function browserLanguage(): Language {
  for (const tag of navigator.languages ?? []) {
    const found = languages.find((language) => tag.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return 'en';
}

/** The language that was chosen, else the first of the browser's that we have. */
export const language = storedValue<Language>('language', browserLanguage(), languages);

/** Declares the texts of a feature: English first, whose shape the others must have. */
export function defineTexts<Catalogue>(en: Catalogue, others: Record<Exclude<Language, 'en'>, NoInfer<Catalogue>>) {
  return { en, ...others } as Texts<Catalogue>;
}

/** The texts in the language of the reader. */
export function useTexts<Catalogue>(texts: Texts<Catalogue>): Catalogue {
  return texts[language.use()];
}

/** The locale that numbers and dates are written in: the reader's own, where it is of the language that they read. */
export function localeOf(chosen: Language): string {
  return navigator.languages.find((tag) => tag.toLowerCase().startsWith(chosen)) ?? chosen;
}
