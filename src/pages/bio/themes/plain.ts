import { type BioTheme, FONTS } from '../theme.ts';

/** The default look: a card with a colored header and plain rows. */
export const plain: BioTheme = {
  light: {
    grounds: [
      [0.955, 0.008, 200],
      [1, 0, 0],
    ],
    ink: [0.24, 0.015, 230],
    quiet: [0.47, 0.015, 230],
    line: [0.895, 0.008, 220],
    card: [1, 0, 0],
    accent: [0.44, 0.085, 185],
  },
  dark: {
    grounds: [
      [0.16, 0.012, 230],
      [0.205, 0.014, 230],
    ],
    ink: [0.94, 0.006, 220],
    quiet: [0.73, 0.012, 225],
    line: [0.32, 0.014, 230],
    card: [0.235, 0.014, 230],
    accent: [0.76, 0.1, 180],
  },
  hasInter: true,
  css: `
:root { --font: ${FONTS.inter}; --round: 14px; }
html { background: var(--g1); }
body { background: linear-gradient(var(--accent) 0 7rem, transparent 7rem); }
main { padding-top: 4rem; }
.face { box-shadow: 0 0 0 5px var(--g1); }
span.face { background: var(--ink); color: var(--g1); }
.to::after { content: ''; flex: none; width: .5rem; height: .5rem; margin-right: .25rem; border: solid currentColor; border-width: 2px 2px 0 0; transform: rotate(45deg); opacity: .45; transition: translate .15s, opacity .15s; }
.to:hover, .film:hover { border-color: var(--tone); }
.to:hover::after { translate: .1875rem 0; opacity: 1; }
.all > h2 { font-size: .9375rem; letter-spacing: .01em; }
@media (min-width: 640px) {
html { background: var(--g0); }
body { background: none; padding-top: 3rem; }
main { flex: none; margin-bottom: 1rem; padding: 4rem 2.5rem 2.5rem; border: 1px solid var(--line); border-radius: 24px; background: linear-gradient(var(--accent) 0 7rem, var(--g1) 7rem); overflow: hidden; }
}
`,
};
