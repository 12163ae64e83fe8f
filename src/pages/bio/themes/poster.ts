import { type BioTheme, FONTS } from '../theme.ts';

/** A two-color poster: letters as large as fit, thick rules, the portrait tinted with the background color. */
export const poster: BioTheme = {
  light: {
    grounds: [[0.7, 0.195, 42]],
    ink: [0.16, 0.01, 40],
    quiet: [0.16, 0.01, 40],
    line: [0.16, 0.01, 40],
    card: [0.7, 0.195, 42],
    accent: [0.7, 0.195, 42],
    isAccentGround: true,
  },
  dark: {
    grounds: [[0.15, 0.012, 40]],
    ink: [0.95, 0.012, 60],
    quiet: [0.8, 0.015, 60],
    line: [0.72, 0.19, 42],
    card: [0.15, 0.012, 40],
    accent: [0.72, 0.19, 42],
  },
  hasInter: true,
  css: `
:root { --font: ${FONTS.inter}; --round: 0; --wide: 74rem; }
main { padding: 1.25rem 1.25rem 3rem; }
header { container-type: inline-size; text-align: left; margin-bottom: 1.75rem; display: flex; flex-direction: column; background: var(--g0); }
.face { order: 2; width: 100%; height: auto; aspect-ratio: 1; margin: 1.25rem 0 0; border-radius: 0; filter: grayscale(1) contrast(1.25) brightness(1.05); mix-blend-mode: multiply; background: none; }
span.face { display: none; }
h1 { font-size: min(23cqi, 9rem); line-height: .86; font-weight: 900; letter-spacing: -.055em; text-transform: uppercase; text-wrap: wrap; color: var(--tone); }
.w7 { font-size: min(17.5cqi, 9rem); }
.w9 { font-size: 12.5cqi; }
.w12 { font-size: 9cqi; }
.w16 { font-size: max(6.5cqi, 1.75rem); }
.line { order: 1; margin-top: 1.25rem; padding-top: .75rem; border-top: 6px solid var(--tone); font-size: 1.1875rem; line-height: 1.25; font-weight: 800; letter-spacing: -.015em; }
.about { order: 3; margin-top: 1.25rem; font-weight: 500; color: var(--ink); }
.all > * + * { margin-top: 1.5rem; }
.all > h2 { margin-top: 3.5rem; font-size: 2.25rem; line-height: .95; font-weight: 900; letter-spacing: -.05em; text-transform: uppercase; color: var(--tone); }
.list { gap: 0; border-bottom: 6px solid var(--tone); }
.to { min-height: 4.5rem; padding: 1rem 0; border: 0; border-top: 6px solid var(--tone); background: none; font-size: 1.5rem; line-height: 1.05; font-weight: 850; letter-spacing: -.035em; color: var(--tone); }
.to::after { content: ''; flex: none; width: 1.375rem; height: 1.375rem; background: currentColor; clip-path: polygon(18% 0, 100% 0, 100% 82%, 78% 82%, 78% 38%, 16% 100%, 0 84%, 62% 22%, 18% 22%); transition: translate .15s; }
.to:hover, .film:hover { background: var(--tone); color: var(--g0); box-shadow: -1.25rem 0 var(--tone), 1.25rem 0 var(--tone); }
.to:hover small, .film:hover small { color: inherit; }
.to:hover::after { translate: 3px -3px; }
.to > img { width: 3.5rem; height: 3.5rem; margin: 0; filter: grayscale(1) contrast(1.2); mix-blend-mode: multiply; }
.to:hover > img { filter: none; mix-blend-mode: normal; }
.star { background: var(--tone); color: var(--g0); box-shadow: -1.25rem 0 var(--tone), 1.25rem 0 var(--tone); }
.star small { color: inherit; }
li:has(> .star) + li > * { border-color: transparent; }
small { margin-top: .375rem; font-size: .9375rem; line-height: 1.3; font-weight: 500; letter-spacing: 0; color: var(--ink); }
.film { border: 0; border-top: 6px solid var(--tone); background: none; color: var(--tone); font-size: 1.5rem; line-height: 1.05; font-weight: 850; letter-spacing: -.035em; padding-bottom: 1rem; }
.words { padding: 1rem 0 0; }
.film .shot { margin-top: 1rem; }
.shot svg { background: var(--tone); color: var(--g0); border-radius: 0; }
.icons { justify-content: flex-start; gap: 0; margin-left: -.75rem; }
.icons a { border-radius: 0; color: var(--tone); }
.icons a:hover { background: var(--tone); color: var(--g0); }
.i { stroke-width: 2.25; }
.say { font-weight: 500; color: var(--ink); }
.pic img { border: 6px solid var(--tone); }
figcaption { text-align: left; font-weight: 600; color: var(--ink); }
.qr { justify-items: start; }
.all > hr { border-top: 6px solid var(--tone); }
footer { text-align: left; font-weight: 600; color: var(--ink); }
footer { width: 100%; max-width: var(--wide); margin: 0 auto; }
@media (prefers-color-scheme: dark) { .face, .to > img { mix-blend-mode: luminosity; filter: grayscale(1) contrast(1.1); } }
@media (min-width: 900px) {
main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 4rem; padding: 3rem 3rem 4rem; }
header { position: sticky; top: 3rem; align-self: start; }
.face { max-width: 26rem; }
.to, .film { font-size: 1.875rem; }
footer { padding-inline: 3rem; }
}
`,
};
