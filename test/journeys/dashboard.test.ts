import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { signInOnScreen, visitDashboard } from '../support/dashboard-visitor.ts';
import { newFolder } from '../support/engines.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { PASSWORD } from '../support/sign-in.ts';
import { words } from '../support/words.ts';

const EMAIL = 'ada@example.com';

let browser: Browser;
let server: ServerProcess;

beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startServer({ DATA_DIR: newFolder(), RATE_LIMIT: '100000' })]);
});
afterAll(() => server.end());

test('the printed setup link leads to the dashboard', async () => {
  const [path = ''] = /\/setup\?token=\S+/.exec(server.output.stderr) ?? [];
  const { page, leave } = await visitDashboard(browser, server.url, path);
  await page.fill('#email', EMAIL);
  await page.fill('#username', 'ada');
  await page.fill('#password', PASSWORD);
  await page.check('#show');
  expect(await page.getAttribute('#password', 'type')).toBe('text');
  await page.click('button');
  await page.getByRole('heading', { name: words.shell.firstKey.title }).waitFor();
  expect(await page.locator('.copy-line code').textContent()).toMatch(/^sp_/);
  // The key is shown only once, so Enter copies it and does not close the dialog.
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText(words.ui.copied, { exact: true }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: words.ui.close }).last().click();
  await page.getByRole('navigation').getByRole('link', { name: words.shell.nav.home }).waitFor();
  expect(page.url()).toBe(`${server.url}/app/w/1`);
  expect(await leave()).toEqual([]);
});

test('a pixel is created, found, changed, deleted, and restored', async () => {
  const { page, leave } = await visitDashboard(browser, server.url, '/app/pixels');
  await signInOnScreen(page, EMAIL, 'not this one');
  await page.getByText(words.shell.signIn.wrong).waitFor();
  await signInOnScreen(page, EMAIL);
  await page.getByRole('heading', { name: words.pixels.empty }).waitFor();
  await page.keyboard.press('c');
  await page.getByLabel(words.pixels.vendor).selectOption('TikTok');
  await page.getByLabel(words.pixels.name).fill('Shop');
  await page.getByLabel(words.pixels.tag).fill('not a tag!');
  await page.getByRole('button', { name: words.pixels.create }).click();
  await page.locator('[name=tag][aria-invalid=true]:focus').waitFor();
  await page.getByLabel(words.pixels.tag).fill('C0ABCDEFGHIJ12345678');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: 'Shop' });
  await row.waitFor();
  expect(await row.textContent()).toContain('TikTok');

  await page.keyboard.press('/');
  await page.keyboard.type('nothing like it');
  await page.getByText(words.ui.nothingFound).waitFor();
  expect(page.url()).toContain('q=nothing');
  await page.keyboard.press('Escape');
  await row.click();
  await page.getByLabel(words.pixels.name).fill('Blog </title><script>alert(1)</script>');
  await page.getByRole('button', { name: words.pixels.save }).click();
  const renamed = page.getByRole('row', { name: 'Blog </title><script>alert(1)</script>' });
  await renamed.waitFor();

  const remove = async () => {
    await renamed.getByRole('button', { name: words.ui.actions }).click();
    await page.getByRole('menuitem', { name: words.pixels.delete }).click();
    await renamed.waitFor({ state: 'detached' });
  };
  await remove();
  await page.getByRole('button', { name: words.pixels.undo }).click();
  await renamed.waitFor();
  await remove();
  // Leaving the screen before the time for undo ends completes the deletion.
  await page.goto(`${server.url}/app/pixels`);
  await page.getByRole('heading', { name: words.pixels.empty }).waitFor();
  expect(await leave()).toEqual([]);
});

test('the command palette finds a screen and a link by some letters', async () => {
  const { page, leave } = await visitDashboard(browser, server.url, '/app/pixels');
  await signInOnScreen(page, EMAIL);
  await page.getByRole('heading', { name: words.pixels.title, exact: true }).waitFor();
  await page.evaluate(`fetch('/api/url/add', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/autumn', custom: 'harvest' }),
  })`);
  await page.keyboard.press('Control+k');
  const letters = page.getByRole('combobox', { name: words.ui.palette });
  await letters.fill('harv');
  await page.getByRole('option', { name: '/harvest' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '/harvest' }).waitFor();
  await page.getByRole('link', { name: words.shell.nav.links, exact: true }).first().click();
  await page.keyboard.press('Control+k');
  await letters.fill('overl');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: words.overlays.title, exact: true }).waitFor();
  expect(await leave()).toEqual([]);
});

test('signed-in users see the outline of the frame before the script has arrived, and nobody else does', async () => {
  const { page, leave } = await visitDashboard(browser, server.url, '/app/pixels');
  const outline = page.locator('.outline .rail');
  await page.locator('[name=email]').waitFor();
  const script = Promise.withResolvers<void>();
  await page.route('**/assets/main-*.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  const open = () => page.goto(`${server.url}/app/pixels`, { waitUntil: 'commit' });
  await open();
  await page.locator('.outline').waitFor({ state: 'attached' });
  expect(await outline.isVisible()).toBe(false);
  script.resolve();
  await signInOnScreen(page, EMAIL);
  await page.getByRole('heading', { name: words.pixels.title, exact: true }).waitFor();
  const placeOf = (selector: string) => page.locator(selector).boundingBox();
  const place = await placeOf('#root .rail-link >> nth=3');

  const again = Promise.withResolvers<void>();
  await page.route('**/assets/main-*.js', async (route) => {
    await again.promise;
    await route.continue();
  });
  await open();
  await outline.waitFor();
  expect({ ...(await placeOf('.outline .rail-link >> nth=3')) }).toEqual({ ...place });
  again.resolve();
  await page.getByRole('heading', { name: words.pixels.title, exact: true }).waitFor();
  expect(await outline.isVisible()).toBe(false);
  expect(await leave()).toEqual([]);
});

test('a session that ended elsewhere prompts to sign in again and loses no input', async () => {
  const { page, leave } = await visitDashboard(browser, server.url, '/app/pixels');
  await signInOnScreen(page, EMAIL);
  await page.getByRole('button', { name: words.pixels.add }).click();
  await page.getByLabel(words.pixels.name).fill('Typed with care');
  await page.getByLabel(words.pixels.tag).fill('GTM-ABCDEF');
  // Escape, however often, discards input only after a confirmation.
  for (let time = 0; time < 4; time += 1) await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words.ui.keepEditing }).click();
  const other = await visitDashboard(browser, server.url, '/app/pixels');
  await signInOnScreen(other.page, EMAIL);
  await other.page.getByRole('heading', { name: words.pixels.title, exact: true }).waitFor();
  await other.page.evaluate(`(async () => {
    const list = await (await fetch('/api/sessions')).json();
    const rest = list.data.sessions.filter(({ current }) => !current);
    for (const { id } of rest) await fetch('/api/session/' + id + '/delete', { method: 'DELETE' });
  })()`);
  expect(await other.leave()).toEqual([]);
  await page.getByRole('button', { name: words.pixels.create }).click();
  await page.getByText(words.shell.signIn.ended).waitFor();
  for (let time = 0; time < 4; time += 1) await page.keyboard.press('Escape');
  await signInOnScreen(page, EMAIL);
  await page.getByRole('button', { name: words.pixels.create }).click();
  await page.getByRole('row', { name: 'Typed with care' }).waitFor();
  expect(await leave()).toEqual([]);
});

// `dashboard-screens.test.ts` checks the other two combinations.
for (const [what, options] of [
  ['a desktop in dark', { colorScheme: 'dark' }],
  ['a phone in light', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
] as const) {
  test(`the dashboard is accessible on ${what}, and nothing is wider than the screen`, async () => {
    const { page, findBarriers, leave } = await visitDashboard(browser, server.url, '/app/pixels', options);
    await page.getByRole('heading', { name: words.shell.signIn.title }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await signInOnScreen(page, EMAIL);
    await page.getByRole('row').nth(1).waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('button', { name: words.pixels.add }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await leave()).toEqual([]);
  });
}
