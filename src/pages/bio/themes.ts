import { INTER_PATH } from '../fonts.ts';
import { type Inline, inline } from '../policy.ts';
import { bioBaseStyle } from './base-style.ts';
import { formatHex, type Rgb } from './color.ts';
import { deriveColors } from './palette.ts';
import { type BioTheme, colorRules, minifyCss } from './theme.ts';
import { catalogue } from './themes/catalogue.ts';
import { garden } from './themes/garden.ts';
import { glass } from './themes/glass.ts';
import { night } from './themes/night.ts';
import { paper } from './themes/paper.ts';
import { plain } from './themes/plain.ts';
import { poster } from './themes/poster.ts';
import { terminal } from './themes/terminal.ts';

/** Every theme by its name, in the order of the theme picker. */
export const bioThemes = { plain, paper, night, terminal, poster, garden, glass, catalogue } satisfies Record<
  string,
  BioTheme
>;

export type ThemeName = keyof typeof bioThemes;

export const themeNames = Object.keys(bioThemes) as [ThemeName, ...ThemeName[]];

// Until Inter has loaded, a local font with adjusted metrics takes its place, so that the layout does not shift.
const METRICS = 'size-adjust:107%;ascent-override:90.4%;descent-override:22.5%;line-gap-override:0%';
const FACES = [
  `@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url(${INTER_PATH}) format('woff2')}`,
  `@font-face{font-family:'Inter Near';font-weight:100 500;src:local(Arial),local('Liberation Sans'),local(Roboto);${METRICS}}`,
  `@font-face{font-family:'Inter Near';font-weight:600 900;src:local('Arial Bold'),local('Liberation Sans Bold'),local('Roboto Bold');${METRICS}}`,
].join('');

const sheets = new Map(
  themeNames.map((name): [ThemeName, Inline] => {
    const theme = bioThemes[name];
    const face = theme.hasInter ? FACES : '';
    return [name, inline(face + colorRules(theme) + minifyCss(bioBaseStyle + theme.css))];
  }),
);

/** The stylesheet of a theme. */
export function sheetOf(name: ThemeName): Inline {
  return sheets.get(name) ?? inline('');
}

/** A theme with its owner's accent color applied. */
export interface Tint {
  /** Undefined if the theme keeps its own colors. */
  sheet: Inline | undefined;
  /** The background colors, for the browser's toolbar. */
  grounds: { light: string; dark: string };
}

function makeTint(name: ThemeName, accent: Rgb | undefined): Tint {
  const theme = bioThemes[name];
  const [light, dark] = [theme.light, theme.dark].map((palette) => deriveColors(palette, accent).grounds[0] ?? accent);
  const [lightHex, darkHex] = [light, dark].map((ground) => (ground ? formatHex(ground) : ''));
  const sheet = accent && inline(colorRules(theme, accent));
  return { sheet, grounds: { light: lightHex ?? '', dark: darkHex ?? '' } };
}

// Cached, because deriving the colors takes longer than building the page around them.
const tints = new Map<string, Tint>();
const MAX_TINTS = 1_000;

/** Applies the owner's accent to a theme and derives every color that depends on it. */
export function tintOf(name: ThemeName, accent?: Rgb): Tint {
  const key = `${name} ${accent}`;
  const known = tints.get(key);
  if (known) return known;
  if (tints.size >= MAX_TINTS) tints.clear();
  const tint = makeTint(name, accent);
  tints.set(key, tint);
  return tint;
}

/** Whether text in this color is readable everywhere in the light scheme; in the dark scheme almost every color is adjusted. */
export function hasReadableAccent(name: ThemeName, accent: Rgb): boolean {
  const { light } = bioThemes[name];
  return light.isAccentGround || formatHex(deriveColors(light, accent).tone) === formatHex(accent);
}
