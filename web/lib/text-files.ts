import { chooseLanguage } from '../../src/agent/language.ts';

/** The name in the browser's storage under which the chosen language is kept. */
export const LANGUAGE_KEY = 'signpost.language';

/** The URL of each language's texts, in the order of the menu. The bundler writes them into the page. */
export function findTextFiles(page: ParentNode): Map<string, string> {
  const found = Array.from(page.querySelectorAll<HTMLMetaElement>('meta[name="texts"]'));
  return new Map(found.map(({ dataset, content }) => [dataset.language ?? '', content]));
}

/** The stored language, otherwise the first language of the browser that exists, otherwise English. */
export function pickLanguage(languages: string[], chosen: string | null, preferred: readonly string[]): string {
  if (chosen !== null && languages.includes(chosen)) return chosen;
  const preferredTags = preferred.map((tag) => tag.toLowerCase());
  const availableTags = languages.map((tag) => tag.toLowerCase());
  return languages[chooseLanguage(preferredTags, availableTags)] ?? 'en';
}
