import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type DashboardFixture, EMAIL, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { signInOnScreen, visitDashboard } from '../support/dashboard-visitor.ts';
import { newFolder } from '../support/engines.ts';
import { words } from '../support/words.ts';

const { passkeys: t } = words;

let dashboard: DashboardFixture;
const folder = newFolder();

beforeAll(async () => {
  dashboard = await openDashboardFixture({ DATA_DIR: folder });
});
afterAll(() => dashboard.close());

/** Makes all sessions old, as if everyone had signed in long ago. */
function makeSessionsOld(): void {
  const file = new Database(join(folder, 'signpost.db'));
  file.run('pragma busy_timeout = 5000');
  file.run('update sessions set proved_at = 0');
  file.close();
}

/** Gives the browser a device that confirms every passkey at once. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
}

test('a passkey is added in the settings, signs in without a password, and confirms a change', async () => {
  const url = dashboard.server.url.replace('127.0.0.1', 'localhost');
  const { page, findBarriers, leave } = await visitDashboard(dashboard.browser, url, '/app/settings', {
    isFirstVisit: true,
  });
  await addDevice(page);
  await signInOnScreen(page, EMAIL);
  await page.getByRole('button', { name: t.add }).click();
  await page.getByRole('dialog').getByLabel(t.name).fill('Work laptop');
  await page.getByRole('button', { name: t.continue }).click();
  const row = page.getByRole('row', { name: 'Work laptop' });
  await row.waitFor();
  expect(await findBarriers()).toEqual([]);

  await page.context().clearCookies();
  await page.reload();
  await page.getByRole('button', { name: t.use }).click();
  await row.waitFor();

  makeSessionsOld();
  await row.hover();
  await row.getByRole('button', { name: t.delete }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.ui.delete }).click();
  const question = page.getByRole('dialog', { name: words.shell.confirmPassword.title });
  await question.getByRole('button', { name: t.use }).click();
  await page.getByText(t.deleted).waitFor();
  await row.waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});

test('where browsers allow no passkeys, the settings say why', async () => {
  const { page, leave } = await dashboard.visit('/app/settings', { isFirstVisit: true }, { hasOwnSession: true });
  await page.getByText(t.insecure({ origin: dashboard.server.url })).waitFor();
  expect(await page.getByRole('button', { name: t.add }).count()).toBe(0);
  await leave();
});
