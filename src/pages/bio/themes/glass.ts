import { type BioTheme, FONTS } from '../theme.ts';

/** Frosted glass panes over blurred light. */
export const glass: BioTheme = {
  light: {
    grounds: [
      [0.9, 0.06, 255],
      [0.89, 0.08, 340],
      [0.92, 0.07, 60],
      [0.9, 0.07, 195],
    ],
    ink: [0.25, 0.06, 275],
    quiet: [0.36, 0.055, 275],
    line: [0.99, 0.01, 275],
    card: [1, 0, 0],
    cardAlpha: 0.5,
    accent: [0.46, 0.19, 285],
  },
  dark: {
    grounds: [
      [0.25, 0.1, 278],
      [0.4, 0.17, 335],
      [0.38, 0.15, 300],
      [0.42, 0.11, 225],
    ],
    ink: [0.975, 0.008, 275],
    quiet: [0.9, 0.025, 280],
    line: [0.55, 0.05, 280],
    card: [1, 0, 0],
    cardAlpha: 0.09,
    accent: [0.83, 0.1, 200],
  },
  hasInter: true,
  css: `
:root { --font: ${FONTS.inter}; --round: 1.25rem; --wide: 32rem; }
body::before { content: ''; position: fixed; inset: -10vmax; z-index: -1; background: radial-gradient(closest-side, var(--g1), transparent) 88% 8%/70vmax 70vmax no-repeat, radial-gradient(closest-side, var(--g3), transparent) -10% 45%/75vmax 75vmax no-repeat, radial-gradient(closest-side, var(--g2), transparent) 75% 105%/80vmax 80vmax no-repeat, var(--g0); }
main { padding-top: 2.5rem; }
header, .to, .film, .qr, .icons { background: var(--card); border: 1px solid var(--line); backdrop-filter: blur(18px) saturate(1.4); box-shadow: inset 0 1px 0 rgb(255 255 255/.25), 0 12px 32px -18px rgb(20 10 60/.5); }
header { margin-bottom: .75rem; padding: 2rem 1.5rem 1.75rem; border-radius: 1.75rem; }
.face { box-shadow: 0 0 0 4px var(--card), 0 8px 24px -8px rgb(20 10 60/.5); }
h1 { font-size: 1.875rem; letter-spacing: -.03em; }
.all > h2 { padding-left: .25rem; font-size: 1.0625rem; letter-spacing: -.01em; }
.say { padding-inline: .25rem; }
.to { min-height: 4rem; }
.to:hover, .film:hover { transform: scale(1.015); border-color: var(--tone); }
.star { background: var(--accent); border-color: var(--accent); }
.icons { padding: .375rem; border-radius: 1.75rem; gap: .125rem; }
.qr { padding: 1.5rem; border-radius: var(--round); }
.pic img { border: 1px solid var(--line); }

`,
};
