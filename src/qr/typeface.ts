import { readFileSync } from 'node:fs';
import outlinesPath from './inter-outlines.txt' with { type: 'file' };

/** A point of an outline in units of the font, with y pointing up; a point off the curve is a quadratic control point. */
export interface GlyphPoint {
  x: number;
  y: number;
  isOnCurve: boolean;
}

/** The closed outlines of one glyph. */
export type Glyph = GlyphPoint[][];

/** The outlines of one character and its advance width, in units of the font. */
export interface Letter {
  glyph: Glyph;
  advance: number;
}

interface Outlines {
  /** Steps from point to point, each `l` (on the curve) or `q` (off the curve) and its distance in x and y. */
  contours: string[];
  /** By code point: the advance, then the number and start (x, y) of each contour. */
  characters: Map<number, number[]>;
}

/** Units of the font in one em. */
export const UNITS_PER_EM = 2048;

/** The height of capitals in units of the font. */
export const CAP_HEIGHT = 1490;

// Written by scripts/glyph-outlines.ts.
function readOutlines(): Outlines {
  const [contours = '', characters = ''] = readFileSync(outlinesPath, 'utf8').split('\n\n');
  const rows = characters.trimEnd().split('\n');
  return {
    contours: contours.split('\n'),
    characters: new Map(
      rows.map((row) => {
        const [codePoint = 0, ...numbers] = row.split(' ').map(Number);
        return [codePoint, numbers];
      }),
    ),
  };
}

function readContour(steps: string, startX: number, startY: number): GlyphPoint[] {
  let [x, y] = [startX, startY];
  return Array.from(steps.matchAll(/([lq])(-?\d+) (-?\d+)/g), ([, kind, dx, dy]) => {
    x += Number(dx);
    y += Number(dy);
    return { x, y, isOnCurve: kind === 'l' };
  });
}

function readLetter({ contours, characters }: Outlines, codePoint: number): Letter | undefined {
  const numbers = characters.get(codePoint);
  if (!numbers) return undefined;
  const [advance = 0, ...places] = numbers;
  const glyph: Glyph = [];
  for (let at = 0; at < places.length; at += 3) {
    const [contour = 0, x = 0, y = 0] = places.slice(at, at + 3);
    glyph.push(readContour(contours[contour] ?? '', x, y));
  }
  return { glyph, advance };
}

let outlines: Outlines | undefined;
const letters = new Map<number, Letter>();

/** The shape of a character in Inter, the typeface of our pages; undefined for scripts that it does not have. */
export function findLetter(codePoint: number): Letter | undefined {
  const known = letters.get(codePoint);
  if (known) return known;
  // The file is read for the first text that is drawn, not at the start of the program.
  outlines ??= readOutlines();
  const letter = readLetter(outlines, codePoint);
  if (letter) letters.set(codePoint, letter);
  return letter;
}
