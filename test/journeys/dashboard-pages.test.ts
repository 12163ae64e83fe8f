import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { chooseInMenu, signInOnScreen, visitDashboard } from '../support/dashboard-visitor.ts';
import { type DashboardWorld, EMAIL, openDashboardWorld } from '../support/dashboard-world.ts';
import { makePng } from '../support/pictures.ts';
import { PASSWORD } from '../support/sign-in.ts';

setDefaultTimeout(300_000);

const SCREENS = ['domains', 'campaigns', 'channels', 'splash', 'overlays', 'keys', 'users', 'settings'];

let world: DashboardWorld;

beforeAll(async () => {
  world = await openDashboardWorld();
});
afterAll(() => world.close());

test('a splash page is made, previewed, changed and deleted', async () => {
  const { page, findBarriers, leave } = await world.visit('/app/splash');
  await page.getByRole('heading', { name: 'No splash pages yet' }).waitFor();
  await page.keyboard.press('c');
  await page.getByLabel('Name').fill('Leaving');
  await page.getByLabel('Heading').fill('You are leaving our shop');
  await page.getByLabel('Seconds').fill('9999');
  await page.getByRole('button', { name: 'Create splash page' }).click();
  await page.getByText('Must be a whole number').waitFor();
  await page.getByLabel('Seconds').fill('8');
  await page.getByText('Look', { exact: true }).click();
  await page.getByLabel('Button colour optional').fill('#004488');
  const file = { name: 'shop.png', mimeType: 'image/png', buffer: Buffer.from(makePng(40, 20)) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  const preview = page.frameLocator('iframe');
  const width = await preview.locator('.cover').evaluate(async (element) => {
    const picture = element as unknown as { decode(): Promise<void>; naturalWidth: number };
    await picture.decode();
    return picture.naturalWidth;
  });
  expect(width).toBe(40);
  await preview.getByRole('heading', { name: 'You are leaving our shop' }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: 'Create splash page' }).click();
  const row = page.getByRole('row', { name: 'Leaving' });
  await row.click();
  await page.getByLabel('Heading').fill('Goodbye');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: 'Goodbye' }).waitFor();
  expect((await world.ask('GET', '/api/splash')).data.splash[0]).toMatchObject({
    name: 'Leaving',
    title: 'Goodbye',
    seconds: 8,
    accent: 'rgb(0,68,136)',
    background: null,
    picture: expect.any(Number),
  });
  await chooseInMenu(page, row, 'Delete');
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'No splash pages yet' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('a poll is made, its votes are counted and downloaded, and it is deleted with them', async () => {
  const { page, findBarriers, leave } = await world.visit('/app/overlays');
  await page.getByRole('button', { name: 'New overlay' }).click();
  await page.getByLabel('Kind').selectOption('Coupon');
  await page.getByLabel('Code').waitFor();
  await page.getByLabel('Kind').selectOption('Poll');
  await page.getByLabel('Name').fill('Taste');
  await page.getByLabel('Question').fill('Tea or coffee?');
  await page.getByLabel('Answers').fill('Tea\nCoffee\n');
  await page.frameLocator('iframe').getByRole('button', { name: 'Coffee' }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: 'Create overlay' }).click();
  const row = page.getByRole('row', { name: 'Taste' });
  await row.click();
  await page.getByLabel('Thanks').fill('Thank you');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Overlay saved.').first().waitFor();
  const [{ id }] = (await world.ask('GET', '/api/overlay')).data.cta;
  expect((await world.ask('GET', `/api/overlay/${id}`)).details).toMatchObject({
    type: 'poll',
    question: 'Tea or coffee?',
    answers: ['Tea', 'Coffee'],
    thanks: 'Thank you',
  });

  await chooseInMenu(page, row, 'Show responses');
  await page.getByRole('heading', { name: 'No responses yet' }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await world.ask('POST', '/api/url/add', { url: 'https://target.example/', custom: 'taste', type: `overlay-${id}` });
  const [, mark = ''] = /name="mark" value="([^"]*)"/.exec(await (await world.server.fetch('/taste')).text()) ?? [];
  await world.server.fetch('/cta/taste', { method: 'POST', body: new URLSearchParams({ mark, answer: 'Coffee' }) });
  await page.reload();
  await page.getByRole('row', { name: 'Coffee' }).first().waitFor();
  expect(await findBarriers()).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toContain('.csv');
  await page.getByRole('navigation').getByRole('link', { name: 'Overlays' }).click();
  await chooseInMenu(page, row, 'Delete');
  await page.getByText('What visitors sent by it is deleted too').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No overlays yet' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('a user is added, sets a password by the link, is made administrator, shut out and let in again', async () => {
  const { page, findBarriers, leave } = await world.visit('/app/users');
  await page.getByRole('button', { name: 'New user' }).click();
  await page.getByLabel('E-mail').fill('bo@example.com');
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByRole('heading', { name: 'Link to set a password' }).waitFor();
  expect(await findBarriers()).toEqual([]);
  const link = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  await page.getByRole('dialog').locator('.form-buttons').getByRole('button', { name: 'Close' }).click();
  const bo = await visitDashboard(
    world.browser,
    world.server.url,
    new URL(link).pathname + new URL(link).search + new URL(link).hash,
  );
  await bo.page.getByLabel('New password').fill('a long new password');
  await bo.page.getByRole('button', { name: 'Set password' }).click();
  await bo.page.getByText('The new password is set.').waitFor();

  const row = page.getByRole('row', { name: 'bo@example.com' });
  await chooseInMenu(page, row, 'Make administrator');
  await row.getByText('Administrator').waitFor();
  await chooseInMenu(page, row, 'Disable');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await row.getByText('Disabled').waitFor();
  expect(await findBarriers()).toEqual([]);
  await bo.page.goto(`${world.server.url}/app`);
  await signInOnScreen(bo.page, 'bo@example.com', 'a long new password');
  await bo.page.getByRole('alert').waitFor();
  await chooseInMenu(page, row, 'Let in again');
  await row.getByText('Administrator').waitFor();
  await chooseInMenu(page, row, 'Make reset link');
  await page.getByRole('heading', { name: 'Link to set a password' }).waitFor();
  expect(await bo.leave()).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('address, password, sessions, language and theme are changed in the settings', async () => {
  await world.ask('POST', '/api/user/add', { email: 'cy@example.com', password: PASSWORD });
  const { page, leave } = await world.visit('/app/settings', {}, { email: 'cy@example.com' });
  const other = await world.visit('/app/settings', {}, { email: 'cy@example.com' });
  await other.page.getByRole('heading', { name: 'Sessions' }).waitFor();
  await page.reload();
  const rows = page.getByRole('grid', { name: 'Sessions' }).getByRole('row');
  await rows.nth(2).waitFor();
  await rows.nth(2).hover();
  await page.getByRole('button', { name: 'End session' }).click();
  await rows.nth(2).waitFor({ state: 'detached' });
  await page.getByLabel('E-mail').fill('cyra@example.com');
  await page.getByRole('button', { name: 'Save e-mail' }).click();
  await page.getByText('E-mail address saved.').first().waitFor();
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Must have at least 8 characters.').waitFor();
  await page.getByLabel('New password').fill('another long one');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Password set.').first().waitFor();
  await page.getByLabel('Theme').selectOption('Dark');
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  await other.leave();
  expect(await leave()).toEqual([]);
  const again = await world.visit('/app/settings', {}, { email: 'cyra@example.com', password: 'another long one' });
  await again.page.getByRole('heading', { name: 'Sessions' }).waitFor();
  expect(await again.leave()).toEqual([]);
});

test('axe finds no barrier on any list, at a desk and on a phone, in both themes and languages', async () => {
  await world.ask('POST', '/api/domain/add', { domain: 'https://go.example.invalid' });
  await world.ask('POST', '/api/campaign/add', { name: 'Spring', slug: 'spring' });
  await world.ask('POST', '/api/channel/add', { name: 'News', starred: true });
  await world.ask('POST', '/api/splash/add', { name: 'Leaving' });
  await world.ask('POST', '/api/overlay/add', { type: 'coupon', name: 'Ten percent' });
  for (const options of [
    { colorScheme: 'light', locale: 'en-GB' },
    { colorScheme: 'dark', locale: 'de-DE', viewport: { width: 390, height: 844 } },
  ] as const) {
    const { page, findBarriers, leave } = await visitDashboard(
      world.browser,
      world.server.url,
      '/app/domains',
      options,
    );
    await page.locator('input[type=email]').fill(EMAIL);
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.locator('button[type=submit]').click();
    for (const screen of SCREENS) {
      await page.getByRole('row').nth(1).waitFor();
      await page.goto(`${world.server.url}/app/${screen}`);
      await page.getByRole('row').nth(1).waitFor();
      expect([screen, await findBarriers()]).toEqual([screen, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    expect(await leave()).toEqual([]);
  }
});
