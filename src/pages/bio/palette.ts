import { blendOver, contrastOf, formatHex, type Oklch, type Rgb, toOklch, toRgb } from './color.ts';

/** The colors that a theme defines for one scheme. */
export interface Palette {
  /** Every background color that text may appear on, the main one first. */
  grounds: readonly Oklch[];
  ink: Oklch;
  /** For secondary text. */
  quiet: Oklch;
  line: Oklch;
  card: Oklch;
  /** Below 1 if the background shows through cards. */
  cardAlpha?: number;
  accent: Oklch;
  /** Whether the accent is the background, so that all text appears on it. */
  isAccentGround?: boolean;
}

/** A palette with all derived colors. */
export interface Colors {
  grounds: Rgb[];
  ink: Rgb;
  quiet: Rgb;
  line: Rgb;
  card: Rgb;
  cardAlpha: number;
  accent: Rgb;
  /** For text on the accent. */
  onAccent: Rgb;
  /** The accent, adjusted until text in it is readable on the background and on cards. */
  tone: Rgb;
}

/** The minimum contrast between text and its background. */
export const MIN_TEXT_CONTRAST = 4.5;

const INK: Rgb = [12, 12, 14];
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const STEPS = 10;

/** Black or white, whichever has more contrast with this color; a softer black if its contrast is high enough. */
export function readableOn(color: Rgb): Rgb {
  if (contrastOf(WHITE, color) > contrastOf(BLACK, color)) return WHITE;
  return contrastOf(INK, color) >= MIN_TEXT_CONTRAST ? INK : BLACK;
}

function lowestContrast(color: Rgb, grounds: Rgb[]): number {
  return Math.min(...grounds.map((ground) => contrastOf(color, ground)));
}

/** Makes the color darker or lighter by the smallest amount that makes it readable on all of these backgrounds. */
export function makeReadable(color: Rgb, grounds: Rgb[]): Rgb {
  if (lowestContrast(color, grounds) >= MIN_TEXT_CONTRAST) return color;
  const [lightness, chroma, hue] = toOklch(color);
  const isDarkerBetter = lowestContrast(BLACK, grounds) >= lowestContrast(WHITE, grounds);
  let far = isDarkerBetter ? 0 : 1;
  let near = lightness;
  for (let step = 0; step < STEPS; step += 1) {
    const tried = (near + far) / 2;
    if (lowestContrast(toRgb([tried, chroma, hue]), grounds) >= MIN_TEXT_CONTRAST) far = tried;
    else near = tried;
  }
  return toRgb([far, chroma, hue]);
}

/** Every color that text may appear on: the backgrounds, and cards over each of them. */
export function surfacesOf({ grounds, card, cardAlpha }: Pick<Colors, 'grounds' | 'card' | 'cardAlpha'>): Rgb[] {
  return [...grounds, ...grounds.map((ground) => blendOver(card, cardAlpha, ground))];
}

/** Derives the colors of a palette; the owner's accent replaces the theme's. */
export function deriveColors(palette: Palette, own?: Rgb): Colors {
  const accent = own ?? toRgb(palette.accent);
  const onAccent = readableOn(accent);
  const base = { accent, onAccent, cardAlpha: palette.cardAlpha ?? 1 };
  if (palette.isAccentGround) {
    return { ...base, grounds: [accent], ink: onAccent, quiet: onAccent, line: onAccent, card: accent, tone: onAccent };
  }
  const { ink, quiet, line, card } = palette;
  const plain = { grounds: palette.grounds.map(toRgb), ink: toRgb(ink), quiet: toRgb(quiet), line: toRgb(line) };
  const cards = { card: toRgb(card), cardAlpha: base.cardAlpha };
  return { ...base, ...plain, ...cards, tone: makeReadable(accent, surfacesOf({ ...plain, ...cards })) };
}

function cardOf({ card, cardAlpha }: Colors): string {
  return cardAlpha === 1 ? formatHex(card) : `rgb(${card.join(' ')}/${cardAlpha})`;
}

/** The colors as CSS variables. */
export function toVariables(colors: Colors): string {
  const { grounds, ink, quiet, line, accent, onAccent, tone } = colors;
  const named = { ink, quiet, line, accent, on: onAccent, tone };
  return [
    ...grounds.map((ground, index) => `--g${index}:${formatHex(ground)}`),
    ...Object.entries(named).map(([name, color]) => `--${name}:${formatHex(color)}`),
    `--card:${cardOf(colors)}`,
  ].join(';');
}
