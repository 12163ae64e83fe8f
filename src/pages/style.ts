/** Design tokens for both schemes, then the styles that every public page has. */
export const baseStyle = `
@font-face { font-family: 'Inter Variable'; font-weight: 100 900; font-display: swap; src: url(/assets/inter.woff2) format('woff2'); }
:root {
  color-scheme: light dark;
  --ground: oklch(98.2% 0.004 220);
  --card: oklch(100% 0 0);
  --ink: oklch(24% 0.015 230);
  --quiet: oklch(48% 0.015 230);
  --line: oklch(90% 0.008 220);
  --edge: oklch(62% 0.012 230);
  --accent: oklch(44% 0.085 185);
  --accent-over: oklch(38% 0.075 185);
  --on-accent: oklch(99% 0.005 185);
  --tint: oklch(95.5% 0.02 185);
  --danger: oklch(48% 0.17 25);
  --caution: oklch(42% 0.08 70);
  --caution-tint: oklch(96.5% 0.03 85);
  --code: oklch(95.5% 0.006 220);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: oklch(17% 0.012 230);
    --card: oklch(21.5% 0.014 230);
    --ink: oklch(94% 0.006 220);
    --quiet: oklch(73% 0.012 225);
    --line: oklch(31% 0.014 230);
    --edge: oklch(56% 0.014 230);
    --accent: oklch(76% 0.1 180);
    --accent-over: oklch(82% 0.095 180);
    --on-accent: oklch(19% 0.03 190);
    --tint: oklch(29% 0.035 188);
    --danger: oklch(75% 0.13 25);
    --caution: oklch(85% 0.09 85);
    --caution-tint: oklch(28% 0.03 80);
    --code: oklch(27% 0.016 230);
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/24px 'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', sans-serif; font-variant-ligatures: no-contextual; -webkit-font-smoothing: antialiased; }
h1 { font-size: 28px; line-height: 36px; font-weight: 650; letter-spacing: -0.022em; margin: 0 0 8px; text-wrap: balance; }
h2 { font-size: 20px; line-height: 28px; font-weight: 650; letter-spacing: -0.014em; margin: 48px 0 12px; }
p { margin: 0 0 16px; text-wrap: pretty; }
a { color: var(--accent); text-underline-offset: 2px; }
code, pre, .code, .alias { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: 14px; }
code { background: var(--code); border-radius: 4px; padding: 1px 5px; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 10px; padding: 16px; overflow-x: auto; line-height: 22px; margin: 0 0 16px; }
pre.key { white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { background: none; padding: 0; overflow-wrap: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.quiet { color: var(--quiet); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.centre { min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center; justify-content: center; padding: 32px 16px; }
.card { width: 100%; max-width: 440px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 32px; }
.card p { color: var(--quiet); }
.card > :last-child, .card form > :last-child { margin-bottom: 0; }
.logo { display: block; max-width: 240px; max-height: 48px; margin: 0 0 24px; }
.name { display: flex; align-items: center; gap: 6px; margin: 24px 0 0; font-size: 13px; line-height: 20px; color: var(--quiet); }
.name svg { color: var(--accent); }
.picture { display: block; box-sizing: content-box; padding: 10px; margin: 0 0 20px; border-radius: 10px; background: var(--tint); color: var(--accent); fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.button { display: block; width: 100%; border: 0; border-radius: 6px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-align: center; padding: 10px 16px; text-decoration: none; cursor: pointer; }
.button, .go { transition: background-color 120ms ease-out; }
.button:hover, .go:hover { background: var(--accent-over); }
.choices { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
label { display: block; font-size: 14px; line-height: 22px; font-weight: 600; margin: 0 0 4px; }
input { display: block; width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 6px; padding: 9px 12px; margin: 0 0 16px; }
input:focus-visible { outline-offset: -1px; }
input[aria-invalid] { border-color: var(--danger); outline-color: var(--danger); margin-bottom: 8px; }
.card .problem { color: var(--danger); font-size: 14px; line-height: 22px; }
`;

/** The shared stylesheet of the public pages. */
export const style = `${baseStyle}
.host { overflow-wrap: anywhere; text-wrap: wrap; }
.parted { font-weight: 400; color: var(--quiet); margin: 0; }
.parted b { font-weight: 700; color: var(--ink); }
.card p:has(+ .host) { margin-bottom: 4px; }
.card .path { margin: 4px 0 0; max-height: 132px; overflow-y: auto; overflow-wrap: anywhere; font-size: 14px; line-height: 22px; }
.card .caution { margin: 16px 0 0; padding: 12px 16px; border-radius: 6px; background: var(--caution-tint); color: var(--caution); font-size: 14px; line-height: 22px; }
.card .said { color: var(--ink); white-space: pre-wrap; overflow-wrap: anywhere; text-wrap: wrap; }
.alias { overflow-wrap: anywhere; color: var(--ink); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; margin: 24px 0; padding: 16px 0 0; border-top: 1px solid var(--line); font-size: 14px; line-height: 22px; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
.card .note { margin: 12px 0 0; font-size: 13px; line-height: 20px; text-align: center; }
.splash { text-align: center; }
.splash .subject { margin: 0; overflow-wrap: anywhere; }
.dial { position: relative; display: grid; place-items: center; width: 152px; height: 152px; margin: 32px auto 0; }
.dial svg { position: absolute; inset: 0; transform: rotate(-90deg); }
.dial circle { fill: none; stroke: var(--line); stroke-width: 4; }
.dial .arc { stroke: var(--accent); stroke-dasharray: 100; }
.go { display: flex; flex-direction: column; align-items: center; justify-content: center; width: 128px; height: 128px; border-radius: 50%; background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none; }
.go:focus-visible { outline-color: var(--on-accent); outline-offset: -7px; }
.count { font-size: 28px; line-height: 36px; letter-spacing: -0.022em; font-variant-numeric: tabular-nums; }
.stay { margin: 20px 0 -12px; border: 0; border-radius: 6px; background: none; color: var(--quiet); font: inherit; font-size: 14px; line-height: 22px; padding: 8px 16px; cursor: pointer; }
.stay:hover { color: var(--ink); }
@media (max-width: 480px) {
  .card { padding: 24px; }
  h1 { font-size: 24px; line-height: 32px; }
}
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; }
  .dial .arc { visibility: hidden; }
}
`;

/** The styles that the API documentation adds. */
export const docsStyle = `
.docs { display: grid; grid-template-columns: 220px minmax(0, 1fr); gap: 48px; max-width: 1120px; margin: 0 auto; padding: 48px 24px 96px; }
.docs nav { position: sticky; top: 48px; align-self: start; max-height: calc(100vh - 96px); overflow-y: auto; font-size: 14px; line-height: 22px; }
.docs nav ul { list-style: none; margin: 0 0 16px; padding: 0; }
.docs nav a { color: var(--quiet); text-decoration: none; display: block; padding: 3px 0; }
.docs nav li { break-inside: avoid; }
.docs nav a:hover { color: var(--accent); }
.docs nav strong { display: block; margin: 0 0 4px; }
.docs h2 { border-top: 1px solid var(--line); padding-top: 32px; }
.docs h3 { font-size: 16px; line-height: 24px; margin: 32px 0 4px; scroll-margin-top: 16px; }
.docs h4 { font-size: 13px; line-height: 20px; color: var(--quiet); font-weight: 600; margin: 16px 0 4px; }
.verb { display: inline-block; min-width: 58px; font-weight: 700; color: var(--accent); }
.table { overflow-x: auto; margin: 0 0 16px; }
table { border-collapse: collapse; width: 100%; font-size: 13px; line-height: 20px; }
th, td { text-align: left; vertical-align: top; padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 600; }
td.code { font-size: 13px; white-space: nowrap; }
@media (max-width: 720px) {
  .docs { grid-template-columns: minmax(0, 1fr); gap: 24px; padding: 32px 16px 64px; }
  .docs nav { position: static; max-height: none; }
  .docs nav ul { columns: 2; }
  td.code { white-space: normal; overflow-wrap: anywhere; }
}
`;
