import { inline } from './policy.ts';
import { style } from './style.ts';

/** The stylesheet of a list of links: one column, and each link is one large target. */
export const campaignSheet = inline(`${style}
.list { max-width: 672px; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; margin: 0 auto; padding: 64px 16px 32px; }
.list header { margin: 0 0 24px; }
.list h1 { overflow-wrap: anywhere; margin: 0 0 4px; }
.list header p { color: var(--quiet); margin: 0; overflow-wrap: anywhere; }
.rows { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.rows li + li { border-top: 1px solid var(--line); }
.rows a { display: grid; grid-template-columns: minmax(0, 1fr) auto 16px; align-items: center; gap: 0 16px; padding: 14px 20px; color: inherit; text-decoration: none; transition: background-color 120ms ease-out; }
.rows a:hover { background: var(--tint); }
.rows li:first-child a { border-radius: 9px 9px 0 0; }
.rows li:last-child a { border-radius: 0 0 9px 9px; }
.rows li:only-child a { border-radius: 9px; }
.rows a:focus-visible { outline-offset: -2px; }
.subject { display: block; font-weight: 600; overflow-wrap: anywhere; }
.leads { display: block; font-size: 14px; line-height: 22px; color: var(--quiet); overflow-wrap: anywhere; }
.leads svg { vertical-align: -3px; margin-right: 6px; }
.rows .alias { max-width: 264px; color: var(--accent); text-align: right; }
.rows .arrow { grid-column: 3; color: var(--edge); }
.rows a:hover .arrow { color: var(--accent); }
.rows svg { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.pager { display: grid; grid-template-columns: 1fr auto 1fr; align-items: center; gap: 16px; margin: 16px 0 0; font-size: 14px; line-height: 22px; color: var(--quiet); font-variant-numeric: tabular-nums; }
.pager :last-child { text-align: right; }
.pager a { display: inline-block; padding: 8px 0; font-weight: 600; text-decoration: none; }
.pager a:hover { text-decoration: underline; }
.nothing { border: 1px dashed var(--edge); border-radius: 10px; padding: 40px 32px; text-align: center; }
.nothing h2 { margin: 0 0 4px; }
.nothing p { margin: 0 auto; max-width: 400px; color: var(--quiet); }
.list .name { justify-content: center; margin: auto 0 0; padding: 32px 0 0; }
@media (max-width: 480px) {
  .list { padding-top: 40px; }
  .rows a { grid-template-columns: minmax(0, 1fr) 16px; padding: 12px 16px; gap: 0 12px; }
  .rows .alias { grid-row: 2; max-width: none; font-size: 13px; line-height: 22px; text-align: left; }
  .rows .arrow { grid-column: 2; grid-row: 1 / span 2; }
}
`);
