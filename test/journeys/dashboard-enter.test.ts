import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { signInOnScreen, visitDashboard } from '../support/dashboard-visitor.ts';
import { type DashboardWorld, EMAIL, openDashboardWorld } from '../support/dashboard-world.ts';
import { PASSWORD } from '../support/sign-in.ts';

setDefaultTimeout(120_000);

let world: DashboardWorld;

beforeAll(async () => {
  world = await openDashboardWorld();
});
afterAll(() => world.close());

test('a link that the administrator made sets a password, once, and leads to the sign-in', async () => {
  const { link } = await world.ask('POST', '/api/user/add', { email: 'grace@example.com' });
  const path = link.replace(/^https?:\/\/[^/]+/, '');
  const { page, findBarriers, leave } = await visitDashboard(world.browser, world.server.url, path);
  await page.getByLabel('New password').fill('short');
  await page.keyboard.press('Enter');
  await page.getByText('Must have at least 8 characters.').waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signInOnScreen(page, 'grace@example.com');
  await page.getByRole('navigation').waitFor();
  // Not an administrator: there is no list of users.
  expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);

  const again = await visitDashboard(world.browser, world.server.url, path);
  await again.page.getByLabel('New password').fill(PASSWORD);
  await again.page.keyboard.press('Enter');
  await again.page.getByText('This link was used already').waitFor();
  expect([...(await leave()), ...(await again.leave())]).toEqual([]);
});

test('who forgot the password is told where to turn on a server without mail', async () => {
  const { page, leave } = await visitDashboard(world.browser, world.server.url, '/app');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('Ask an administrator').waitFor();
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await signInOnScreen(page, EMAIL);
  await page.getByRole('link', { name: 'Users' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('theme and language are chosen once and stay; signing out leaves nothing to see', async () => {
  const { page, leave } = await world.visit('/app/pixels', { colorScheme: 'light' });
  const groundOf = () => page.evaluate('getComputedStyle(document.body).backgroundColor') as Promise<string>;
  await page.getByRole('heading', { name: 'No pixels yet' }).waitFor();
  const light = await groundOf();
  const choose = async (menu: RegExp, item: string) => {
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose(/Account of/, 'Dark theme');
  expect(await groundOf()).not.toBe(light);
  await choose(/Account of/, 'Deutsch');
  await page.getByRole('heading', { name: 'Noch keine Pixel' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Noch keine Pixel' }).waitFor();
  expect(await groundOf()).not.toBe(light);
  expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  await choose(/Konto von/, 'Abmelden');
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('everything is reached by keyboard alone', async () => {
  const { page, leave } = await visitDashboard(world.browser, world.server.url, '/app');
  await page.locator('input[type=email]:focus').waitFor();
  await page.keyboard.type(EMAIL);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'No pixels yet' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('links');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${world.server.url}/app/links`);
  await page.getByRole('heading', { name: 'No links yet' }).waitFor();
  await page.keyboard.press('c');
  await page.keyboard.type('https://example.com/by-keyboard');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: 'by-keyboard' }).waitFor();
  await page.getByRole('row', { name: 'by-keyboard' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/app\/links\/\d+$/);
  await page.goBack();
  await page.getByRole('row', { name: 'by-keyboard' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await leave()).toEqual([]);
});
