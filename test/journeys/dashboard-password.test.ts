import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { visitDashboard } from '../support/dashboard-visitor.ts';
import { type DashboardWorld, openDashboardWorld } from '../support/dashboard-world.ts';
import { newFolder } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { PASSWORD } from '../support/sign-in.ts';

setDefaultTimeout(120_000);

let world: DashboardWorld;
const folder = newFolder();

beforeAll(async () => {
  world = await openDashboardWorld({ DATA_DIR: folder });
});
afterAll(() => world.close());

/** As if everyone had signed in long ago. */
function forgetProofs(): void {
  const file = new Database(join(folder, 'signpost.db'));
  file.run('pragma busy_timeout = 5000');
  file.run('update sessions set proved_at = 0');
  file.close();
}

const WIDTHS = [1280, 390];

async function picture(page: Page, name: string): Promise<void> {
  const to = process.env.SCREENSHOTS;
  if (!to) return;
  for (const width of WIDTHS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: join(to, `${name}-${width}-${colorScheme}.png`) });
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('an old session asks for the password, and goes on with what was begun', async () => {
  guards('password-confirmation', 'key-scope');
  const { page, findBarriers, leave } = await world.visit('/app/keys');
  await page.getByRole('row', { name: 'First key' }).getByText('Manages account').waitFor();
  forgetProofs();
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Backup script');
  await page.getByLabel('Can manage the account and its keys').check();
  await picture(page, 'key-sheet');
  await page.getByRole('button', { name: 'Create key' }).click();

  const question = page.getByRole('dialog', { name: 'Confirm your password' });
  await question.waitFor();
  expect(await findBarriers()).toEqual([]);
  await question.getByLabel('Current password').fill('not the password');
  await page.keyboard.press('Enter');
  await question.getByText('This is not your password.').waitFor();
  await picture(page, 'confirm-password');
  await question.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your new key' }).waitFor();
  await page.getByRole('dialog').locator('.form-buttons').getByRole('button', { name: 'Close' }).click();
  const row = page.getByRole('row', { name: 'Backup script' });
  await row.getByText('Manages account').waitFor();
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Website');
  // For ten minutes nothing more is asked.
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('heading', { name: 'Your new key' }).waitFor();
  await page.getByRole('dialog').locator('.form-buttons').getByRole('button', { name: 'Close' }).click();
  const plain = page.getByRole('row', { name: 'Website' });
  await plain.waitFor();
  expect(await plain.getByText('Manages account').count()).toBe(0);
  await picture(page, 'keys');

  forgetProofs();
  await row.hover();
  await row.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await question.waitFor();
  // Whoever does not want to is told why nothing happened, and can try again.
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Enter your current password to do this.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await question.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await row.waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});

test('an old session asks before the e-mail address changes', async () => {
  guards('password-confirmation');
  await world.ask('POST', '/api/user/add', { email: 'grace@example.com', password: PASSWORD });
  const { page, leave } = await world.visit('/app/settings', {}, { email: 'grace@example.com' });
  await page.getByRole('button', { name: 'Save e-mail' }).waitFor();
  forgetProofs();
  await page.getByLabel('E-mail').fill('hopper@example.com');
  await page.getByRole('button', { name: 'Save e-mail' }).click();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('E-mail address saved.').waitFor();
  expect(await leave()).toEqual([]);
});

test('an old session of an administrator asks before a link for a new password is made; the reset deletes keys if asked', async () => {
  guards('password-confirmation', 'account-recovery');
  const { id } = await world.ask('POST', '/api/user/add', { email: 'linus@example.com', password: PASSWORD });
  const { page, leave } = await world.visit('/app/users?q=linus');
  const row = page.getByRole('row', { name: 'linus@example.com' });
  await row.waitFor();
  forgetProofs();
  await row.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Make reset link' }).click();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const link = await page.getByRole('dialog').getByText('/app/reset#').first().textContent();
  expect(await leave()).toEqual([]);

  const path = (link ?? '').replace(/^https?:\/\/[^/]+/, '');
  const reset = await visitDashboard(world.browser, world.server.url, path);
  await reset.page.getByLabel('New password').fill('a new horse 10');
  await reset.page.getByLabel('Delete all API keys too').check();
  expect(await reset.findBarriers()).toEqual([]);
  await picture(reset.page, 'reset');
  await reset.page.getByRole('button', { name: 'Set password' }).click();
  await reset.page.getByText('The new password is set.').waitFor();
  expect(await reset.leave()).toEqual([]);
  const file = new Database(join(folder, 'signpost.db'), { readonly: true });
  expect(file.query('select id from keys where user_id = ?').all(id)).toEqual([]);
  file.close();
});
