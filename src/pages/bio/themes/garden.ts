import { type BioTheme, FONTS } from '../theme.ts';

// A stem with four pairs of leaves of decreasing size, rotated by this angle.
function sprig(degrees: number): string {
  const leaves = [20, 52, 84, 116].map((y, index) => {
    const [wide, high] = [40 - index * 3, 34 - index * 2];
    const left = `M100 ${y + 28}q-${high}-6-${wide}-${high}q${30 - index}-2 ${wide} ${high}`;
    return `${left}M100 ${y + 12}q${high - 4}-8 ${wide - 4}-${high}q-${28 - index} 0-${wide - 4} ${high}`;
  });
  const stem = "<path d='M100 14q-5 90 4 186' fill='none' stroke='#000' stroke-width='2'/>";
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='-20 -20 240 240'><g transform='rotate(${degrees} 100 100)'><path d='${leaves.join('')}'/>${stem}</g></svg>`;
  return `url("data:image/svg+xml,${svg.replace(/[<>#]/g, encodeURIComponent)}")`;
}

/** Leaves in the corners, leaf-shaped buttons, and a serif typeface. */
export const garden: BioTheme = {
  light: {
    grounds: [
      [0.957, 0.022, 120],
      [0.925, 0.036, 135],
    ],
    ink: [0.28, 0.045, 150],
    quiet: [0.42, 0.045, 150],
    line: [0.8, 0.045, 138],
    card: [0.99, 0.008, 110],
    accent: [0.45, 0.09, 148],
  },
  dark: {
    grounds: [
      [0.205, 0.024, 158],
      [0.24, 0.032, 155],
    ],
    ink: [0.94, 0.022, 115],
    quiet: [0.79, 0.035, 130],
    line: [0.4, 0.035, 150],
    card: [0.275, 0.03, 156],
    accent: [0.8, 0.1, 128],
  },
  hasInter: false,
  css: `
:root { --font: ${FONTS.humanist}; --round: 1.75rem .5rem; --wide: 33rem; --leaf: #9dbb8d; --grown: ${sprig(-28)}; --size: 11.5rem; --out: calc(var(--size) * -.23); }
@media (prefers-color-scheme: dark) { :root { --leaf: #37543f; } }
body { position: relative; isolation: isolate; background: radial-gradient(120% 60rem at 100% 0, var(--g1), transparent 70%); }
body::before { content: ''; position: absolute; inset: 0; z-index: -1; background: var(--leaf); mask: ${sprig(142)} left var(--out) top var(--out)/var(--size) no-repeat, var(--grown) right var(--out) bottom var(--out)/var(--size) no-repeat; }
main { padding-bottom: 6rem; }
.face { width: 7.5rem; height: 7.5rem; border-radius: 58% 42% 55% 45%/52% 57% 43% 48%; font-family: ${FONTS.garden}; font-style: italic; font-weight: 400; font-size: 3rem; }
h1, h2 { font-family: ${FONTS.garden}; font-weight: 400; font-style: italic; letter-spacing: 0; }
h1 { font-size: 2.5rem; line-height: 1.1; }
.line { margin-top: .5rem; color: var(--tone); }
.all > h2 { font-size: 1.5rem; text-align: center; }
.say { text-align: center; }
.to { padding: .875rem 1.5rem; box-shadow: 0 1px 0 var(--line); }
.to:hover, .film:hover { border-color: var(--tone); transform: translateY(-2px); box-shadow: 0 6px 14px -8px rgb(0 0 0/.35); }
.to > img { border-radius: 1rem .375rem; margin-left: -.75rem; }
.star:hover { border-color: var(--accent); }
.all > hr { width: 3rem; height: 3rem; margin: 1.25rem auto; border: 0; background: var(--leaf); mask: var(--grown) center/contain no-repeat; }
@media (min-width: 1240px) { :root { --size: 25rem; } }
`,
};
