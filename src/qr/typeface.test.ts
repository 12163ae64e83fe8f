import { describe, expect, test } from 'bun:test';
import { findLetter, type GlyphPoint } from './typeface.ts';

function letter(char: string) {
  const found = findLetter(char.codePointAt(0) ?? 0);
  if (!found) throw new Error(`no outline for ${char}`);
  return found;
}

function boundsOf(points: GlyphPoint[]) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

describe('the typeface', () => {
  test('a letter has the points and the advance of the font file', () => {
    const { glyph, advance } = letter('I');
    expect(advance).toBe(550);
    expect(glyph).toEqual([
      [
        { x: 370, y: 1490, isOnCurve: true },
        { x: 370, y: 0, isOnCurve: true },
        { x: 180, y: 0, isOnCurve: true },
        { x: 180, y: 1490, isOnCurve: true },
      ],
    ]);
  });

  test('a round letter has control points, and a hole is a second contour', () => {
    const { glyph } = letter('o');
    expect(glyph).toHaveLength(2);
    expect(glyph.flat().some(({ isOnCurve }) => !isOnCurve)).toBe(true);
    const [outer = [], inner = []] = glyph.map(boundsOf);
    expect(inner.map((value, index) => Math.sign(value - (outer[index] ?? 0)))).toEqual([1, 1, -1, -1]);
  });

  test('an accented letter is its base letter and the accent above it', () => {
    const base = letter('E');
    const accented = letter('É');
    expect(accented.advance).toBe(base.advance);
    expect(accented.glyph).toHaveLength(base.glyph.length + 1);
    for (const contour of base.glyph) expect(accented.glyph).toContainEqual(contour);
  });

  test('a space has an advance and no outline', () => {
    expect(letter(' ')).toEqual({ glyph: [], advance: 576 });
  });

  test.each([...'ŁЖΩệß€'])('%s has outlines', (char) => {
    const { glyph } = letter(char);
    expect(glyph.length).toBeGreaterThan(0);
    for (const contour of glyph) expect(contour.length).toBeGreaterThan(2);
  });

  test.each([...'漢שم🦊\u0000\uffff'])('%j is not in the typeface', (char) => {
    expect(findLetter(char.codePointAt(0) ?? 0)).toBeUndefined();
  });
});
