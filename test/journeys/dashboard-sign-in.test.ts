import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type DashboardFixture, EMAIL, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { invalidField, signInOnScreen, visitDashboard } from '../support/dashboard-visitor.ts';
import { PASSWORD } from '../support/sign-in.ts';
import { words, wordsInGerman } from '../support/words.ts';

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

test('a reset link from the administrator sets a password once and leads to the sign-in page', async () => {
  const { link } = await dashboard.callApi('POST', '/api/user/add', { email: 'grace@example.com' });
  const path = link.replace(/^https?:\/\/[^/]+/, '');
  const { page, findBarriers, leave } = await visitDashboard(dashboard.browser, dashboard.server.url, path);
  await page.getByLabel(words.shell.reset.password).fill('short');
  await page.keyboard.press('Enter');
  await invalidField(page, 'password').waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByLabel(words.shell.reset.password).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: words.shell.signIn.title }).click();
  await signInOnScreen(page, 'grace@example.com');
  await page.getByRole('navigation').waitFor();
  // Not an administrator: there is no list of users.
  expect(await page.getByRole('link', { name: words.shell.nav.users }).count()).toBe(0);

  const again = await visitDashboard(dashboard.browser, dashboard.server.url, path);
  await again.page.getByLabel(words.shell.reset.password).fill(PASSWORD);
  await again.page.keyboard.press('Enter');
  await again.page.getByText(words.shell.reset.spent).waitFor();
  expect([...(await leave()), ...(await again.leave())]).toEqual([]);
});

test('a server without mail says where to get help with a forgotten password', async () => {
  const { page, leave } = await visitDashboard(dashboard.browser, dashboard.server.url, '/app');
  await page.getByRole('button', { name: words.shell.signIn.forgot }).click();
  await page.getByLabel(words.shell.signIn.email).fill(EMAIL);
  await page.getByRole('button', { name: words.shell.forgot.submit }).click();
  await page.getByText(words.shell.forgot.noMail).waitFor();
  await page.getByRole('button', { name: words.shell.forgot.back }).click();
  await signInOnScreen(page, EMAIL);
  await page.getByRole('link', { name: words.shell.nav.users }).waitFor();
  expect(await leave()).toEqual([]);
});

test('theme and language are remembered; after signing out nothing is visible', async () => {
  const { page, leave } = await dashboard.visit('/app/pixels', { colorScheme: 'light' }, { hasOwnSession: true });
  const groundOf = () => page.evaluate('getComputedStyle(document.body).backgroundColor') as Promise<string>;
  await page.getByRole('heading', { name: words.pixels.empty }).waitFor();
  const light = await groundOf();
  const choose = async (menu: string, item: string) => {
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose(words.shell.account({ email: EMAIL }), words.shell.theme.dark);
  expect(await groundOf()).not.toBe(light);
  await choose(words.shell.account({ email: EMAIL }), 'Deutsch');
  await page.getByRole('heading', { name: wordsInGerman.pixels.empty }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: wordsInGerman.pixels.empty }).waitFor();
  expect(await groundOf()).not.toBe(light);
  expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  await choose(wordsInGerman.shell.account({ email: EMAIL }), wordsInGerman.shell.signOut);
  await page.getByRole('heading', { name: wordsInGerman.shell.signIn.title }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: wordsInGerman.shell.signIn.title }).waitFor();
  expect(await leave()).toEqual([]);
});

test('everything can be reached by keyboard', async () => {
  const { page, leave } = await visitDashboard(dashboard.browser, dashboard.server.url, '/app');
  await page.locator('input[type=email]:focus').waitFor();
  await page.keyboard.type(EMAIL);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: words.pixels.empty }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('links');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/app\/w\/\d+\/links$/);
  await page.getByRole('heading', { name: words.links.empty }).waitFor();
  await page.keyboard.press('c');
  await page.keyboard.type('https://example.com/by-keyboard');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: 'by-keyboard' }).waitFor();
  await page.getByRole('row', { name: 'by-keyboard' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/links\/\d+$/);
  await page.goBack();
  await page.getByRole('row', { name: 'by-keyboard' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: words.ui.shortcuts }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});
