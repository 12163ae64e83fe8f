import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from 'playwright-core';

// The minified source is less than half as long, and every page must parse it.
const SOURCE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

// Colors are final when fading and similar short animations have ended. A new theme starts them with the next frame.
const SETTLED = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() =>
  Promise.allSettled(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime < 1000)
    .map((animation) => animation.finished)))
  .then(() => {})`;

// Rules whose violations are never serious: their results would be thrown away.
const MINOR_RULES = `axe._audit.rules.filter(({ impact }) => ['minor', 'moderate'].includes(impact))
  .map(({ id }) => [id, { enabled: false }])`;

/** An element that breaks a rule of axe. */
export interface Violation {
  rule: string;
  impact: 'minor' | 'moderate' | 'serious' | 'critical';
  html: string;
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Loads axe into the page, unless it is there. Sent this way, Chromium compiles it once and not for each page. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate('"axe" in window')) return;
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  await (await session).send('Runtime.evaluate', { expression: `${SOURCE};0` });
}

async function runAxe(page: Page, options: object, rules: string): Promise<Violation[]> {
  await loadAxe(page);
  await page.evaluate(SETTLED);
  const all = { iframes: false, resultTypes: ['violations'], selectors: false, ...options };
  return page.evaluate(`axe.run(document, { ...${JSON.stringify(all)}, rules: Object.fromEntries(${rules}) })
    .then(({ violations }) =>
      violations.flatMap(({ id, impact, nodes }) => nodes.map(({ html }) => ({ rule: id, impact, html }))))`);
}

/**
 * The accessibility violations of a page, without its frames; optionally only by rules with one of these tags. Runs axe directly:
 * `@axe-core/playwright` also collects every rule that passes, which takes several times as long.
 */
export function findViolations(page: Page, tags?: string[]): Promise<Violation[]> {
  return runAxe(page, tags ? { runOnly: tags } : {}, '[]');
}

/** The violations that axe calls serious or critical, one line each. */
export async function findSevereViolations(page: Page): Promise<string[]> {
  const violations = await runAxe(page, {}, MINOR_RULES);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ rule, html }) => `${rule}: ${html}`);
}
