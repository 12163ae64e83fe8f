import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { fillStore, SAMPLE_ACCOUNT } from '../../demo/fill.ts';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { type DashboardVisitor, isFitting, openScreen } from '../support/dashboard-visitor.ts';
import { newFolder } from '../support/engines.ts';
import { waitUntil } from '../support/wait.ts';
import { words, wordsInGerman } from '../support/words.ts';

let dashboard: DashboardFixture;
let wide: DashboardVisitor;
let narrow: DashboardVisitor;
let linkId: number | undefined;

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 900 };

beforeAll(async () => {
  const settings = { DATA_DIR: newFolder(), SECRET: 'a secret of the tests alone' };
  linkId = (await fillStore(settings, 2)).get('autumn-sale');
  dashboard = await openDashboardFixture(settings);
  const phone = { colorScheme: 'dark', locale: 'de-DE', viewport: NARROW } as const;
  [wide, narrow] = await Promise.all([
    dashboard.visit('/app', { colorScheme: 'light', viewport: WIDE }, SAMPLE_ACCOUNT),
    dashboard.visit('/app', phone, SAMPLE_ACCOUNT),
  ]);
  for (const { page } of [wide, narrow]) {
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Without transitions, so that the colors are final at once.
    await page.emulateMedia({ reducedMotion: 'reduce' });
  }
});
afterAll(() => dashboard.close());

/** The screens of the sample account, and what to click on some of them. */
const screens: [name: string, path: () => string, button?: (texts: typeof words) => string][] = [
  ['home', () => ''],
  ['home-filtered', () => '?filter[country]=Germany&filter[device]=mobile&range=7d'],
  ['links', () => '/links'],
  ['link-form', () => '/links', ({ links }) => links.new],
  ['link', () => `/links/${linkId}`],
  ['link-qr', () => `/links/${linkId}/qr`],
  ['qr', () => '/qr'],
  ['qr-editor', () => '/qr/1'],
  ['qr-statistics', () => '/qr/1/statistics'],
  ['bio', () => '/bio'],
  ['bio-editor', () => '/bio/1'],
  ['bio-statistics', () => '/bio/1/statistics'],
  ['campaigns', () => '/campaigns'],
  ['campaign', () => '/campaigns/1'],
  ['campaign-share', () => '/campaigns/1', ({ share }) => share.share],
  ['channels', () => '/channels'],
  ['channel', () => '/channels/1'],
  ['splash', () => '/splash'],
  ['overlays', () => '/overlays'],
  ['overlay', () => '/overlays/1'],
  ['domains', () => '/domains'],
  ['keys', () => '/keys'],
  ['agents', () => '/agents'],
  ['share', () => '/share'],
  ['users', () => '/users'],
  ['server', () => '/server'],
  ['settings', () => '/settings'],
];

/** Lists, which are only checked when they have a row. */
const LISTS = ['links', 'qr', 'bio', 'campaigns', 'channels', 'splash', 'overlays', 'domains', 'keys', 'users'];

const VARIANTS = [
  [1440, 'light'],
  [1440, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const;

async function takeScreenshots({ page }: DashboardVisitor, name: string, folder: string): Promise<void> {
  for (const [width, colorScheme] of VARIANTS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

for (const [name, path, button] of screens) {
  test(`the screen ${name} is accessible and fits at 390 pixels in dark and at 1440 pixels in light, in both languages`, async () => {
    for (const [{ page, findBarriers }, texts] of [
      [wide, words],
      [narrow, wordsInGerman],
    ] as const) {
      await openScreen(page, path());
      if (LISTS.includes(name)) await page.getByRole('row').nth(1).waitFor();
      if (name === 'server') await page.getByText('LOG_LEVEL').waitFor();
      if (button)
        await page
          .getByRole('button', { name: button(texts), exact: true })
          .first()
          .click();
      if (button) await page.getByRole('dialog').waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(await isFitting(page)).toBe(true);
    }
    await wide.page.setViewportSize(NARROW);
    // Charts follow the width of the window with the next frame.
    await waitUntil('nothing is wider than the phone', () => isFitting(wide.page));
    if (process.env.SCREENSHOTS) await takeScreenshots(wide, name, process.env.SCREENSHOTS);
    await wide.page.setViewportSize(WIDE);
    if (!button) return;
    for (const { page } of [wide, narrow]) {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });
}

test('no screen has caused an error', async () => {
  expect([...(await wide.leave()), ...(await narrow.leave())]).toEqual([]);
});
