import type { Catalogs } from '../../src/texts/catalogs.ts';
import { bindCatalog, type Catalog, type Language } from '../../src/texts/message.ts';
import { externalValue } from './external-value.ts';

/** The texts of a screen: one file of `locales/`. */
export type TextsOf<Name extends keyof Catalogs> = Catalogs[Name];

/** All texts of the dashboard in one language. */
interface LoadedTexts {
  language: Language;
  catalogs: Record<string, Catalog>;
  /** The bound catalogs by name; each is bound when it is first read. */
  bound: Map<string, unknown>;
}

const loaded = externalValue<LoadedTexts>({ language: 'en', catalogs: {}, bound: new Map() });

/** Shows these texts on every screen; `load-texts.ts` loads them. */
export function showTexts(tag: Language, catalogs: Record<string, Catalog>): void {
  loaded.set({ language: tag, catalogs, bound: new Map() });
}

/** The locale of numbers and dates: the first one of the browser in the language of the texts, otherwise that language. */
export function localeOf(chosen: Language): string {
  const isOfLanguage = (tag: string) => tag === chosen || tag.startsWith(`${chosen}-`);
  return navigator.languages?.find(isOfLanguage) ?? chosen;
}

function textsOf<Name extends keyof Catalogs>({ language: tag, catalogs, bound }: LoadedTexts, name: Name) {
  let texts = bound.get(name);
  if (texts === undefined) {
    texts = bindCatalog(catalogs[name] ?? {}, { language: tag, locale: localeOf(tag) });
    bound.set(name, texts);
  }
  return texts as TextsOf<Name>;
}

/** The language that is shown. */
export const language = {
  get: (): Language => loaded.get().language,
  /** Reads the language and subscribes the component. */
  use: (): Language => loaded.use().language,
};

/** The texts of a catalog in the reader's language, for a component. */
export function useTexts<Name extends keyof Catalogs>(name: Name): TextsOf<Name> {
  return textsOf(loaded.use(), name);
}

/** The same, for code outside of components. */
export function readTexts<Name extends keyof Catalogs>(name: Name): TextsOf<Name> {
  return textsOf(loaded.get(), name);
}
