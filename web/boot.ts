import { findTextFiles, LANGUAGE_KEY, pickLanguage } from './lib/text-files.ts';

// Runs before the first paint, so that nobody who chose a theme sees a flash of the other one, and starts the load of
// the reader's texts beside that of the script. It is a bundle of its own: a script that blocks cannot import.

function readChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // A browser that keeps nothing shows the theme of the system and its own language.
    return null;
  }
}

const root = document.documentElement;
const theme = readChoice('signpost.theme');
if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;

const files = findTextFiles(document);
const language = pickLanguage([...files.keys()], readChoice(LANGUAGE_KEY), navigator.languages ?? []);
const link = document.createElement('link');
Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: files.get(language) ?? '' });
document.head.append(link);
root.lang = language;
