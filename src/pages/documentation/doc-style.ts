/** The styles that the pages of the documentation add to those of the API reference. */
export const docStyle = `
.doc-bar { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 24px; height: 56px; padding: 0 max(24px, calc((100vw - 1120px) / 2 + 24px)); background: var(--card); border-bottom: 1px solid var(--line); font-size: 14px; line-height: 22px; }
.doc-bar a { color: var(--quiet); text-decoration: none; white-space: nowrap; }
.doc-bar a:hover { color: var(--accent); }
.doc-bar .doc-home { display: flex; align-items: center; gap: 8px; margin-right: auto; }
.doc-home svg { color: var(--accent); }
.doc-home b { color: var(--ink); font-weight: 650; }
.doc-search { position: relative; width: 280px; }
.doc-search input { margin: 0; padding: 5px 36px 5px 12px; font-size: 14px; line-height: 22px; background: var(--ground); }
.doc-search input::-webkit-search-cancel-button { display: none; }
.doc-search kbd { position: absolute; right: 10px; top: 8px; font: 12px/18px ui-monospace, Menlo, monospace; color: var(--quiet); border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; pointer-events: none; }
.doc-search ul { position: absolute; top: 40px; right: 0; width: min(560px, calc(100vw - 32px)); max-height: min(70vh, 560px); overflow-y: auto; list-style: none; margin: 0; padding: 6px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 8px 32px oklch(20% 0.02 230 / 0.18); }
.doc-search li a { display: block; padding: 8px 10px; border-radius: 6px; white-space: normal; color: var(--ink); }
.doc-search li a:hover, .doc-search li a:focus { background: var(--tint); outline: none; color: var(--ink); }
.doc-search li b { display: block; font-weight: 600; }
.doc-search li span { display: block; font-size: 13px; line-height: 20px; color: var(--quiet); overflow-wrap: anywhere; }
.doc-said:empty { display: none; }
.doc-said { position: absolute; top: 40px; right: 0; width: 100%; margin: 0; padding: 8px 12px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; color: var(--quiet); }
.doc-menu { display: none; border: 1px solid var(--edge); border-radius: 6px; background: none; color: inherit; font: inherit; padding: 5px 12px; cursor: pointer; }
.docs nav#contents { position: sticky; display: block; inset: 88px auto auto; width: auto; height: auto; margin: 0; padding: 0 0 24px; border: 0; background: none; color: inherit; max-height: calc(100vh - 112px); }
.docs nav#contents [aria-current] { color: var(--accent); font-weight: 600; }
.docs nav .within { margin: 2px 0 6px; padding: 0 0 0 12px; border-left: 1px solid var(--line); }
.docs nav .within a { font-size: 13px; line-height: 20px; padding: 2px 0; }
.doc main { max-width: 760px; }
.doc main h1 { margin-bottom: 16px; }
.doc main h2 { border-top: 0; padding-top: 0; margin: 40px 0 8px; scroll-margin-top: 72px; }
.doc main h3 { scroll-margin-top: 72px; }
.doc main ul, .doc main ol { margin: 0 0 16px; padding: 0 0 0 24px; }
.doc main li { margin: 0 0 4px; }
.doc main img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 10px; }
.doc .block { position: relative; margin: 0 0 16px; }
.doc pre { font-size: 13px; line-height: 20px; border: 1px solid var(--line); margin: 0 0 16px; tab-size: 2; }
.doc .block pre { margin: 0; }
.doc pre code { font-size: 13px; }
.doc .copy { position: absolute; top: 8px; right: 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: var(--quiet); font: 13px/20px 'Inter Variable', Inter, system-ui, sans-serif; padding: 2px 10px; cursor: pointer; opacity: 0; transition: opacity 120ms ease-out; }
.doc .block:hover .copy, .doc .copy:focus-visible { opacity: 1; }
.doc .copy:hover { color: var(--ink); }
.doc table { font-size: 14px; line-height: 22px; }
.doc td code { font-size: 13px; overflow-wrap: normal; }
.doc td:first-child code { white-space: nowrap; }
.anchor { color: var(--quiet); font-weight: 400; text-decoration: none; opacity: 0; }
:is(h2, h3):hover .anchor, .anchor:focus-visible { opacity: 1; }
.turn { display: flex; justify-content: space-between; gap: 16px; margin: 64px 0 0; padding: 24px 0 0; border-top: 1px solid var(--line); }
.docs main .turn { position: static; max-height: none; font-size: 16px; line-height: 24px; }
.docs .turn a { color: var(--accent); padding: 0; }
.turn a[rel=next] { text-align: right; }
.turn span { display: block; font-size: 13px; line-height: 20px; color: var(--quiet); }
@media (max-width: 720px) {
  .doc-bar { flex-wrap: wrap; height: auto; gap: 8px 16px; padding: 10px 16px; }
  .doc-home span, .doc-bar kbd { display: none; }
  .doc-search { order: 2; flex: 1 0 60%; width: auto; }
  .doc-search ul { right: auto; left: 0; }
  .doc-menu { display: block; order: 3; }
  .docs nav#contents { display: none; }
  .docs nav#contents:popover-open { display: block; position: fixed; inset: 0 0 0 auto; width: min(320px, 85vw); max-height: none; height: 100%; padding: 24px; background: var(--card); border-left: 1px solid var(--line); }
  .docs nav#contents ul { columns: 1; }
  .docs nav#contents a { padding: 6px 0; }
  #contents::backdrop { background: oklch(20% 0.02 230 / 0.4); }
  .doc main h2, .doc main h3 { scroll-margin-top: 120px; }
  .doc .copy { display: none; }
  .doc td:not(:first-child, :last-child) { min-width: 150px; }
  .doc td:nth-child(n + 3) { min-width: 220px; }
}
`;
