import { type BioTheme, FONTS } from '../theme.ts';

/** A catalog: numbers, hairlines and white space; wide screens put the name beside the list. */
export const catalogue: BioTheme = {
  light: {
    grounds: [[0.995, 0, 0]],
    ink: [0.17, 0, 0],
    quiet: [0.46, 0, 0],
    line: [0.86, 0, 0],
    card: [0.995, 0, 0],
    accent: [0.56, 0.225, 28],
  },
  dark: {
    grounds: [[0.15, 0, 0]],
    ink: [0.96, 0, 0],
    quiet: [0.71, 0, 0],
    line: [0.34, 0, 0],
    card: [0.15, 0, 0],
    accent: [0.69, 0.2, 28],
  },
  hasInter: true,
  css: `
:root { --font: ${FONTS.inter}; --round: 0; --wide: 68rem; }
main { padding-top: 1.5rem; }
header { text-align: left; margin-bottom: 2.5rem; padding-top: 1rem; border-top: 3px solid var(--ink); }
.face { width: 5rem; height: 5rem; margin: 0 0 2.5rem; border-radius: 0; font-size: 1.625rem; font-weight: 500; }
h1 { font-size: clamp(2.25rem, 10.5vw, 3.5rem); line-height: 1; font-weight: 600; letter-spacing: -.045em; }
.line { margin-top: .75rem; font-weight: 400; }
.line::before { content: ''; display: inline-block; width: .5625rem; height: .5625rem; margin-right: .5rem; border-radius: 50%; background: var(--accent); }
.about { max-width: 32rem; }
.all { counter-reset: n; }
.all > h2 { font-size: .875rem; font-weight: 500; color: var(--quiet); }
.list { gap: 0; }
.list > li { counter-increment: n; }
.to { align-items: baseline; gap: 1.25rem; min-height: 3.25rem; padding: .875rem 0; border: 0; border-top: 1px solid var(--line); background: none; font-weight: 500; font-size: 1.125rem; letter-spacing: -.012em; }
.to::before { content: counter(n, decimal-leading-zero) / ''; flex: none; width: 2rem; font: .8125rem/1 ${FONTS.mono}; color: var(--quiet); letter-spacing: 0; }
.to::after { content: '' ; flex: none; align-self: center; width: .5625rem; height: .5625rem; border-radius: 50%; background: var(--accent); scale: 0; transition: scale .15s; }
.to:hover::after, .star::after { scale: 1; }
.to:hover { color: var(--tone); border-color: var(--ink); }
.to > img, .to > svg { align-self: center; order: 1; margin: 0; }
.list > li:last-child > .to { border-bottom: 1px solid var(--line); }
.star { color: var(--tone); font-weight: 600; border-color: var(--ink); }
.star small { color: var(--quiet); }
small { letter-spacing: 0; }
.film { margin-top: -1px; padding: .875rem 0; border-width: 1px 0; background: none; font-weight: 500; font-size: 1.125rem; letter-spacing: -.012em; }
.words { padding: .75rem 0 0; }
.shot svg { border-radius: 0; }
.icons { justify-content: flex-start; gap: 0; margin-left: -.75rem; }
.icons a { border-radius: 0; }
.icons a:hover { background: none; color: var(--tone); }
.i { stroke-width: 1.5; }
figcaption { text-align: left; }
.qr { justify-items: start; }
.qr > div { padding: .5rem; margin-left: -.5rem; }
@media (prefers-color-scheme: dark) { .qr > div { margin: 0; } }
.all > hr { border-top: 3px solid var(--ink); }
footer { width: 100%; max-width: var(--wide); margin: 0 auto; text-align: left; }
@media (min-width: 820px) {
main { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 5rem; padding: 3rem 2.5rem; }
header { position: sticky; top: 3rem; align-self: start; }
.all { padding-top: 1rem; border-top: 3px solid var(--ink); }
.all > .list:first-child .to, .all > .list:first-child > li:first-child > .to { margin-top: 0; }
.all > .list:first-child > li:first-child > .to { border-top: 0; }
footer { padding-inline: 2.5rem; }
}
`,
};
