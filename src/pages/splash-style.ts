/** The styles that a custom splash page adds to the shared stylesheet. */
export const ownSplashStyle = `
.card:has(.own) { max-width: 480px; overflow: hidden; }
.own h1 { overflow-wrap: anywhere; }
.own .cover { display: block; width: calc(100% + 64px); max-width: none; height: auto; max-height: 280px; object-fit: cover; margin: -32px -32px 28px; background: var(--line); }
.own .logo { display: block; width: auto; height: auto; max-width: 200px; max-height: 48px; margin: 0 auto 20px; }
.own .words { margin: 0; color: var(--quiet); white-space: pre-line; overflow-wrap: anywhere; }
.pill { position: relative; display: inline-block; max-width: 100%; margin: 28px auto 0; padding: 7px; }
.ring { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
.ring rect { x: 2px; y: 2px; width: calc(100% - 4px); height: calc(100% - 4px); rx: 29px; fill: none; stroke: var(--line); stroke-width: 3; }
.ring .arc { stroke: var(--accent); stroke-dasharray: 100; }
.own .go { flex-direction: row; gap: 10px; position: relative; width: auto; height: auto; min-width: 168px; min-height: 48px; padding: 10px 28px; border-radius: 24px; overflow-wrap: anywhere; }
.own .count { order: 1; min-width: 1.3em; font-size: 16px; line-height: 24px; letter-spacing: 0; opacity: 0.8; }
.own .go:focus-visible { outline-offset: -6px; }
.own .stay { display: block; margin: 8px auto 0; }
.own .leads { margin: 24px 0 0; padding: 16px 0 0; border-top: 1px solid var(--line); font-size: 14px; line-height: 22px; overflow-wrap: anywhere; }
.own .leads b { color: var(--ink); font-weight: 600; }
@media (max-width: 480px) {
  .own .cover { width: calc(100% + 48px); margin: -24px -24px 24px; max-height: 220px; }
}
@media (prefers-reduced-motion: reduce) {
  .ring { display: none; }
}
`;
