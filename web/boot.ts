import { SIGNED_IN_KEY } from './lib/signed-in.ts';
import { findTextFiles, LANGUAGE_KEY, pickLanguage } from './lib/text-files.ts';

// Runs before the first paint, so that a chosen theme appears without a flash of the other one and signed-in users see the outline
// of the frame at once, and requests the reader's texts in parallel with the script. It is a bundle of its own: a script that blocks the page cannot import.

function readChoice(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Without storage, theme and language follow the system.
    return null;
  }
}

const root = document.documentElement;
const theme = readChoice('signpost.theme');
if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;

// These screens have no frame.
const hasFrame = !/^\/app\/(shared|reset|invitation)(\/|$)/.test(location.pathname);
if (hasFrame && readChoice(SIGNED_IN_KEY) !== null) root.dataset.outline = '';

const files = findTextFiles(document);
const language = pickLanguage([...files.keys()], readChoice(LANGUAGE_KEY), navigator.languages ?? []);
const link = document.createElement('link');
Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: files.get(language) ?? '' });
document.head.append(link);
root.lang = language;
