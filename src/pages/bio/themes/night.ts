import { type BioTheme, FONTS } from '../theme.ts';

/** A sky over hills: stars and a moon in the dark scheme, dawn colors in the light one. */
export const night: BioTheme = {
  light: {
    grounds: [
      [0.87, 0.055, 300],
      [0.92, 0.055, 20],
      [0.94, 0.06, 75],
      [0.82, 0.06, 320],
    ],
    ink: [0.25, 0.08, 290],
    quiet: [0.36, 0.07, 295],
    line: [0.7, 0.08, 320],
    card: [1, 0, 0],
    cardAlpha: 0.45,
    accent: [0.38, 0.13, 295],
  },
  dark: {
    grounds: [
      [0.155, 0.045, 275],
      [0.235, 0.075, 280],
      [0.33, 0.09, 300],
      [0.125, 0.035, 275],
    ],
    ink: [0.965, 0.012, 280],
    quiet: [0.83, 0.035, 285],
    line: [0.5, 0.07, 290],
    card: [0.9, 0.03, 285],
    cardAlpha: 0.08,
    accent: [0.87, 0.12, 88],
  },
  hasInter: true,
  css: `
:root { --font: ${FONTS.inter}; --round: 999px; --wide: 31rem; --star: transparent; }
@media (prefers-color-scheme: dark) { :root { --star: #fff; } }
body { position: relative; isolation: isolate; background: linear-gradient(var(--g0), var(--g1) 55%, var(--g2)); }
body::before { content: ''; position: absolute; inset: 0; z-index: -1; opacity: .8; --s: var(--star) 0 1px, transparent 1.6px; background: radial-gradient(circle at 12% 18%, var(--s)), radial-gradient(circle at 82% 9%, var(--s)), radial-gradient(circle at 67% 31%, var(--s)), radial-gradient(circle at 33% 6%, var(--s)), radial-gradient(circle at 91% 52%, var(--s)), radial-gradient(circle at 5% 61%, var(--s)), radial-gradient(circle at 48% 44%, var(--star) 0 .6px, transparent 1.2px), radial-gradient(circle at 22% 83%, var(--star) 0 .6px, transparent 1.2px), radial-gradient(circle at 74% 77%, var(--star) 0 .6px, transparent 1.2px); background-size: 390px 620px; mask-image: linear-gradient(#000 40%, transparent 85%); }
body::after { content: ''; position: absolute; inset: auto 0 0; z-index: -1; height: 11rem; background: radial-gradient(70% 9rem at 82% 100%, var(--g3) 99%, transparent), radial-gradient(90% 7rem at 18% 100%, color-mix(in srgb, var(--g3) 78%, var(--g2)) 99%, transparent); }
.face { width: 7rem; height: 7rem; margin-bottom: 1.5rem; box-shadow: 0 0 0 1px var(--accent), 0 0 3.5rem .25rem color-mix(in srgb, var(--accent) 45%, transparent); }
h1 { font-weight: 300; font-size: 2.125rem; letter-spacing: .01em; }
.line { font-size: .9375rem; letter-spacing: .02em; color: var(--tone); }
main { padding-bottom: 5rem; }
.all > h2 { text-align: center; font-size: .8125rem; font-weight: 500; letter-spacing: .2em; text-transform: uppercase; color: var(--tone); }
.say, .about { text-align: center; }
.to { justify-content: center; text-align: center; font-weight: 500; padding-inline: 1.5rem; }
.to > span { flex: 0 1 auto; }
.to > img { width: 2.5rem; height: 2.5rem; margin-left: -.875rem; border-radius: 50%; }
.to:has(> img) > span, .to:has(> svg) > span { flex: 1; padding-right: 1.75rem; }
.star { background: var(--accent); }
.film, .pic img, .qr > div { border-radius: 1.5rem; }
.film { text-align: center; font-weight: 500; }
.to:hover, .film:hover { border-color: var(--tone); box-shadow: 0 0 1.75rem -.25rem color-mix(in srgb, var(--accent) 55%, transparent); }
.all > hr { width: 2.25rem; margin-inline: auto; border-top: 4px dotted var(--tone); }
footer { padding-bottom: .5rem; color: var(--ink); }
`,
};
