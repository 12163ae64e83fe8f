import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { fillStore, SAMPLE_ACCOUNT } from '../../demo/fill.ts';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import type { DashboardVisitor } from '../support/dashboard-visitor.ts';
import { newFolder } from '../support/engines.ts';
import { words } from '../support/words.ts';

// Each screen is checked in two widths, which takes long beside other tests.
setDefaultTimeout(60_000);

let dashboard: DashboardFixture;
let visitor: DashboardVisitor;
let linkId: number | undefined;

beforeAll(async () => {
  const settings = { DATA_DIR: newFolder(), SECRET: 'a secret of the tests alone' };
  linkId = (await fillStore(settings, 2)).get('autumn-sale');
  dashboard = await openDashboardFixture(settings);
  visitor = await dashboard.visit('/app', {}, SAMPLE_ACCOUNT);
}, 60_000);
afterAll(() => dashboard.close());

/** The screens of the sample account, and what to click on some of them. */
const screens: [name: string, path: () => string, button?: string][] = [
  ['home', () => ''],
  ['home-filtered', () => '?filter[country]=Germany&filter[device]=mobile&range=7d'],
  ['links', () => 'links'],
  ['link-form', () => 'links', words.links.new],
  ['link', () => `links/${linkId}`],
  ['link-qr', () => `links/${linkId}/qr`],
  ['qr', () => 'qr'],
  ['qr-editor', () => 'qr/1'],
  ['qr-statistics', () => 'qr/1/statistics'],
  ['bio', () => 'bio'],
  ['bio-editor', () => 'bio/1'],
  ['bio-statistics', () => 'bio/1/statistics'],
  ['campaigns', () => 'campaigns'],
  ['campaign', () => 'campaigns/1'],
  ['campaign-share', () => 'campaigns/1', words.share.share],
  ['channel', () => 'channels/1'],
  ['overlay', () => 'overlays/1'],
  ['keys', () => 'keys'],
  ['agents', () => 'agents'],
  ['share', () => 'share'],
  ['settings', () => 'settings'],
];

const VARIANTS = [
  [1440, 'light'],
  [1440, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const;

for (const [name, path, button] of screens) {
  test(`the screen ${name} is accessible and fits at 390 pixels in dark and at 1440 pixels in light`, async () => {
    const { page, findBarriersOnScreens } = visitor;
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${dashboard.server.url}/app/${path()}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (button !== undefined) await page.getByRole('button', { name: button, exact: true }).first().click();
    expect(await findBarriersOnScreens()).toEqual([]);
    const folder = process.env.SCREENSHOTS;
    for (const [width, colorScheme] of folder ? VARIANTS : []) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: join(folder ?? '', `${name}-${width}-${colorScheme}.png`) });
    }
  });
}

test('no screen has caused an error', async () => {
  expect(await visitor.leave()).toEqual([]);
});
