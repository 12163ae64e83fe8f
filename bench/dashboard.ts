import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../test/support/browser.ts';
import { signInOnScreen, visitDashboard } from '../test/support/dashboard-visitor.ts';
import { words } from '../test/support/words.ts';
import { type Bench, medianOf } from './measure.ts';
import { addLink } from './redirect.ts';
import { type Measured, startSignpost } from './servers.ts';

const LINKS = 10_000;
const AT_ONCE = 16;
const ROUNDS = 3;
const LONGEST_MS = 100;
const IDLE_MS = 300;

const RULES = {
  geotarget: ['Canada', 'Japan', 'Germany'].map((location) => ({ location, link: `https://example.com/${location}` })),
  devicetarget: [{ device: 'iphone', link: 'https://example.com/ios' }],
  languagetarget: [{ language: 'fr', link: 'https://example.com/fr' }],
};

async function addLinks(server: Measured & { key: string }): Promise<void> {
  let number = 0;
  async function work(): Promise<void> {
    for (let own = number++; own < LINKS; own = number++) {
      await addLink(server, { url: `https://shop.example.com/${own % 2 ? 'spring' : 'autumn'}/item-${own}` });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // The newest link, so that it is the first in the list.
  await addLink(server, { url: 'https://example.com/', custom: 'with-rules', ...RULES });
}

async function scriptMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
}

/** Named user actions; `steps` is the number of repetitions. */
const interactions: { name: string; steps: number; run(page: Page): Promise<unknown> }[] = [
  {
    name: 'a key in the search',
    steps: 6,
    async run(page) {
      await page.getByRole('searchbox').focus();
      await page.keyboard.type('spring', { delay: 60 });
      await page.waitForTimeout(2 * IDLE_MS);
    },
  },
  { name: 'the search is cleared', steps: 1, run: (page) => page.keyboard.press('Escape') },
  { name: 'a row is chosen', steps: 1, run: (page) => page.locator('.row input').nth(2).check() },
  { name: 'all that are loaded are chosen', steps: 1, run: (page) => page.locator('.table-head input').check() },
  {
    name: 'all 10,001 are chosen',
    steps: 1,
    async run(page) {
      await page.getByRole('button', { name: words.bulk.allMatching({ count: 10001 }) }).click();
      await page.getByText(words.ui.selected({ count: 10001 })).waitFor();
    },
  },
  {
    name: 'none is chosen',
    steps: 1,
    run: (page) => page.getByRole('button', { name: words.ui.clearSelection }).click(),
  },
  {
    name: 'a turn of the wheel',
    steps: 40,
    async run(page) {
      await page.mouse.move(700, 500);
      for (let turn = 0; turn < 40; turn += 1) {
        await page.mouse.wheel(0, 400);
        await page.waitForTimeout(16);
      }
    },
  },
  {
    name: 'the menu of a row is opened',
    steps: 1,
    async run(page) {
      await page.evaluate('scrollTo(0, 0)');
      await page.locator('.row').first().hover();
      await page.locator('.row').first().getByRole('button', { name: words.ui.actions }).click();
      await page.getByRole('menuitem', { name: words.links.edit }).waitFor();
    },
  },
  {
    name: 'a link with five rules is opened',
    steps: 1,
    async run(page) {
      await page.getByRole('menuitem', { name: words.links.edit }).click();
      await page.getByRole('dialog').getByLabel(words.linkForm.url, { exact: true }).waitFor();
    },
  },
  {
    name: 'a key in its form',
    steps: 10,
    async run(page) {
      await page.getByRole('dialog').getByLabel(words.linkForm.description).focus();
      await page.keyboard.type('abcdefghij', { delay: 30 });
    },
  },
];

async function measureOnce(url: string): Promise<Record<string, number>> {
  const browser = await launchBrowser();
  const { page } = await visitDashboard(browser, url, '/app/links');
  await signInOnScreen(page, 'bench@example.com');
  await page.getByRole('row').nth(1).waitFor();
  await page.waitForTimeout(IDLE_MS);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const costs: Record<string, number> = {};
  for (const { name, steps, run } of interactions) {
    const beforeMs = await scriptMs(session);
    await run(page);
    await page.waitForTimeout(IDLE_MS);
    costs[name] = ((await scriptMs(session)) - beforeMs) / steps;
  }
  await browser.close();
  return costs;
}

/** Script time of user actions in an account with 10,000 links, including the layout that scripts force. */
export async function benchDashboard(): Promise<Bench[]> {
  const server = await startSignpost();
  try {
    await addLinks(server);
    const rounds: Record<string, number>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureOnce(`http://127.0.0.1:${server.port}`));
    const values = Object.fromEntries(
      interactions.map(({ name }) => [name, medianOf(rounds.map((costs) => costs[name] ?? 0))]),
    );
    return [
      {
        title: 'Script of the dashboard for an interaction, 10,000 links',
        unit: 'ms',
        values,
        claims: [{ text: 'the most', value: Math.max(...Object.values(values)), unit: ' ms', atMost: LONGEST_MS }],
      },
    ];
  } finally {
    await server.stop();
  }
}
