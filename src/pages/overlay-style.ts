/** The styles of overlays, both on top of a destination and before it. */
export const overlayStyle = `
iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0; background: Canvas; }
.skip { position: fixed; top: 12px; left: 12px; z-index: 3; padding: 10px 16px; border-radius: 6px; background: var(--accent); color: var(--on-accent); text-decoration: none; transform: translateY(-80px); }
.skip:focus { transform: none; }
.overlay { position: fixed; z-index: 2; inset: auto; margin: 0; padding: 0; max-width: none; max-height: min(80vh, 80dvh); overflow: auto; border: 1px solid var(--line); background: var(--card); color: var(--ink); box-shadow: 0 8px 32px rgb(0 0 0 / 0.2); }
.overlay:focus { outline: 0; }
.overlay::backdrop { background: rgb(10 18 22 / 0.55); }
.inner { position: relative; display: flex; flex-direction: column; gap: 16px; padding: 20px; }
.inner > * { margin: 0; }
.lead { font-weight: 600; white-space: pre-line; overflow-wrap: anywhere; }
.logo { display: block; align-self: flex-start; width: auto; height: auto; max-width: 160px; max-height: 32px; }
.act { display: flex; flex-direction: column; gap: 12px; }
.act:empty { display: none; }
.act form, .act p { margin: 0; }
.shut { position: absolute; top: 8px; right: 8px; }
.shut button { display: grid; place-items: center; width: 36px; height: 36px; border: 0; border-radius: 6px; background: none; color: var(--quiet); cursor: pointer; }
.shut button:hover { color: var(--ink); background: var(--tint); }
.shut path { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; }
.shut ~ .lead { padding-right: 28px; }
.trap { position: absolute; left: -9999px; width: 1px; height: 1px; overflow: hidden; }
.fields { display: flex; flex-direction: column; gap: 12px; }
.fields input, .fields textarea { margin: 0; }
textarea { display: block; width: 100%; min-height: 44px; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 6px; padding: 9px 12px; resize: vertical; }
textarea:focus-visible { outline-offset: -1px; }
.ask .problem { margin: 8px 0 0; color: var(--danger); font-size: 14px; line-height: 22px; }
.ask .problem:empty { display: none; }
.choices { display: flex; flex-direction: column; gap: 8px; }
.choice { width: 100%; padding: 9px 14px; border: 1px solid var(--edge); border-radius: 6px; background: none; color: inherit; font: inherit; text-align: left; overflow-wrap: anywhere; cursor: pointer; }
.choice:hover { border-color: var(--accent); background: var(--tint); }
.coupon { display: flex; align-items: stretch; border: 1px dashed var(--edge); border-radius: 6px; }
.coupon .code { flex: 1; padding: 9px 14px; background: none; color: var(--ink); font-size: 16px; line-height: 24px; letter-spacing: 0.06em; text-align: center; user-select: all; overflow-wrap: anywhere; }
.copy { border: 0; border-left: 1px dashed var(--edge); background: none; color: var(--accent); font: inherit; font-size: 14px; font-weight: 600; padding: 0 14px; cursor: pointer; }
.poster { display: block; width: 100%; height: auto; }
.posted { display: block; }
.thanks { white-space: pre-line; overflow-wrap: anywhere; }
.done { display: flex; flex-direction: column; gap: 16px; }
.done p { margin: 0; font-weight: 600; padding-right: 28px; }
.past { font-size: 14px; line-height: 22px; text-align: center; }
.past a { color: var(--quiet); }
.center { inset: 0; margin: auto; width: min(440px, calc(100vw - 32px)); height: fit-content; border-radius: 10px; }
.center .inner { padding: 28px; }
.center .lead { font-size: 20px; line-height: 28px; font-weight: 650; letter-spacing: -0.014em; }
.bottom-left, .bottom-right { bottom: 20px; width: 360px; border-radius: 10px; }
.bottom-left { left: 20px; }
.bottom-right { right: 20px; }
.top, .bottom { left: 0; right: 0; width: 100%; border-width: 0; }
.top { top: 0; border-bottom-width: 1px; }
.bottom { bottom: 0; border-top-width: 1px; }
.overlay.of-image .inner { padding: 0; gap: 0; }
.of-image .shut button { background: var(--card); color: var(--ink); opacity: 0.92; }
.of-image .logo { margin: 12px; }
.center.of-image { width: min(560px, calc(100vw - 32px)); }
.before .logo { margin: 0 0 20px; }
.before .lead { margin: 0 0 20px; font-size: 20px; line-height: 28px; font-weight: 650; letter-spacing: -0.014em; color: var(--ink); }
.before .act { margin: 0 0 16px; }
.before .thanks { margin: 0 0 20px; font-size: 20px; line-height: 28px; }
.before .onward { margin: 0; }
.before:has(.act .button) .onward .button, .before:has(.choice) .onward .button { background: none; color: var(--ink); border: 1px solid var(--edge); }
.before .note { margin: 12px 0 0; font-size: 13px; line-height: 20px; text-align: center; overflow-wrap: anywhere; }
@media (min-width: 720px) {
  .top .inner, .bottom .inner { flex-direction: row; align-items: center; gap: 12px 24px; flex-wrap: wrap; max-width: 1120px; margin: 0 auto; padding: 16px 72px 16px 24px; }
  .top .logo, .bottom .logo { align-self: center; }
  .top .lead, .bottom .lead { flex: 1 1 260px; padding: 0; }
  .top .act, .bottom .act { flex: 0 1 auto; flex-direction: row; align-items: center; }
  .top .button, .bottom .button { width: auto; white-space: nowrap; }
  .top .shut, .bottom .shut { top: calc(50% - 18px); right: 12px; }
  .top .fields, .bottom .fields { flex-direction: row; align-items: flex-end; }
  .top .field, .bottom .field { width: 200px; }
  .top .choices, .bottom .choices { flex-direction: row; flex-wrap: wrap; }
  .top .choice, .bottom .choice { width: auto; }
  .top textarea, .bottom textarea { height: 44px; }
  .top .done, .bottom .done { flex: 1; flex-direction: row; align-items: center; justify-content: space-between; }
  .top.of-image .act, .bottom.of-image .act { flex: 1; justify-content: center; }
  .top .poster, .bottom .poster { width: auto; max-width: 100%; max-height: min(200px, 30vh); }
}
@media (max-width: 719px) {
  .top { border-radius: 0 0 10px 10px; }
  .bottom { border-radius: 10px 10px 0 0; }
}
@media (max-width: 480px) {
  .card { padding: 24px; }
  .bottom-left, .bottom-right { left: 12px; right: 12px; bottom: 12px; width: auto; }
  .center .inner { padding: 24px; }
}
@media (prefers-reduced-motion: no-preference) {
  .overlay[open] { animation: appear 160ms ease-out; }
  @keyframes appear { from { opacity: 0; } }
}
`;
