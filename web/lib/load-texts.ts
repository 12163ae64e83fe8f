import type { Catalog, Language } from '../../src/texts/message.ts';
import { loadWithRetries } from './lazy-screen.ts';
import { findTextFiles, LANGUAGE_KEY } from './text-files.ts';
import { readTexts, showTexts } from './texts.ts';
import { showToast } from './toasts.ts';

type LoadedCatalogs = Record<string, Catalog>;

const requests = new Map<Language, Promise<LoadedCatalogs>>();

/** The languages that the dashboard has texts in; English first. */
export function listDashboardLanguages(): Language[] {
  return [...findTextFiles(document).keys()];
}

/** The name of a language in that language, as the menu shows it: Deutsch, Français. */
export function nameOfLanguage(tag: Language): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

async function requestTexts(tag: Language): Promise<LoadedCatalogs> {
  const response = await fetch(findTextFiles(document).get(tag) ?? '');
  if (!response.ok) throw new Error(`texts of ${tag}: status ${response.status}`);
  return response.json();
}

/** Each language is requested once; a request that failed can be repeated. */
function fetchTexts(tag: Language): Promise<LoadedCatalogs> {
  let request = requests.get(tag);
  if (!request) {
    request = requestTexts(tag);
    requests.set(tag, request);
    request.catch(() => requests.delete(tag));
  }
  return request;
}

/** Loads the texts of the language that `boot.ts` has picked. Nothing can be shown before. */
export async function startTexts(): Promise<void> {
  const tag = document.documentElement.lang;
  showTexts(tag, await loadWithRetries(() => fetchTexts(tag)));
}

/** Loads the other languages while the browser is idle, so that the language can be switched without a connection. */
export function prefetchLanguages(): void {
  const run = () => {
    for (const tag of listDashboardLanguages()) fetchTexts(tag).catch(() => {});
  };
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 10_000 });
  else setTimeout(run, 5_000);
}

let wanted: Language | undefined;

async function switchTo(tag: Language): Promise<void> {
  wanted = tag;
  const catalogs = await fetchTexts(tag);
  // Another language was chosen meanwhile.
  if (wanted !== tag) return;
  try {
    localStorage.setItem(LANGUAGE_KEY, tag);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
  showTexts(tag, catalogs);
}

/** Shows every screen in this language, now and at the next visit; a language that cannot be loaded changes nothing. */
export function changeLanguage(tag: Language): void {
  switchTo(tag).catch(() => showToast(readTexts('errors').languageFailed, { kind: 'failed' }));
}
