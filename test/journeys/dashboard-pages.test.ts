import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { chooseInMenu, invalidField, signInOnScreen, visitDashboard } from '../support/dashboard-visitor.ts';
import { makePng } from '../support/pictures.ts';
import { PASSWORD } from '../support/sign-in.ts';
import { words, wordsInGerman } from '../support/words.ts';

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

test('a splash page is created, previewed, changed and deleted', async () => {
  const { page, findBarriers, leave } = await dashboard.visit('/app/splash');
  await page.getByRole('heading', { name: words.splash.empty }).waitFor();
  await page.keyboard.press('c');
  await page.getByLabel(words.splash.name).fill('Leaving');
  await page.getByLabel(words.splash.heading).fill('You are leaving our shop');
  await page.getByLabel(words.splash.seconds).fill('9999');
  await page.getByRole('button', { name: words.splash.create }).click();
  await invalidField(page, 'seconds').waitFor();
  await page.getByLabel(words.splash.seconds).fill('8');
  await page.getByText(words.splash.appearance, { exact: true }).click();
  await page.getByLabel(`${words.splash.accent} ${words.ui.optional}`).fill('#004488');
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
  await page.getByRole('button', { name: words.splash.create }).click();
  const row = page.getByRole('row', { name: 'Leaving' });
  await row.click();
  await page.getByLabel(words.splash.heading).fill('Goodbye');
  await page.getByRole('button', { name: words.splash.save }).click();
  await page.getByRole('row', { name: 'Goodbye' }).waitFor();
  expect((await dashboard.callApi('GET', '/api/splash')).data.splash[0]).toMatchObject({
    name: 'Leaving',
    title: 'Goodbye',
    seconds: 8,
    accent: 'rgb(0,68,136)',
    background: null,
    picture: expect.any(Number),
  });
  await chooseInMenu(page, row, words.splash.delete);
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: words.splash.undo }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: words.splash.empty }).waitFor();
  expect(await leave()).toEqual([]);
});

test('a poll is created, its votes are counted and downloaded, and it is deleted with them', async () => {
  const { page, findBarriers, leave } = await dashboard.visit('/app/overlays');
  await page.getByRole('button', { name: words.overlays.add }).click();
  await page.getByLabel(words.overlays.type).selectOption(words.overlays.types.coupon);
  await page.getByLabel(words.overlays.code).waitFor();
  await page.getByLabel(words.overlays.type).selectOption(words.overlays.types.poll);
  await page.getByLabel(words.overlays.name).fill('Taste');
  await page.getByLabel(words.overlays.question).fill('Tea or coffee?');
  await page.getByLabel(words.overlays.answers).fill('Tea\nCoffee\n');
  await page.frameLocator('iframe').getByRole('button', { name: 'Coffee' }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: words.overlays.create }).click();
  const row = page.getByRole('row', { name: 'Taste' });
  await row.click();
  await page.getByLabel(words.overlays.thanks).fill('Thank you');
  await page.getByRole('button', { name: words.overlays.save }).click();
  await page.getByText(words.overlays.saved).first().waitFor();
  const [{ id }] = (await dashboard.callApi('GET', '/api/overlay')).data.cta;
  expect((await dashboard.callApi('GET', `/api/overlay/${id}`)).details).toMatchObject({
    type: 'poll',
    question: 'Tea or coffee?',
    answers: ['Tea', 'Coffee'],
    thanks: 'Thank you',
  });

  await chooseInMenu(page, row, words.overlays.showResponses);
  await page.getByRole('heading', { name: words.responses.empty }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await dashboard.callApi('POST', '/api/url/add', {
    url: 'https://target.example/',
    custom: 'taste',
    type: `overlay-${id}`,
  });
  const [, mark = ''] = /name="mark" value="([^"]*)"/.exec(await (await dashboard.server.fetch('/taste')).text()) ?? [];
  await dashboard.server.fetch('/cta/taste', { method: 'POST', body: new URLSearchParams({ mark, answer: 'Coffee' }) });
  await page.reload();
  await page.getByRole('row', { name: 'Coffee' }).first().waitFor();
  expect(await findBarriers()).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: words.responses.download }).click();
  expect((await download).suggestedFilename()).toContain('.csv');
  await page.getByRole('navigation').getByRole('link', { name: words.shell.nav.overlays }).click();
  await chooseInMenu(page, row, words.overlays.delete);
  await page.getByText(words.overlays.deleteText({ count: 1 })).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: words.overlays.delete }).click();
  await page.getByRole('heading', { name: words.overlays.empty }).waitFor();
  expect(await leave()).toEqual([]);
});

test('a user is added, sets a password with the link, becomes an administrator, is disabled, enabled and deleted', async () => {
  const { page, findBarriers, leave } = await dashboard.visit('/app/users');
  await page.getByRole('button', { name: words.users.add }).click();
  await page.getByLabel(words.users.email).fill('bo@example.com');
  await page.getByRole('button', { name: words.users.create }).click();
  await page.getByRole('heading', { name: words.users.linkTitle }).waitFor();
  expect(await findBarriers()).toEqual([]);
  const link = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  await page.getByRole('dialog').locator('.form-buttons').getByRole('button', { name: words.ui.close }).click();
  const bo = await visitDashboard(
    dashboard.browser,
    dashboard.server.url,
    new URL(link).pathname + new URL(link).search + new URL(link).hash,
  );
  await bo.page.getByLabel(words.shell.reset.password).fill('a long new password');
  await bo.page.getByRole('button', { name: words.shell.reset.submit }).click();
  await bo.page.getByText(words.shell.reset.done).waitFor();

  const row = page.getByRole('row', { name: 'bo@example.com' });
  await chooseInMenu(page, row, words.users.makeAdmin);
  await row.getByText(words.users.admin).waitFor();
  await chooseInMenu(page, row, words.users.disable);
  await page.getByRole('dialog').getByRole('button', { name: words.users.disable }).click();
  await row.getByText(words.users.disabled).waitFor();
  expect(await findBarriers()).toEqual([]);
  await bo.page.goto(`${dashboard.server.url}/app`);
  await signInOnScreen(bo.page, 'bo@example.com', 'a long new password');
  await bo.page.getByRole('alert').waitFor();
  await chooseInMenu(page, row, words.users.enable);
  await row.getByText(words.users.admin).waitFor();
  await chooseInMenu(page, row, words.users.reset);
  await page.getByRole('heading', { name: words.users.linkTitle }).waitFor();
  await page.getByRole('dialog').locator('.form-buttons').getByRole('button', { name: words.ui.close }).click();
  await chooseInMenu(page, row, words.users.delete);
  await page.getByLabel(words.users.content).selectOption(words.users.deleteContent);
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: words.users.delete }).click();
  await row.waitFor({ state: 'detached' });
  expect(await bo.leave()).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('email address, password, sessions, language and theme are changed in the settings', async () => {
  await dashboard.callApi('POST', '/api/user/add', { email: 'cy@example.com', password: PASSWORD });
  const { page, leave } = await dashboard.visit('/app/settings', {}, { email: 'cy@example.com', hasOwnSession: true });
  const other = await dashboard.visit('/app/settings', {}, { email: 'cy@example.com', hasOwnSession: true });
  await other.page.getByRole('heading', { name: words.settings.sessions }).waitFor();
  await page.reload();
  const rows = page.getByRole('grid', { name: words.settings.sessions }).getByRole('row');
  await rows.nth(2).waitFor();
  await rows.nth(2).hover();
  await page.getByRole('button', { name: words.settings.end }).click();
  await rows.nth(2).waitFor({ state: 'detached' });
  await page.getByLabel(words.settings.email).fill('cyra@example.com');
  await page.getByRole('button', { name: words.settings.saveEmail }).click();
  await page.getByText(words.settings.emailSaved).first().waitFor();
  await page.getByLabel(words.settings.password).fill('short');
  await page.getByRole('button', { name: words.settings.savePassword }).click();
  await invalidField(page, 'password').waitFor();
  await page.getByLabel(words.settings.password).fill('another long one');
  await page.getByRole('button', { name: words.settings.savePassword }).click();
  await page.getByText(words.settings.passwordSaved).first().waitFor();
  await page.getByLabel(words.settings.theme).selectOption(words.settings.themes.dark);
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await page.getByLabel(words.settings.language).selectOption('Deutsch');
  await page.getByRole('heading', { name: wordsInGerman.settings.title }).waitFor();
  await other.leave();
  expect(await leave()).toEqual([]);
  const again = await dashboard.visit('/app/settings', {}, { email: 'cyra@example.com', password: 'another long one' });
  await again.page.getByRole('heading', { name: words.settings.sessions }).waitFor();
  expect(await again.leave()).toEqual([]);
});
