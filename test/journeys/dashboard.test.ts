import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { signInOnScreen, visitDashboard } from '../support/dashboard-visitor.ts';
import { newFolder } from '../support/engines.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { PASSWORD } from '../support/sign-in.ts';

setDefaultTimeout(120_000);

const EMAIL = 'ada@example.com';

let browser: Browser;
let server: ServerProcess;

beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startServer({ DATA_DIR: newFolder(), RATE_LIMIT: '100000' })]);
});
afterAll(() => Promise.all([browser.close(), server.end()]));

test('from the printed link to the dashboard', async () => {
  const [path = ''] = /\/setup\?token=\S+/.exec(server.output.stderr) ?? [];
  const { page, leave } = await visitDashboard(browser, server.url, path);
  await page.fill('#email', EMAIL);
  await page.fill('#username', 'ada');
  await page.fill('#password', PASSWORD);
  await page.click('button');
  await page.getByRole('link', { name: 'Open the dashboard' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).waitFor();
  expect(page.url()).toBe(`${server.url}/app`);
  expect(await leave()).toEqual([]);
});

test('a pixel is made, found, changed, deleted, and brought back', async () => {
  const { page, leave } = await visitDashboard(browser, server.url, '/app/pixels');
  await signInOnScreen(page, EMAIL, 'not this one');
  await page.getByText('E-mail address or password is not right.').waitFor();
  await signInOnScreen(page, EMAIL);
  await page.getByRole('heading', { name: 'No pixels yet' }).waitFor();
  await page.keyboard.press('c');
  await page.getByLabel('Vendor').selectOption('TikTok');
  await page.getByLabel('Name').fill('Shop');
  await page.getByLabel('Tag').fill('not a tag!');
  await page.getByRole('button', { name: 'Create pixel' }).click();
  await page.getByText('Must be 1 to 64 letters').waitFor();
  await page.locator('[name=tag]:focus').waitFor();
  await page.getByLabel('Tag').fill('C0ABCDEFGHIJ12345678');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: 'Shop' });
  await row.waitFor();
  expect(await row.textContent()).toContain('TikTok');

  await page.keyboard.press('/');
  await page.keyboard.type('nothing like it');
  await page.getByText('Nothing found').waitFor();
  expect(page.url()).toContain('q=nothing');
  await page.keyboard.press('Escape');
  await row.click();
  await page.getByLabel('Name').fill('Blog </title><script>alert(1)</script>');
  await page.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('row', { name: 'Blog </title><script>alert(1)</script>' });
  await renamed.waitFor();

  const remove = async () => {
    await renamed.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await renamed.waitFor({ state: 'detached' });
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await renamed.waitFor();
  await remove();
  // Left before its time was over, the deletion is done all the same.
  await page.goto(`${server.url}/app/pixels`);
  await page.getByRole('heading', { name: 'No pixels yet' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('the palette goes to a screen and to a link by some letters', async () => {
  const { page, leave } = await visitDashboard(browser, server.url, '/app/pixels');
  await signInOnScreen(page, EMAIL);
  await page.getByRole('heading', { name: 'Pixels', exact: true }).waitFor();
  await page.evaluate(`fetch('/api/url/add', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/autumn', custom: 'harvest' }),
  })`);
  await page.keyboard.press('Control+k');
  const letters = page.getByRole('combobox', { name: 'find a link' });
  await letters.fill('harv');
  await page.getByRole('option', { name: '/harvest' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '/harvest' }).waitFor();
  await page.getByRole('link', { name: 'Links', exact: true }).first().click();
  await page.keyboard.press('Control+k');
  await letters.fill('overl');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overlays', exact: true }).waitFor();
  expect(await leave()).toEqual([]);
});

test('a session that ended elsewhere asks to sign in again and loses nothing that was typed', async () => {
  const { page, leave } = await visitDashboard(browser, server.url, '/app/pixels');
  await signInOnScreen(page, EMAIL);
  await page.getByRole('button', { name: 'New pixel' }).click();
  await page.getByLabel('Name').fill('Typed with care');
  await page.getByLabel('Tag').fill('GTM-ABCDEF');
  // However often: what was typed is given up only when that is said.
  for (let time = 0; time < 4; time += 1) await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  const other = await visitDashboard(browser, server.url, '/app/pixels');
  await signInOnScreen(other.page, EMAIL);
  await other.page.getByRole('heading', { name: 'Pixels', exact: true }).waitFor();
  await other.page.evaluate(`(async () => {
    const list = await (await fetch('/api/sessions')).json();
    const rest = list.data.sessions.filter(({ current }) => !current);
    for (const { id } of rest) await fetch('/api/session/' + id + '/delete', { method: 'DELETE' });
  })()`);
  expect(await other.leave()).toEqual([]);
  await page.getByRole('button', { name: 'Create pixel' }).click();
  await page.getByText('You were signed out.').waitFor();
  for (let time = 0; time < 4; time += 1) await page.keyboard.press('Escape');
  await signInOnScreen(page, EMAIL);
  await page.getByRole('button', { name: 'Create pixel' }).click();
  await page.getByRole('row', { name: 'Typed with care' }).waitFor();
  expect(await leave()).toEqual([]);
});

for (const [what, options] of [
  ['a desk in light', { colorScheme: 'light' }],
  ['a desk in dark', { colorScheme: 'dark' }],
  ['a phone in light', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
  ['a phone in dark', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
] as const) {
  test(`axe finds no barrier on ${what}, and nothing is wider than the screen`, async () => {
    const { page, findBarriers, leave } = await visitDashboard(browser, server.url, '/app/pixels', options);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await signInOnScreen(page, EMAIL);
    await page.getByRole('row').nth(1).waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('button', { name: 'New pixel' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await leave()).toEqual([]);
  });
}
