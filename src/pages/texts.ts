import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

/** The languages that a visitor may be spoken to in. */
export type Language = 'en' | 'de';

interface Message {
  heading: string;
  text: string;
}

/** Every string of a link's public pages; a language that lacks one does not compile. */
export interface Texts {
  proceed: string;
  password: Message & { label: string; wrong: string; tooMany: string };
  splash: { title: string; leads: string; automatic(seconds: number): string; stay: string };
  frame: { open: string; content(host: string): string };
  disabled: Message;
  expired: Message;
  notFound: Message;
  tooMany: { heading: string; text(seconds: number): string };
  unavailable: Message & { again: string };
  preview: {
    title(name: string): string;
    leads: string;
    name: string;
    created: string;
    caution: string;
    unopened: string;
    protected: Message;
    gone: Message;
  };
}

const CATALOGUES: Record<Language, Texts> = { en, de };

/** The catalogue of a language. */
export function textsOf(language: Language): Texts {
  return CATALOGUES[language];
}

// A header is a stranger's; what stands behind this has no say.
const MAX_HEADER_CHARS = 512;

function qualityOf(parameters: string[]): number {
  const weight = parameters.map((part) => part.trim().toLowerCase()).find((part) => part.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return quality > 0 && quality <= 1 ? quality : 0;
}

function languageOf(range: string): Language | undefined {
  const [primary = ''] = range.trim().toLowerCase().split('-', 1);
  if (primary === '*') return 'en';
  return primary === 'en' || primary === 'de' ? primary : undefined;
}

/** The visitor's most wanted language of those we have; of equals the first, and English where there is none. */
export function chooseLanguage(acceptLanguage: string | null): Language {
  let chosen: Language = 'en';
  let best = 0;
  for (const entry of (acceptLanguage ?? '').slice(0, MAX_HEADER_CHARS).split(',')) {
    const [range = '', ...parameters] = entry.split(';');
    const language = languageOf(range);
    const quality = qualityOf(parameters);
    if (language === undefined || quality <= best) continue;
    chosen = language;
    best = quality;
  }
  return chosen;
}
