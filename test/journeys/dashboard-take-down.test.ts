import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { chooseInMenu } from '../support/dashboard-visitor.ts';
import { guards } from '../support/guards.ts';
import { PASSWORD } from '../support/sign-in.ts';
import { words } from '../support/words.ts';

const BOB = 'bob@example.com';
const URL_OF_BOB = 'https://example.com/offer';

/** The lists of the five nouns, and the name of Bob's row in each. */
const SCREENS = [
  ['links', 'bobs-offer'],
  ['bio', 'Bob’s page'],
  ['qr', 'Bob’s code'],
  ['overlays', 'Bob’s overlay'],
  ['splash', 'Bob’s splash page'],
] as const;

let dashboard: DashboardFixture;
let bobId: number;

/** Takes a screenshot if SCREENSHOTS is set. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

beforeAll(async () => {
  dashboard = await openDashboardFixture();
  bobId = (await dashboard.callApi('POST', '/api/user/add', { email: BOB, username: 'bob', password: PASSWORD })).id;
  const { page, leave } = await dashboard.visit('/app/splash', {}, { email: BOB });
  await page.getByRole('heading', { name: words.splash.empty }).waitFor();
  // With his own session, so that he needs no key.
  const add = async (path: string, body: object) => {
    const answer = await page.evaluate(
      async ([to, sent]) => {
        const headers = { 'Content-Type': 'application/json' };
        return (await fetch(to, { method: 'POST', headers, body: sent })).json();
      },
      [path, JSON.stringify(body)] as const,
    );
    expect(answer).toMatchObject({ error: 0 });
  };
  await add('/api/url/add', { url: URL_OF_BOB, custom: 'bobs-offer' });
  await add('/api/bio/add', { name: 'Bob’s page' });
  await add('/api/qr/add', { type: 'link', data: URL_OF_BOB, name: 'Bob’s code' });
  await add('/api/overlay/add', { type: 'message', name: 'Bob’s overlay', text: 'Click here' });
  await add('/api/splash/add', { name: 'Bob’s splash page', title: 'Free money' });
  await leave();
});
afterAll(() => dashboard.close());

test.each(SCREENS)("an administrator disables and enables a user's row on the screen %s", async (screen, name) => {
  guards('take-down');
  const { page, findBarriers, leave } = await dashboard.visit(`/app/${screen}`);
  await page.getByLabel(words.takeDown.owner).selectOption('everyone');
  const row = page.getByRole('row', { name });
  await row.getByText(BOB).waitFor();
  await row.getByText(words.takeDown.active, { exact: true }).waitFor();
  await chooseInMenu(page, row, words.takeDown.disable);
  await row.getByText(words.takeDown.disabled, { exact: true }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await takeScreenshot(page, `all-${screen}-wide-light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await takeScreenshot(page, `all-${screen}-wide-dark`);
  await page.setViewportSize({ width: 390, height: 800 });
  await takeScreenshot(page, `all-${screen}-phone-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  await takeScreenshot(page, `all-${screen}-phone-light`);
  await row.getByText(BOB).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await leave()).toEqual([]);

  const bob = await dashboard.visit(`/app/${screen}`, {}, { email: BOB });
  expect(await bob.page.getByLabel(words.takeDown.owner).count()).toBe(0);
  const own = bob.page.getByRole('row', { name });
  if (screen !== 'links') await own.getByText(words.takeDown.byAdministrator).waitFor();
  await takeScreenshot(bob.page, `own-${screen}-wide-light`);
  await own.click();
  await bob.page.getByText(words.takeDown.byAdministrator).first().waitFor();
  await takeScreenshot(bob.page, `opened-${screen}-wide-light`);
  await bob.page.setViewportSize({ width: 390, height: 800 });
  await bob.page.emulateMedia({ colorScheme: 'dark' });
  await takeScreenshot(bob.page, `opened-${screen}-phone-dark`);
  expect(await bob.findBarriers()).toEqual([]);
  expect(await bob.leave()).toEqual([]);

  const again = await dashboard.visit(`/app/${screen}?all=1`);
  const found = again.page.getByRole('row', { name });
  await chooseInMenu(again.page, found, words.takeDown.enable);
  await found.getByText(words.takeDown.active, { exact: true }).waitFor();
  expect(await again.leave()).toEqual([]);
});

test('an administrator opens an overlay and a splash page of a user', async () => {
  const { page, leave } = await dashboard.visit('/app/overlays?all=1');
  await page.getByRole('row', { name: 'Bob’s overlay' }).click();
  await page.getByRole('dialog').getByText('Click here').waitFor();
  await takeScreenshot(page, 'facts-wide-light');
  await page.goto(`${dashboard.server.url}/app/splash?all=1`);
  await page.getByRole('row', { name: 'Bob’s splash page' }).click();
  await page.getByRole('dialog').getByText('Free money').waitFor();
  expect(await leave()).toEqual([]);
});

test('a user is disabled together with all published content, and enabled again with it', async () => {
  guards('take-down');
  const { page, findBarriers, leave } = await dashboard.visit('/app/users');
  const row = page.getByRole('row', { name: BOB });
  await chooseInMenu(page, row, words.takeDown.disable);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.users.disableContent).check();
  expect(await findBarriers()).toEqual([]);
  await takeScreenshot(page, 'disable-user-wide-light');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await takeScreenshot(page, 'disable-user-phone-dark');
  await dialog.getByRole('button', { name: words.takeDown.disable }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 800 });
  const visit = async () => (await dashboard.server.fetch('/bobs-offer', { redirect: 'manual' })).status;
  expect(await visit()).toBe(410);
  await chooseInMenu(page, row, words.users.enable);
  await row.getByText(words.takeDown.disabled).waitFor({ state: 'detached' });
  expect(await visit()).toBe(302);
  expect((await dashboard.callApi('GET', '/api/users')).data.users).toContainEqual(
    expect.objectContaining({ id: bobId, disabled: false }),
  );
  expect(await leave()).toEqual([]);
});
