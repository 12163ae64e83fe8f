import axe from 'axe-core';
import type { Page } from 'playwright-core';

// Colors are final when fading and similar short animations have ended. A new theme starts them with the next frame.
const SETTLED = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() =>
  Promise.allSettled(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime < 1000)
    .map((animation) => animation.finished)))
  .then(() => {})`;

/** An element that breaks a rule of axe. */
export interface Violation {
  rule: string;
  impact: 'minor' | 'moderate' | 'serious' | 'critical';
  html: string;
}

/**
 * The accessibility violations of a page, without its frames; optionally only by rules with one of these tags. Runs axe directly:
 * `@axe-core/playwright` also collects every rule that passes, which takes several times as long.
 */
export async function findViolations(page: Page, tags?: string[]): Promise<Violation[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  await page.evaluate(SETTLED);
  const options = { iframes: false, resultTypes: ['violations'], ...(tags && { runOnly: tags }) };
  return page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, impact, nodes }) => nodes.map(({ html }) => ({ rule: id, impact, html }))))`);
}

/** The violations that axe calls serious or critical, one line each. */
export async function findSevereViolations(page: Page): Promise<string[]> {
  const violations = await findViolations(page);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ rule, html }) => `${rule}: ${html}`);
}
