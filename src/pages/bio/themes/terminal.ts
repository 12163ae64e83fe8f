import { type BioTheme, FONTS } from '../theme.ts';

/** A monochrome screen in the dark scheme, striped printer paper in the light one. */
export const terminal: BioTheme = {
  light: {
    grounds: [
      [0.985, 0.008, 130],
      [0.945, 0.032, 148],
    ],
    ink: [0.26, 0.03, 155],
    quiet: [0.43, 0.045, 155],
    line: [0.66, 0.07, 150],
    card: [0.985, 0.008, 130],
    cardAlpha: 0,
    accent: [0.44, 0.12, 150],
  },
  dark: {
    grounds: [
      [0.165, 0.012, 160],
      [0.19, 0.016, 158],
    ],
    ink: [0.89, 0.06, 150],
    quiet: [0.72, 0.06, 152],
    line: [0.46, 0.06, 152],
    card: [0.165, 0.012, 160],
    cardAlpha: 0,
    accent: [0.86, 0.21, 145],
  },
  hasInter: false,
  css: `
:root { --font: ${FONTS.mono}; --round: 0; --wide: 42rem; --bar: 3.25rem; }
html { background: repeating-linear-gradient(var(--g0) 0 var(--bar), var(--g1) 0 calc(2 * var(--bar))) var(--g0); }
@media (prefers-color-scheme: dark) { :root { --bar: 2px; } }
body { font-size: .9375rem; line-height: 1.625; }
main { padding-top: 2rem; }
header { text-align: left; margin-bottom: 2rem; counter-reset: n; }
.face { float: right; width: 5rem; height: 5rem; margin: 0 0 .75rem 1rem; border-radius: 0; border: 1px solid var(--line); font-size: 1.5rem; background: none; color: var(--tone); }
h1 { font-size: 1.5rem; letter-spacing: -.03em; color: var(--tone); }
h1::before, .all::before { content: '$ whoami' / ''; display: block; font-size: .9375rem; font-weight: 400; letter-spacing: 0; color: var(--quiet); margin-bottom: .5rem; }
.all { clear: both; counter-reset: n; }
.all::before { content: '$ ls -l links/' / ''; }
.line { font-weight: 400; }
.about, .say { color: var(--quiet); }
.line::before { content: '> ' / ''; color: var(--quiet); }
.all > h2 { font-size: 1rem; color: var(--tone); }
.all > h2::before { content: '## ' / ''; color: var(--quiet); }
.list { gap: 0; border-top: 1px dashed var(--line); }
li { counter-increment: n; }
.icons li { counter-increment: none; }
.to { align-items: baseline; gap: .75rem; min-height: 0; padding: .9375rem .5rem; border: 0; border-bottom: 1px dashed var(--line); font-weight: 600; }
.to::before { content: '[' counter(n, decimal-leading-zero) ']' / ''; font-weight: 400; color: var(--quiet); }
.to > img, .to > svg { align-self: center; margin: 0; border-radius: 0; }
.to:hover, .to:hover small, .to:hover::before { background: var(--accent); color: var(--on); }
.to:hover small, .to:hover::before { background: none; }
.star { background: none; color: var(--tone); }
.star > span::after { content: '' / ''; display: inline-block; width: .6em; height: 1.1em; margin-left: .4em; vertical-align: -.18em; background: currentColor; animation: blink 1.1s steps(1) infinite; }
.star > span:has(small)::after { display: none; }
.star::before { content: '[*]' / ''; color: var(--tone); }
.star small { color: var(--quiet); }
@keyframes blink { 50% { opacity: 0; } }
small { font-size: .8125rem; }
small::before { content: '# ' / ''; }
.film { margin: .75rem 0 0; border-style: dashed; background: none; }
.shot svg { border-radius: 0; }
.icons { justify-content: flex-start; gap: 0 .25rem; }
.icons a { border-radius: 0; }
.pic img { border: 1px dashed var(--line); padding: 6px; }
figcaption { text-align: left; }
figcaption::before { content: '/* ' / ''; }
figcaption::after { content: ' */' / ''; }
.qr { justify-items: start; }
.qr > div { border-radius: 0; }
.all > hr { border-top-style: dashed; }
footer { width: 100%; max-width: var(--wide); margin: 0 auto; text-align: left; }
@media (min-width: 760px) { main { padding-top: 4rem; } body { font-size: 1rem; } }
`,
};
