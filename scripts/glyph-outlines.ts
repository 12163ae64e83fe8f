import { create, type FontGlyph, type Point } from 'fontkit';
import { CAP_HEIGHT, UNITS_PER_EM } from '../src/qr/typeface.ts';

// A character that several files contain comes from the first one.
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'];

async function readGlyphs(): Promise<Map<number, FontGlyph>> {
  const glyphs = new Map<number, FontGlyph>();
  for (const subset of SUBSETS) {
    const file = Bun.file(`node_modules/@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`);
    const font = create(Buffer.from(await file.arrayBuffer()));
    if (font.unitsPerEm !== UNITS_PER_EM || font.capHeight !== CAP_HEIGHT)
      throw new Error(`${subset}: the font has other units than src/qr/typeface.ts`);
    for (const codePoint of font.characterSet) {
      // The character set includes NUL and the end marker of the table, which no text contains.
      if (codePoint === 0 || !font.hasGlyphForCodePoint(codePoint) || glyphs.has(codePoint)) continue;
      glyphs.set(codePoint, font.glyphForCodePoint(codePoint));
    }
  }
  return glyphs;
}

/** A contour as steps from point to point, so that the same accent on two letters gives the same text. */
function contourSteps(contour: Point[]): string {
  return contour
    .map(({ x, y, onCurve }, index) => {
      const from = contour[index - 1] ?? { x, y };
      return `${onCurve ? 'l' : 'q'}${x - from.x} ${y - from.y}`;
    })
    .join('');
}

/**
 * The outlines of every character of Inter in units of the font: first each different contour, then a line for each
 * character with its code point, its advance, and the number and start (x, y) of each of its contours.
 */
export async function glyphOutlinesFile(): Promise<string> {
  const numbers = new Map<string, number>();
  const characters = [...(await readGlyphs())]
    .sort(([one], [other]) => one - other)
    .map(([codePoint, glyph]) => {
      // The public path of fontkit adds points between control points; making letters bolder needs the original ones.
      const contours = glyph._getContours().flatMap((contour) => {
        const steps = contourSteps(contour);
        const number = numbers.get(steps) ?? numbers.size;
        numbers.set(steps, number);
        return [number, contour[0]?.x, contour[0]?.y];
      });
      return [codePoint, glyph.advanceWidth, ...contours].join(' ');
    });
  return `${[...numbers.keys()].join('\n')}\n\n${characters.join('\n')}\n`;
}
