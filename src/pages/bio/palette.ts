import { contrastOf, formatHex, layOver, type Oklch, type Rgb, toOklch, toRgb } from './colour.ts';

/** The colours of a theme by day or by night, as they were chosen. */
export interface Palette {
  /** Every colour of the ground that words may stand on, the main one first. */
  grounds: readonly Oklch[];
  ink: Oklch;
  /** For what matters less. */
  quiet: Oklch;
  line: Oklch;
  card: Oklch;
  /** Less than 1 where the ground is seen through cards. */
  cardAlpha?: number;
  accent: Oklch;
  /** Whether the accent is the ground itself, so that all words stand on it. */
  isAccentGround?: boolean;
}

/** The same, worked out. */
export interface Colours {
  grounds: Rgb[];
  ink: Rgb;
  quiet: Rgb;
  line: Rgb;
  card: Rgb;
  cardAlpha: number;
  accent: Rgb;
  /** For words on the accent. */
  onAccent: Rgb;
  /** The accent as words can have it on the ground and on cards. */
  tone: Rgb;
}

/** The least contrast of words with what they stand on. */
export const LEAST_CONTRAST = 4.5;

const INK: Rgb = [12, 12, 14];
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
const STEPS = 10;

/** Black or white, whichever is read more easily on this colour; not quite black where that is enough. */
export function readableOn(colour: Rgb): Rgb {
  if (contrastOf(WHITE, colour) > contrastOf(BLACK, colour)) return WHITE;
  return contrastOf(INK, colour) >= LEAST_CONTRAST ? INK : BLACK;
}

function leastContrast(colour: Rgb, grounds: Rgb[]): number {
  return Math.min(...grounds.map((ground) => contrastOf(colour, ground)));
}

/** The colour, darker or lighter by no more than it takes to be read on all of these. */
export function makeReadable(colour: Rgb, grounds: Rgb[]): Rgb {
  if (leastContrast(colour, grounds) >= LEAST_CONTRAST) return colour;
  const [lightness, chroma, hue] = toOklch(colour);
  const isDarkerBetter = leastContrast(BLACK, grounds) >= leastContrast(WHITE, grounds);
  let far = isDarkerBetter ? 0 : 1;
  let near = lightness;
  for (let step = 0; step < STEPS; step += 1) {
    const tried = (near + far) / 2;
    if (leastContrast(toRgb([tried, chroma, hue]), grounds) >= LEAST_CONTRAST) far = tried;
    else near = tried;
  }
  return toRgb([far, chroma, hue]);
}

/** Whatever words may stand on: the grounds, and cards over each of them. */
export function surfacesOf({ grounds, card, cardAlpha }: Pick<Colours, 'grounds' | 'card' | 'cardAlpha'>): Rgb[] {
  return [...grounds, ...grounds.map((ground) => layOver(card, cardAlpha, ground))];
}

/** The colours of a palette; an accent of the owner's takes the place of the theme's own. */
export function workOut(palette: Palette, own?: Rgb): Colours {
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

function cardOf({ card, cardAlpha }: Colours): string {
  return cardAlpha === 1 ? formatHex(card) : `rgb(${card.join(' ')}/${cardAlpha})`;
}

/** The colours as variables of a stylesheet. */
export function toVariables(colours: Colours): string {
  const { grounds, ink, quiet, line, accent, onAccent, tone } = colours;
  const named = { ink, quiet, line, accent, on: onAccent, tone };
  return [
    ...grounds.map((ground, index) => `--g${index}:${formatHex(ground)}`),
    ...Object.entries(named).map(([name, colour]) => `--${name}:${formatHex(colour)}`),
    `--card:${cardOf(colours)}`,
  ].join(';');
}
