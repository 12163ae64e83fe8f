/** Styles that all themes share: layout, sizes, and accessibility rules. */
export const bioBaseStyle = `
* { box-sizing: border-box; margin: 0; padding: 0; }
:root { color-scheme: light dark; --round: 12px; --wide: 35rem; }
html { -webkit-text-size-adjust: 100%; background: var(--g0); }
body { display: flex; flex-direction: column; min-height: 100vh; min-height: 100dvh; color: var(--ink); font: 1rem/1.5 var(--font); font-variant-ligatures: no-contextual; overflow-wrap: anywhere; -webkit-font-smoothing: antialiased; }
main { flex: 1; width: 100%; max-width: var(--wide); margin: 0 auto; padding: 3rem 1.25rem 2.5rem; }
header { text-align: center; margin-bottom: 2rem; }
.face { display: grid; place-items: center; width: 6rem; height: 6rem; margin: 0 auto 1rem; border-radius: 50%; object-fit: cover; background: var(--accent); color: var(--on); font-size: 2.25rem; font-weight: 650; line-height: 1; }
h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 700; letter-spacing: -.02em; text-wrap: balance; }
.line { margin-top: .25rem; font-weight: 500; text-wrap: balance; }
.about { margin-top: .75rem; color: var(--quiet); white-space: pre-line; text-wrap: pretty; }
.all > * + * { margin-top: .75rem; }
.all > h2 { margin-top: 2.25rem; font-size: 1.125rem; line-height: 1.3; }
.all > :first-child { margin-top: 0; }
.say { color: var(--quiet); white-space: pre-line; text-wrap: pretty; }
ul { list-style: none; }
.list { display: grid; gap: .75rem; }
a { color: inherit; }
.to, .film { color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: var(--round); font-weight: 600; line-height: 1.35; text-decoration: none; transition: background-color .15s, color .15s, border-color .15s, transform .15s, box-shadow .15s; }
.to { display: flex; align-items: center; gap: .875rem; min-height: 3.5rem; padding: .75rem 1.125rem; }
.to > span { flex: 1; min-width: 0; }
.to > svg { flex: none; }
.to > img { flex: none; width: 3rem; height: 3rem; margin: -.125rem 0 -.125rem -.5rem; object-fit: cover; border-radius: calc(var(--round) * .6); }
small { display: block; margin-top: .125rem; font-weight: 400; font-size: .875rem; line-height: 1.4; color: var(--quiet); }
.star { background: var(--accent); border-color: var(--accent); color: var(--on); }
.star small { color: inherit; }
.film { display: block; overflow: hidden; }
.words { display: block; padding: .75rem 1.125rem; }
.shot { position: relative; display: grid; place-items: center; aspect-ratio: 16/9; background: var(--line); }
.shot img { position: absolute; width: 100%; height: 100%; object-fit: cover; }
.shot svg { position: relative; box-sizing: content-box; width: 1.75rem; height: 1.75rem; padding: .875rem; border-radius: 50%; background: var(--accent); color: var(--on); fill: currentColor; }
svg { display: block; }
.i { width: 1.5rem; height: 1.5rem; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.icons { display: flex; flex-wrap: wrap; justify-content: center; gap: .375rem; padding: .25rem 0; }
.icons a { display: grid; place-items: center; width: 3rem; height: 3rem; border-radius: 50%; transition: background-color .15s, color .15s; }
.icons a:hover { background: var(--accent); color: var(--on); }
.pic img { display: block; width: 100%; height: auto; border-radius: var(--round); }
figcaption { margin-top: .5rem; font-size: .875rem; line-height: 1.4; color: var(--quiet); text-align: center; }
.qr { display: grid; justify-items: center; padding: .5rem 0; }
.qr > div { padding: .75rem; background: #fff; border-radius: var(--round); }
.qr svg { width: 10rem; height: 10rem; }
.all > hr { border: 0; border-top: 1px solid var(--line); margin-block: 1.75rem; }
.all > hr + h2 { margin-top: 1.75rem; }
footer { padding: 0 1.25rem 1.25rem; text-align: center; font-size: .8125rem; color: var(--quiet); }
footer a { display: inline-flex; align-items: center; gap: .375rem; min-height: 2.75rem; text-decoration: none; }
footer a:hover { color: var(--ink); }
:focus-visible { outline: 3px solid var(--tone); outline-offset: 3px; }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { transition: none !important; animation: none !important; } }
`;
