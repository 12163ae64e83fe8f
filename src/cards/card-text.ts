import { findUndrawableCharacters, type LineStyle, lineWidth, normalizeCaption } from '../qr/caption.ts';

/** Text broken into lines, and the font size at which they fit. */
export interface FittedText {
  lines: string[];
  fontSize: number;
}

const ELLIPSIS = '…';

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** Removes characters that are not in our typeface; undefined if too little would remain to be understood. */
export function drawableText(text: string): string | undefined {
  const tidy = normalizeCaption(text);
  const missing = new Set(findUndrawableCharacters(tidy));
  const drawable = [...tidy]
    .filter((char) => !missing.has(char))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
  const kept = countLetters(drawable);
  return kept > 0 && kept * 2 >= countLetters(tidy) ? drawable : undefined;
}

/** How many characters of a text fit, at least one. */
function fittingPart(text: string, ems: number, style: LineStyle): string {
  const chars = [...text];
  let count = chars.length;
  while (count > 1 && lineWidth(chars.slice(0, count).join(''), style) > ems) count -= 1;
  return chars.slice(0, count).join('');
}

/** The part of a long word that goes on this line; a URL is broken after punctuation where possible. */
function lineOfWord(word: string, ems: number, style: LineStyle): string {
  const part = fittingPart(word, ems, style);
  if (part.length === word.length) return part;
  const [behindSign] = /^.*[/.?&=_-]/u.exec(part) ?? [''];
  return behindSign.length * 2 > part.length ? behindSign : part;
}

/** Breaks the text into lines of at most this many ems; a word longer than a line is cut. */
function wrap(text: string, ems: number, style: LineStyle): string[] {
  const lines: string[] = [];
  let line = '';
  for (let [word, ...rest] = text.split(' '); word !== undefined; [word, ...rest] = rest) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (lineWidth(longer, style) <= ems) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = lineOfWord(word, ems, style);
    if (line.length < word.length) rest.unshift(word.slice(line.length));
  }
  return line === '' ? lines : [...lines, line];
}

function cutLine(line: string, ems: number, style: LineStyle): string {
  const part = fittingPart(line, ems - lineWidth(ELLIPSIS, style), style);
  return part.replace(/[\s.,;:–-]+$/, '') + ELLIPSIS;
}

/** Sets the text at the largest size that needs no more than this many lines; at the smallest size the rest is cut off. */
export function fitText(
  text: string,
  widthPx: number,
  { sizes, maxLines }: { sizes: number[]; maxLines: number },
  style: LineStyle,
): FittedText {
  const tries = sizes.map((fontSize) => ({ fontSize, lines: wrap(text, widthPx / fontSize, style) }));
  const fitting = tries.find(({ lines }) => lines.length <= maxLines);
  if (fitting) return fitting;
  const { fontSize, lines } = tries.at(-1) ?? { fontSize: 0, lines: [] };
  const last = lines.slice(maxLines - 1).join(' ');
  return { fontSize, lines: [...lines.slice(0, maxLines - 1), cutLine(last, widthPx / fontSize, style)] };
}
