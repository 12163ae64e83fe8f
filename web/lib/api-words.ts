import { language } from './texts.ts';

type Pattern = [english: RegExp, german: string];

function toPattern(english: string): RegExp {
  const escaped = english.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('#', '(\\d+)').replaceAll('…', '(.+)')}$`);
}

let patterns: Pattern[] | undefined;

/** The table comes when it is first needed, for most never need it; without it English is better than nothing. */
async function loadPatterns(): Promise<Pattern[]> {
  try {
    const { germanWords } = await import('./api-words.texts.ts');
    return Object.entries(germanWords).map(([english, german]) => [toPattern(english), german]);
  } catch {
    return [];
  }
}

/** "must be text." is the end of a sentence that begins with the field's name; alone it needs a capital. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What was said, cut into its sentences. */
export function sentencesOf(said: string): string[] {
  return said.replace(/\. (?=[A-Z\d])/g, '.\n').split('\n');
}

/** What is put into a sentence may be one that we know. */
function translate(sentence: string, known: Pattern[]): string | undefined {
  for (const [english, german] of known) {
    const found = english.exec(sentence);
    if (!found) continue;
    const values = found.slice(1).map((value) => translate(capitalize(value), known) ?? value);
    return german.replace(/[#…]/g, () => values.shift() ?? '');
  }
  return undefined;
}

/** What the API says in the reader's language, as far as we know it. */
export async function inReadersWords(said: string): Promise<string> {
  if (language.get() !== 'de') return said;
  if (!patterns?.length) patterns = await loadPatterns();
  const known = patterns;
  const [, field = '', rest = said] = /^([\w.[\]]+: )(.+)$/.exec(said) ?? [];
  const sentences = sentencesOf(field ? capitalize(rest) : rest);
  const words = sentences.map((sentence) => translate(sentence, known) ?? sentence);
  return field + words.join(' ');
}
