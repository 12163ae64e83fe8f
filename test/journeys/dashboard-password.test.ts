import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { passwordRequired } from '../../src/http/account-access.ts';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { visitDashboard } from '../support/dashboard-visitor.ts';
import { newFolder } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { PASSWORD } from '../support/sign-in.ts';
import { words } from '../support/words.ts';

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

test('an old session requires the password, and then completes the action', async () => {
  guards('password-confirmation', 'key-scope');
  const { page, findBarriers, leave } = await dashboard.visit('/app/keys', {}, { hasOwnSession: true });
  await page.getByRole('row', { name: 'First key' }).getByText(words.keys.account).waitFor();
  makeSessionsOld();
  await page.getByRole('button', { name: words.keys.add }).click();
  await page.getByRole('dialog').getByLabel(words.keys.name).fill('Backup script');
  await page.getByLabel(words.keys.accountLabel).check();
  await picture(page, 'key-sheet');
  await page.getByRole('button', { name: words.keys.create }).click();

  const question = page.getByRole('dialog', { name: words.shell.confirmPassword.title });
  await question.waitFor();
  expect(await findBarriers()).toEqual([]);
  await question.getByLabel(words.shell.confirmPassword.password).fill('not the password');
  await page.keyboard.press('Enter');
  await question.getByText(words.shell.confirmPassword.wrong).waitFor();
  await picture(page, 'confirm-password');
  await question.getByLabel(words.shell.confirmPassword.password).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: words.keys.shownTitle }).waitFor();
  await page.getByRole('dialog').locator('.form-buttons').getByRole('button', { name: words.ui.close }).click();
  const row = page.getByRole('row', { name: 'Backup script' });
  await row.getByText(words.keys.account).waitFor();
  await page.getByRole('button', { name: words.keys.add }).click();
  await page.getByRole('dialog').getByLabel(words.keys.name).fill('Website');
  // For ten minutes the password is not required again.
  await page.getByRole('button', { name: words.keys.create }).click();
  await page.getByRole('heading', { name: words.keys.shownTitle }).waitFor();
  await page.getByRole('dialog').locator('.form-buttons').getByRole('button', { name: words.ui.close }).click();
  const plain = page.getByRole('row', { name: 'Website' });
  await plain.waitFor();
  expect(await plain.getByText(words.keys.account).count()).toBe(0);
  await picture(page, 'keys');

  makeSessionsOld();
  await row.hover();
  await row.getByRole('button', { name: words.keys.revoke }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.keys.revoke }).click();
  await question.waitFor();
  // Canceling shows why nothing happened, and the action can be repeated.
  await question.getByRole('button', { name: words.ui.cancel }).click();
  await page.getByText(passwordRequired.message).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: words.keys.revoke }).click();
  await question.getByLabel(words.shell.confirmPassword.password).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await row.waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});

test('an old session requires the password before the email address changes', async () => {
  guards('password-confirmation');
  await dashboard.callApi('POST', '/api/user/add', { email: 'grace@example.com', password: PASSWORD });
  const { page, leave } = await dashboard.visit(
    '/app/settings',
    {},
    { email: 'grace@example.com', hasOwnSession: true },
  );
  await page.getByRole('button', { name: words.settings.saveEmail }).waitFor();
  makeSessionsOld();
  await page.getByLabel(words.settings.email).fill('hopper@example.com');
  await page.getByRole('button', { name: words.settings.saveEmail }).click();
  await page.getByLabel(words.shell.confirmPassword.password).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText(words.settings.emailSaved).waitFor();
  expect(await leave()).toEqual([]);
});

test("an administrator's old session requires the password before it creates a reset link; the reset can delete keys", async () => {
  guards('password-confirmation', 'account-recovery');
  const { id } = await dashboard.callApi('POST', '/api/user/add', { email: 'linus@example.com', password: PASSWORD });
  const { page, leave } = await dashboard.visit('/app/users?q=linus', {}, { hasOwnSession: true });
  const row = page.getByRole('row', { name: 'linus@example.com' });
  await row.waitFor();
  makeSessionsOld();
  await row.getByRole('button', { name: words.ui.actions }).click();
  await page.getByRole('menuitem', { name: words.users.reset }).click();
  await page.getByLabel(words.shell.confirmPassword.password).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const link = await page.getByRole('dialog').getByText('/app/reset#').first().textContent();
  expect(await leave()).toEqual([]);

  const path = (link ?? '').replace(/^https?:\/\/[^/]+/, '');
  const reset = await visitDashboard(dashboard.browser, dashboard.server.url, path);
  await reset.page.getByLabel(words.shell.reset.password).fill('a new horse 10');
  await reset.page.getByLabel(words.shell.reset.revokeKeys).check();
  expect(await reset.findBarriers()).toEqual([]);
  await picture(reset.page, 'reset');
  await reset.page.getByRole('button', { name: words.shell.reset.submit }).click();
  await reset.page.getByText(words.shell.reset.done).waitFor();
  expect(await reset.leave()).toEqual([]);
  const file = new Database(join(folder, 'signpost.db'), { readonly: true });
  expect(file.query('select id from keys where user_id = ?').all(id)).toEqual([]);
  file.close();
});
