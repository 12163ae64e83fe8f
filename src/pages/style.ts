/** The one stylesheet of the public pages: tokens first, both themes, then what the pages share. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: oklch(98.5% 0.003 220);
  --card: oklch(100% 0 0);
  --ink: oklch(24% 0.015 230);
  --quiet: oklch(48% 0.015 230);
  --line: oklch(89% 0.008 220);
  --edge: oklch(62% 0.012 230);
  --accent: oklch(44% 0.085 185);
  --on-accent: oklch(99% 0.005 185);
  --danger: oklch(48% 0.17 25);
  --code: oklch(95.5% 0.006 220);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: oklch(18% 0.012 230);
    --card: oklch(22% 0.014 230);
    --ink: oklch(94% 0.006 220);
    --quiet: oklch(73% 0.012 225);
    --line: oklch(32% 0.014 230);
    --edge: oklch(56% 0.014 230);
    --accent: oklch(76% 0.1 180);
    --on-accent: oklch(19% 0.03 190);
    --danger: oklch(75% 0.13 25);
    --code: oklch(27% 0.016 230);
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/24px 'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', sans-serif; }
h1 { font-size: 28px; line-height: 36px; letter-spacing: -0.015em; margin: 0 0 8px; }
h2 { font-size: 20px; line-height: 28px; letter-spacing: -0.01em; margin: 48px 0 12px; }
p { margin: 0 0 16px; }
a { color: var(--accent); }
code, pre, .code { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: 14px; }
code { background: var(--code); border-radius: 4px; padding: 1px 5px; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 10px; padding: 16px; overflow-x: auto; line-height: 22px; margin: 0 0 16px; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.quiet { color: var(--quiet); }
.centre { min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; align-items: center; justify-content: center; padding: 32px 16px; }
.card { width: 100%; max-width: 440px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 32px; }
.card > :last-child { margin-bottom: 0; }
.name { margin: 24px 0 0; font-size: 13px; line-height: 20px; color: var(--quiet); }
.name a { color: inherit; }
.button { display: inline-block; border: 0; border-radius: 6px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; padding: 10px 16px; text-decoration: none; cursor: pointer; }
label { display: block; font-size: 14px; line-height: 22px; font-weight: 600; margin: 0 0 4px; }
input { display: block; width: 100%; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: 6px; padding: 9px 12px; margin: 0 0 16px; }
.problem { color: var(--danger); font-size: 14px; line-height: 22px; }
`;

/** What the documentation adds to it. */
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
