import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { chooseInMenu, signInOnScreen } from '../test/support/dashboard-visitor.ts';
import { newFolder } from '../test/support/engines.ts';
import { words } from '../test/support/words.ts';
import { ADDRESS, startDemo } from './demo-server.ts';
import { fillStore, SAMPLE_ACCOUNT } from './fill.ts';
import { filmFirstMinute } from './film.ts';

// Takes the screenshots and the GIF of the documentation from the running product.
const FOLDER = 'docs/pictures';
const DESK = { width: 1280, height: 960 };

interface Picture {
  name: string;
  /** The path of the screen; links are found by their alias. */
  path(linkIds: Map<string, number>): string;
  theme: 'light' | 'dark';
  /** Opens what the picture shows. */
  prepare?(page: Page): Promise<void>;
}

function linkPath(ids: Map<string, number>): string {
  return `/app/links/${ids.get('autumn-sale')}`;
}

interface Place {
  getBoundingClientRect(): { top: number };
  closest(selector: string): { scrollBy(x: number, y: number): void };
}

/** Scrolls the form only: `scrollIntoView` would also move the sheet around it. */
async function scrollToTargeting(page: Page): Promise<void> {
  const title = page.locator('.modal-body summary', { hasText: words.linkForm.targeting });
  await title.evaluate((element: Place) =>
    element.closest('.modal-body').scrollBy(0, element.getBoundingClientRect().top - 90),
  );
}

const pictures: Picture[] = [
  { name: 'home', path: () => '/app', theme: 'light' },
  { name: 'link', path: linkPath, theme: 'light' },
  {
    name: 'link-form',
    path: (ids) => `/app/links?edit=${ids.get('autumn-sale')}`,
    theme: 'light',
    prepare: async (page) => {
      await page.getByText(words.simulator.title, { exact: true }).click();
      await scrollToTargeting(page);
    },
  },
  {
    name: 'rules',
    path: (ids) => `/app/links?edit=${ids.get('autumn-sale')}`,
    theme: 'light',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Banner test' }).and(page.locator('[aria-expanded]')).first().click();
      await scrollToTargeting(page);
    },
  },
  {
    name: 'statistics',
    path: linkPath,
    theme: 'light',
    prepare: (page) => page.getByRole('heading', { name: words.charts.dimensions.browser }).scrollIntoViewIfNeeded(),
  },
  { name: 'qr-code', path: () => '/app/qr/1', theme: 'dark' },
  { name: 'bio-page', path: () => '/app/bio/1', theme: 'light' },
  {
    name: 'domain',
    path: () => '/app/domains',
    theme: 'light',
    prepare: async (page) => chooseInMenu(page, page.getByRole('row').nth(1), words.domains.settings),
  },
];

/** Writes a picture with 256 colors, a third of its size: a checkout and the executable contain all of them. */
async function shrink(png: Uint8Array, path: string): Promise<void> {
  const command = ['convert', '-', '-strip', '-dither', 'None', '-colors', '256', `png8:${path}`];
  const child = Bun.spawn(command, { stdin: new Blob([new Uint8Array(png)]), stderr: 'inherit' });
  if ((await child.exited) !== 0) throw new Error(`${path} could not be written.`);
}

async function takePicture(browser: Browser, { name, theme, prepare }: Picture, path: string): Promise<void> {
  const context = await browser.newContext({ viewport: DESK, colorScheme: theme, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(ADDRESS + path);
  await signInOnScreen(page, SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
  await page.waitForLoadState('networkidle').catch(() => {});
  // Live data keeps the network busy, so wait a fixed time instead.
  await page.waitForTimeout(2_000);
  await prepare?.(page);
  // Sheets slide in.
  await page.waitForTimeout(500);
  await shrink(await page.screenshot(), `${FOLDER}/${name}.png`);
  await context.close();
}

mkdirSync(FOLDER, { recursive: true });
const environment = { DATA_DIR: newFolder(), BASE_URL: ADDRESS };
const linkIds = await fillStore(environment);
const { browser, close } = await startDemo(environment);
// All of them, or those that are named: npm run pictures -- link-form
const names = process.argv.slice(2);
const isWanted = (name: string) => names.length === 0 || names.includes(name);
for (const picture of pictures.filter(({ name }) => isWanted(name))) {
  await takePicture(browser, picture, picture.path(linkIds));
}
await close();
if (isWanted('first-minute')) await filmFirstMinute(`${FOLDER}/first-minute.gif`);
