import { deriveColors, type Palette, toVariables } from './palette.ts';

/** The look of a bio page: colors for both schemes, typeface, background, and the shape of its buttons. */
export interface BioTheme {
  light: Palette;
  dark: Palette;
  /** Whether the text uses our own typeface. */
  hasInter: boolean;
  /** CSS rules beyond the shared stylesheet. */
  css: string;
}

/** Font stacks; except for Inter, which we serve, they name fonts that operating systems include. */
export const FONTS = {
  inter: "'Inter Variable','Inter Near',system-ui,sans-serif",
  book: "'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L',P052,'Book Antiqua',Georgia,serif",
  garden: "'Hoefler Text','Baskerville Old Face',Baskerville,'Libre Baskerville',C059,Garamond,Georgia,serif",
  humanist: "Optima,Candara,'Gill Sans Nova','Gill Sans','Noto Sans',Seravek,'DejaVu Sans',system-ui,sans-serif",
  mono: "ui-monospace,'SF Mono','Cascadia Code',Menlo,Consolas,'DejaVu Sans Mono',monospace",
};

/** CSS variables for both color schemes; the visitor's system selects one. */
export function colorRules(theme: Pick<BioTheme, 'light' | 'dark'>, own?: readonly [number, number, number]): string {
  const [light, dark] = [theme.light, theme.dark].map((palette) => toVariables(deriveColors(palette, own)));
  return `:root{${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`;
}

/** Minifies a stylesheet. */
export function minifyCss(css: string): string {
  return css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/ > /g, '>')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .trim();
}
