import { type Palette, toVariables, workOut } from './palette.ts';

/** How a bio page looks: its colours by day and by night, its type, its ground and the shape of its buttons. */
export interface Theme {
  light: Palette;
  dark: Palette;
  /** Whether its words stand in our own typeface. */
  hasInter: boolean;
  /** What it adds to the common stylesheet. */
  css: string;
}

/** Stacks of typefaces that come with the visitor's own system. */
export const FONTS = {
  inter: "'Inter Variable','Inter Near',system-ui,sans-serif",
  book: "'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L',P052,'Book Antiqua',Georgia,serif",
  garden: "'Hoefler Text','Baskerville Old Face',Baskerville,'Libre Baskerville',C059,Garamond,Georgia,serif",
  humanist: "Optima,Candara,'Gill Sans Nova','Gill Sans','Noto Sans',Seravek,'DejaVu Sans',system-ui,sans-serif",
  mono: "ui-monospace,'SF Mono','Cascadia Code',Menlo,Consolas,'DejaVu Sans Mono',monospace",
};

/** The colours of both schemes as rules; the visitor's system chooses. */
export function colourRules(theme: Pick<Theme, 'light' | 'dark'>, own?: readonly [number, number, number]): string {
  const [light, dark] = [theme.light, theme.dark].map((palette) => toVariables(workOut(palette, own)));
  return `:root{${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`;
}

/** A stylesheet without the blanks that are only for us. */
export function squeeze(css: string): string {
  return css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/ > /g, '>')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .trim();
}
