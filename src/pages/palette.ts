import { type FieldError, fieldError } from '../core/errors.ts';
import { type Color, contrastBetween, luminanceOf, mixColors, parseColor } from '../qr/color.ts';
import { type Inline, inline } from './policy.ts';

/** The colors that an owner picked, as `rgb(r,g,b)`; null for the default. */
export interface ChosenColors {
  background: string | null;
  foreground: string | null;
  accent: string | null;
}

/** Every color of a page, with enough contrast to be readable. */
interface Palette {
  background: Color;
  foreground: Color;
  accent: Color;
}

// The contrast that WCAG requires for text, and for elements without text.
const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;

const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];
const INK: Color = [24, 32, 38];
const TEALS: Color[] = [
  [23, 107, 98],
  [94, 206, 190],
];

function read(text: string | null): Color | undefined {
  return text === null ? undefined : parseColor(text);
}

function hasContrast(one: Color, other: Color, contrast: number): boolean {
  return contrastBetween(one, other) >= contrast;
}

/** The first of these colors with enough contrast to the background; black and white in the list guarantee that there is one. */
function firstWithContrast(colors: Color[], ground: Color, contrast: number): Color {
  return colors.find((color) => hasContrast(color, ground, contrast)) ?? BLACK;
}

/** The owner's colors, with matching ones for those that were not picked; undefined if none was picked. */
function completeColors({ background, foreground, accent }: ChosenColors): Palette | undefined {
  if (background === null && foreground === null && accent === null) return undefined;
  const ground = read(background) ?? WHITE;
  const ink = read(foreground) ?? firstWithContrast([INK, WHITE, BLACK], ground, TEXT_CONTRAST);
  return {
    background: ground,
    foreground: ink,
    accent: read(accent) ?? firstWithContrast([...TEALS, ink, WHITE, BLACK], ground, SHAPE_CONTRAST),
  };
}

function findContrastProblem(field: string, one: Color, ground: Color, needed: number): FieldError[] {
  const contrast = contrastBetween(one, ground);
  if (contrast >= needed) return [];
  return [fieldError(field, 'contrast_too_low', { contrast: contrast.toFixed(1), min: needed })];
}

/** Reports colors that are unreadable together, by the field to change; empty if all are readable. */
export function findColorProblems(chosen: ChosenColors): FieldError[] {
  const palette = completeColors(chosen);
  if (!palette) return [];
  const { background, foreground, accent } = palette;
  return [
    ...findContrastProblem('foreground', foreground, background, TEXT_CONTRAST),
    ...findContrastProblem('accent', accent, background, SHAPE_CONTRAST),
  ];
}

/** Blends the color toward the background as far as the contrast allows. */
function fade(color: Color, ground: Color, most: number, contrast: number): Color {
  for (let share = most; share > 0; share -= 0.1) {
    const mixed = mixColors(color, ground, share);
    if (hasContrast(mixed, ground, contrast)) return mixed;
  }
  return color;
}

function variables({ background, foreground, accent }: Palette): Record<string, Color> {
  const onAccent = firstWithContrast([WHITE, BLACK], accent, TEXT_CONTRAST);
  return {
    ground: background,
    card: background,
    ink: foreground,
    quiet: fade(foreground, background, 0.3, TEXT_CONTRAST),
    line: mixColors(background, foreground, 0.15),
    edge: fade(foreground, background, 0.5, SHAPE_CONTRAST),
    accent,
    // Further away from the text color, so that the text stays readable.
    'accent-over': mixColors(accent, onAccent === WHITE ? BLACK : WHITE, 0.15),
    'on-accent': onAccent,
    tint: mixColors(background, accent, 0.1),
    danger: foreground,
  };
}

/** The owner's colors as a stylesheet with numbers only; undefined if none was picked. */
export function colorSheet(chosen: ChosenColors): Inline | undefined {
  const palette = completeColors(chosen);
  if (!palette) return undefined;
  const scheme = luminanceOf(palette.background) > 0.18 ? 'light' : 'dark';
  const lines = Object.entries(variables(palette)).map(([name, color]) => `--${name}:rgb(${color.join(' ')})`);
  return inline(`:root{color-scheme:${scheme};${lines.join(';')}}`);
}
