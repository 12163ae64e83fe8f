import { type BioTheme, FONTS } from '../theme.ts';

/** A table of contents: a title, a rule, and rows with dot leaders. */
export const paper: BioTheme = {
  light: {
    grounds: [
      [0.972, 0.014, 85],
      [0.885, 0.024, 75],
    ],
    ink: [0.25, 0.022, 50],
    quiet: [0.43, 0.035, 55],
    line: [0.74, 0.04, 70],
    card: [0.972, 0.014, 85],
    accent: [0.42, 0.13, 27],
  },
  dark: {
    grounds: [
      [0.225, 0.012, 60],
      [0.165, 0.01, 60],
    ],
    ink: [0.91, 0.03, 85],
    quiet: [0.76, 0.035, 75],
    line: [0.42, 0.025, 65],
    card: [0.225, 0.012, 60],
    accent: [0.76, 0.11, 45],
  },
  hasInter: false,
  css: `
:root { --font: ${FONTS.book}; --round: 2px; --wide: 38rem; }
body { font-size: 1.0625rem; }
main { padding: 3.5rem 2rem 2.5rem; }
main::before { content: ''; position: absolute; inset: .75rem; border: 1px solid var(--line); outline: 1px solid var(--line); outline-offset: 3px; pointer-events: none; }
main, footer { position: relative; }
.face { width: 6.5rem; height: 8rem; border: 1px solid var(--line); padding: 5px; background: none; color: var(--tone); font-size: 3rem; font-weight: 400; font-style: italic; }
h1 { font-size: 2.5rem; line-height: 1.1; font-weight: 400; letter-spacing: -.01em; }
.line { margin-top: .5rem; font-weight: 400; font-style: italic; font-size: 1.1875rem; color: var(--tone); }
.about { margin-top: 1.25rem; text-align: left; hyphens: auto; color: var(--ink); }
.about::first-letter { float: left; font-size: 3.2em; line-height: .8; padding: .08em .1em 0 0; color: var(--tone); }
header { margin-bottom: 1.75rem; }
header::after { content: ''; display: block; height: 11px; margin: 1.75rem auto; background: radial-gradient(circle, var(--tone) 0 3px, var(--g0) 3.5px 12px, transparent 12.5px), linear-gradient(var(--line), var(--line)) center/100% 1px no-repeat; }
.all > hr { width: 4.5rem; height: 11px; margin-inline: auto; border: 0; background: radial-gradient(circle, var(--tone) 0 2px, transparent 2.5px) center/1.5rem 11px repeat-x; }
.all > h2 { text-align: center; font-size: 1.0625rem; font-weight: 400; font-variant-caps: all-small-caps; letter-spacing: .14em; color: var(--tone); }
.say { color: var(--ink); hyphens: auto; }
.list { gap: 0; }
.to { gap: .75rem; min-height: 3rem; padding: .625rem 0; border: 0; background: none; font-weight: 400; font-size: 1.125rem; }
.to > span { flex: 0 1 auto; }
.to::after { content: '→' / ''; flex: 1 0 3rem; text-align: right; color: var(--tone); background: radial-gradient(circle, var(--quiet) 0 1px, transparent 1.5px) 0 72%/7px 4px repeat-x; background-size: 7px 4px; background-clip: content-box; transition: letter-spacing .2s; }
.to:hover { color: var(--tone); }
small { font-size: .9375rem; font-style: italic; }
.star { margin: .75rem 0; padding: 1rem 1.25rem; justify-content: center; text-align: center; border: 1px solid var(--tone); outline: 1px solid var(--tone); outline-offset: 3px; color: var(--tone); }
.star:focus-visible { outline-width: 3px; }
.star::after { display: none; }
.star small { color: var(--quiet); }
.to > img { margin: 0; }
.film { margin: .75rem 0; font-weight: 400; font-size: 1.125rem; }
.icons a:hover { background: none; color: var(--tone); }
.pic img { padding: 6px; border: 1px solid var(--line); }
figcaption { font-style: italic; font-size: .9375rem; }
footer { padding-top: .5rem; font-style: italic; }
@media (min-width: 700px) {
html { background: var(--g1); }
body { padding-top: 3rem; }
main { flex: none; padding: 4.5rem 4.5rem 3.5rem; background: var(--g0); box-shadow: 0 1px 2px rgb(0 0 0/.2), 0 18px 40px -18px rgb(0 0 0/.35); }
footer { padding: 1rem 0 1.5rem; }
}
`,
};
