import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../../scripts/services.ts';
import { openDashboardFixture } from '../support/dashboard-fixture.ts';
import { newFolder } from '../support/engines.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { words } from '../support/words.ts';

const { signOn: t, keys } = words;
const NAME = 'Keycloak';

/** Makes all sessions old, as if everyone had signed in long ago. */
function makeSessionsOld(folder: string): void {
  const file = new Database(join(folder, 'signpost.db'));
  file.run('pragma busy_timeout = 5000');
  file.run('update sessions set proved_at = 0');
  file.close();
}

async function logIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('a user signs in with the identity provider, and confirms a change there without leaving the page', async () => {
  const folder = newFolder();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const provider = await startIdentityProvider(url);
  provider.users.set('grace', { email: 'grace@example.com', email_verified: true });
  const settings = { ...provider.settings, OIDC_NAME: NAME, OIDC_ONLY: 'on', BASE_URL: url, PORT: String(port) };
  const dashboard = await openDashboardFixture({ ...settings, DATA_DIR: folder });
  const context = await dashboard.browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();

  await page.goto(`${url}/app/keys`);
  await page.getByText(t.onlyNote).waitFor();
  expect(await page.getByLabel(words.shell.signIn.password).count()).toBe(0);
  await page.getByRole('link', { name: t.signIn({ name: NAME }) }).click();
  await logIn(page, 'grace');
  await page.getByRole('heading', { name: keys.title }).waitFor();

  makeSessionsOld(folder);
  await page.getByRole('button', { name: keys.add }).first().click();
  await page.getByLabel(keys.name).fill('For scripts');
  await page.getByRole('dialog').getByRole('button', { name: keys.create }).click();
  const popup = context.waitForEvent('page');
  await page.getByRole('button', { name: t.confirm({ name: NAME }) }).click();
  await logIn(await popup, 'grace');
  await page.getByText('For scripts').first().waitFor();
  expect(context.pages()).toHaveLength(1);

  await context.close();
  await dashboard.close();
  await provider.stop();
});
