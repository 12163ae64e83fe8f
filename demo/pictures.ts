import { mkdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { signInOnScreen } from '../test/support/dashboard-visitor.ts';
import { newFolder } from '../test/support/engines.ts';
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
}

const pictures: Picture[] = [
  { name: 'link', path: (ids) => `/app/links/${ids.get('autumn-sale')}`, theme: 'light' },
  { name: 'qr-code', path: () => '/app/qr/1', theme: 'dark' },
  { name: 'bio-page', path: () => '/app/bio/1', theme: 'light' },
];

async function takePicture(browser: Browser, { name, theme }: Picture, path: string): Promise<void> {
  const context = await browser.newContext({ viewport: DESK, colorScheme: theme, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(ADDRESS + path);
  await signInOnScreen(page, SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
  await page.waitForLoadState('networkidle').catch(() => {});
  // Live data keeps the network busy, so wait a fixed time instead.
  await page.waitForTimeout(2_000);
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  await context.close();
}

mkdirSync(FOLDER, { recursive: true });
const environment = { DATA_DIR: newFolder(), BASE_URL: ADDRESS };
const linkIds = await fillStore(environment);
const { browser, close } = await startDemo(environment);
for (const picture of pictures) await takePicture(browser, picture, picture.path(linkIds));
await close();
await filmFirstMinute(`${FOLDER}/first-minute.gif`);
