import { type Html, html } from '../lib/html.ts';
import { formatHex, parseHex, type Rgb, toOklch, toRgb } from './bio/color.ts';
import { makeReadable, readableOn } from './bio/palette.ts';
import { MARK } from './pictures.ts';
import { type Inline, inline } from './policy.ts';

/** The operator's branding of the public pages. */
export interface Brand {
  /** Replaces our accent color, `#rrggbb`. */
  color?: string | undefined;
  /** A PNG shown above the cards. */
  logo?: Uint8Array<ArrayBuffer> | undefined;
  /** Whether pages show our name in the footer. */
  hasName: boolean;
}

/** The path of the operator's logo. */
export const LOGO_PATH = '/assets/logo.png';

// The page and card backgrounds of the shared stylesheet, for the light and the dark scheme.
const GROUNDS: Record<'light' | 'dark', Rgb[]> = {
  light: [toRgb([0.982, 0.004, 220]), [255, 255, 255]],
  dark: [toRgb([0.17, 0.012, 230]), toRgb([0.215, 0.014, 230])],
};
const STEP = 0.06;

function variables(color: Rgb, scheme: 'light' | 'dark'): string {
  const grounds = GROUNDS[scheme];
  const accent = makeReadable(color, grounds);
  const [lightness, chroma, hue] = toOklch(accent);
  const onAccent = readableOn(accent);
  // Further away from the text color, so that the text stays readable.
  const hover = toRgb([lightness + (onAccent[0] > 128 ? -STEP : STEP), chroma, hue]);
  const tint = toRgb([scheme === 'light' ? 0.955 : 0.29, Math.min(chroma, 0.03), hue]);
  const values = { accent, 'accent-over': hover, 'on-accent': onAccent, tint };
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${formatHex(value)}`)
    .join(';');
}

function sheetsOf({ color }: Brand): Inline[] {
  const own = color === undefined ? undefined : parseHex(color);
  if (!own) return [];
  const dark = `@media (prefers-color-scheme: dark){:root{${variables(own, 'dark')}}}`;
  return [inline(`:root{${variables(own, 'light')}}${dark}`)];
}

const DEFAULT_BRAND: Brand = { hasName: true };

let brand = DEFAULT_BRAND;
let sheets: Inline[] = [];

/** Sets the branding for this process, which serves one operator; called once, before the first page. */
export function setBrand(chosen: Brand): void {
  brand = chosen;
  sheets = sheetsOf(chosen);
}

/** The CSS that the operator's color adds to a page. */
export function brandSheets(): Inline[] {
  return sheets;
}

/** The operator's logo above a card. */
export function brandLogo(): Html | undefined {
  return brand.logo && html`<img class="logo" src="${LOGO_PATH}" alt="">`;
}

/** Whether pages may show our name. */
export function isNameShown(): boolean {
  return brand.hasName;
}

/** Our name in the footer of a page. */
export function nameLine(): Html {
  return brand.hasName ? html`<p class="name">${MARK}Signpost</p>` : html``;
}

/** The operator's logo as a file; undefined if there is none. */
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
