import { type Html, html } from '../lib/html.ts';
import { formatHex, parseHex, type Rgb, toOklch, toRgb } from './bio/colour.ts';
import { makeReadable, readableOn } from './bio/palette.ts';
import { MARK } from './pictures.ts';
import { type Inline, inline } from './policy.ts';

/** What the operator has the public pages wear. */
export interface Brand {
  /** In place of our accent, `#rrggbb`. */
  colour?: string | undefined;
  /** A PNG that stands above the cards. */
  logo?: Uint8Array<ArrayBuffer> | undefined;
  /** Whether our name stands at the foot of a page. */
  hasName: boolean;
}

/** The address of the operator's logo. */
export const LOGO_PATH = '/assets/logo.png';

// The grounds and cards of the common stylesheet, by day and by night.
const GROUNDS: Record<'day' | 'night', Rgb[]> = {
  day: [toRgb([0.982, 0.004, 220]), [255, 255, 255]],
  night: [toRgb([0.17, 0.012, 230]), toRgb([0.215, 0.014, 230])],
};
const STEP = 0.06;

function variables(colour: Rgb, time: 'day' | 'night'): string {
  const grounds = GROUNDS[time];
  const accent = makeReadable(colour, grounds);
  const [lightness, chroma, hue] = toOklch(accent);
  const onAccent = readableOn(accent);
  // A step away from the words on it, so that they get no harder to read.
  const over = toRgb([lightness + (onAccent[0] > 128 ? -STEP : STEP), chroma, hue]);
  const tint = toRgb([time === 'day' ? 0.955 : 0.29, Math.min(chroma, 0.03), hue]);
  const values = { accent, 'accent-over': over, 'on-accent': onAccent, tint };
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${formatHex(value)}`)
    .join(';');
}

function sheetsOf({ colour }: Brand): Inline[] {
  const own = colour === undefined ? undefined : parseHex(colour);
  if (!own) return [];
  const night = `@media (prefers-color-scheme: dark){:root{${variables(own, 'night')}}}`;
  return [inline(`:root{${variables(own, 'day')}}${night}`)];
}

const OURS: Brand = { hasName: true };

let brand = OURS;
let sheets: Inline[] = [];

/** Dresses the pages of this process, which serves one operator; called once, before the first page. */
export function wearBrand(chosen: Brand): void {
  brand = chosen;
  sheets = sheetsOf(chosen);
}

/** What the operator's colour adds to a page's stylesheet. */
export function brandSheets(): Inline[] {
  return sheets;
}

/** The operator's logo as it stands above a card. */
export function brandLogo(): Html | undefined {
  return brand.logo && html`<img class="logo" src="${LOGO_PATH}" alt="">`;
}

/** Whether our name may stand on pages. */
export function isNameShown(): boolean {
  return brand.hasName;
}

/** Our name at the foot of a page. */
export function nameLine(): Html {
  return brand.hasName ? html`<p class="name">${MARK}Signpost</p>` : html``;
}

/** The operator's logo as a file; undefined where there is none. */
export function logoFile(): Response | undefined {
  if (!brand.logo) return undefined;
  return new Response(brand.logo, {
    headers: {
      'Content-Type': 'image/png',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=3600',
    },
  });
}
