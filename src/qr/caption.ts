import type { Path, PathStep } from './path.ts';
import { findLetter, type Glyph, type GlyphPoint, type Letter, UNITS_PER_EM } from './typeface.ts';

/** The style of a line of text, in units of the font. */
export interface LineStyle {
  /** How far the outlines, which have the regular weight, are moved outward. */
  bolderBy: number;
  /** The letter spacing beyond the letters' own widths. */
  tracking: number;
}

// Semi-bold and slightly wide.
const CAPTION: LineStyle = { bolderBy: 34, tracking: 30 };

// A character that is not in the typeface is drawn as a gap.
const UNKNOWN: Letter = { glyph: [], advance: UNITS_PER_EM };

/** Normalizes a caption for one line and for XML. */
export function normalizeCaption(caption: string): string {
  return caption
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\ufffe\uffff\s]+/gu, ' ')
    .trim();
}

/** The characters of a caption that only a viewer's own fonts can show: they are in the SVG, not in PNG and PDF. */
export function findUndrawableCharacters(caption: string): string[] {
  return [...new Set(normalizeCaption(caption))].filter((char) => !findLetter(char.codePointAt(0) ?? 0));
}

function lettersOf(text: string): Letter[] {
  return [...text].map((char) => findLetter(char.codePointAt(0) ?? 0) ?? UNKNOWN);
}

/** The width of a line of text in ems. */
export function lineWidth(text: string, { tracking }: LineStyle): number {
  const letters = lettersOf(text);
  const units = letters.reduce((sum, { advance }) => sum + advance + tracking, -tracking);
  return Math.max(0, units) / UNITS_PER_EM;
}

/** The width of a caption in ems. */
export function captionWidth(text: string): number {
  return lineWidth(text, CAPTION);
}

function middle(one: GlyphPoint, other: GlyphPoint): GlyphPoint {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, isOnCurve: true };
}

// The filled side of an outline is on its right, so outward is to the left of its direction.
function embolden(contour: GlyphPoint[], by: number): GlyphPoint[] {
  const points = contour.filter(({ x, y }, index) => {
    const before = contour.at(index - 1);
    return before === undefined || before.x !== x || before.y !== y;
  });
  return points.map((point, index) => {
    const before = points.at(index - 1) ?? point;
    const after = points[(index + 1) % points.length] ?? point;
    const lengthIn = Math.hypot(point.x - before.x, point.y - before.y) || 1;
    const lengthOut = Math.hypot(after.x - point.x, after.y - point.y) || 1;
    const [inX, inY] = [(point.x - before.x) / lengthIn, (point.y - before.y) / lengthIn];
    const [outX, outY] = [(after.x - point.x) / lengthOut, (after.y - point.y) / lengthOut];
    // The sharper the corner, the farther its tip moves; the minimum of 0.5 limits this where the outline turns back.
    const reach = by / Math.max(0.5, 1 + inX * outX + inY * outY);
    return { ...point, x: point.x - (inY + outY) * reach, y: point.y + (inX + outX) * reach };
  });
}

function contourPath(contour: GlyphPoint[], place: (x: number, y: number) => [number, number]): Path {
  // Between two control points there is an implied point on the curve, which fonts omit.
  const points = contour.flatMap((point, index) => {
    const before = contour.at(index - 1) ?? point;
    return before.isOnCurve || point.isOnCurve ? [point] : [middle(before, point), point];
  });
  const start = points.findIndex(({ isOnCurve }) => isOnCurve);
  const first = points[start];
  if (!first) return [];
  const path: Path = [['M', ...place(first.x, first.y)]];
  let from = first;
  let handle: GlyphPoint | undefined;
  for (const point of [...points.slice(start + 1), ...points.slice(0, start + 1)]) {
    if (!point.isOnCurve) {
      handle = point;
      continue;
    }
    path.push(handle ? curveStep(from, handle, point, place) : ['L', ...place(point.x, point.y)]);
    from = point;
    handle = undefined;
  }
  return path;
}

function curveStep(
  from: GlyphPoint,
  handle: GlyphPoint,
  to: GlyphPoint,
  place: (x: number, y: number) => [number, number],
): PathStep {
  const near = (point: GlyphPoint) =>
    place(point.x + ((handle.x - point.x) * 2) / 3, point.y + ((handle.y - point.y) * 2) / 3);
  return ['C', ...near(from), ...near(to), ...place(to.x, to.y)];
}

/** The line of text as outlines, starting at `x` on `baseline`. */
export function textLinePath(text: string, x: number, baseline: number, fontSize: number, style: LineStyle): Path {
  const scale = fontSize / UNITS_PER_EM;
  let left = x;
  const path: Path = [];
  for (const { glyph, advance } of lettersOf(text)) {
    const start = left;
    for (const contour of bolder(glyph, style.bolderBy))
      path.push(...contourPath(contour, (px, py) => [start + px * scale, baseline - py * scale]));
    left += (advance + style.tracking) * scale;
  }
  return path;
}

/** The caption as outlines, centered at `x` on `baseline`. */
export function captionPath(text: string, x: number, baseline: number, fontSize: number): Path {
  return textLinePath(text, x - (captionWidth(text) * fontSize) / 2, baseline, fontSize, CAPTION);
}

function bolder(glyph: Glyph, by: number): Glyph {
  return by === 0 ? glyph : glyph.map((contour) => embolden(contour, by));
}
