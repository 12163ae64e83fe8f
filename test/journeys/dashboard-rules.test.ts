import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { words } from '../support/words.ts';

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

test('rules are added, ordered, corrected and saved by keyboard only', async () => {
  const { id } = await dashboard.callApi('POST', '/api/url/add', { url: 'https://example.com/', custom: 'keys' });
  const { page, findBarriersOnScreens, leave } = await dashboard.visit(`/app/links/${id}`);
  const { keyboard } = page;
  const { routing: t } = words;
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  await page.getByRole('button', { name: words.links.edit }).press('Enter');
  const sheet = page.getByRole('dialog');
  await sheet.locator('summary', { hasText: words.linkForm.targeting }).press('Enter');

  // The first rule has two conditions.
  await sheet.getByRole('button', { name: t.add }).press('Enter');
  await page.getByRole('menuitem', { name: t.start.country }).press('Enter');
  await keyboard.type('Germ');
  await press('Enter');
  await keyboard.type('Austria');
  await press('Enter');
  await sheet.getByRole('button', { name: t.addCondition }).press('Enter');
  await keyboard.type(t.types.device);
  await press('Tab', 'ArrowDown', 'Tab', 'Tab');
  await keyboard.type(words.rules.device.names.mobile);
  await press('Enter');
  await sheet.getByLabel(t.url, { exact: true }).focus();
  await keyboard.type('example.de/desk');

  // The second one is a split; it starts with the focus in its first name.
  await sheet.getByRole('button', { name: t.add }).press('Enter');
  await page.getByRole('menuitem', { name: t.start.split }).press('Enter');
  await press('Tab');
  await keyboard.type('example.com/a');
  await press('Tab');
  await keyboard.type('150');
  await sheet.getByLabel(t.variantUrl({ name: 'B' })).focus();
  await keyboard.type('mailto:nobody@example.com');
  await sheet.getByText('75%').waitFor();

  // Moved up, it matches everyone before the other rule; Escape moves it back.
  const handle = sheet.getByRole('button', { name: words.ui.reorder({ name: t.rule({ position: 2 }) }) });
  await handle.press('Space');
  await press('ArrowUp');
  await sheet.getByText(t.unreachableEveryone({ rule: '1' })).waitFor();
  await press('Escape');
  await sheet.getByText(t.unreachableEveryone({ rule: '1' })).waitFor({ state: 'detached' });
  await sheet.getByText(t.restUnreachable).waitFor();
  expect(await findBarriersOnScreens()).toEqual([]);

  // An error has the focus at its field.
  const save = sheet.getByRole('button', { name: words.linkForm.save, exact: true });
  await save.press('Enter');
  await sheet.locator('input[aria-invalid=true]:focus').waitFor();
  await press('Control+a');
  await keyboard.type('example.com/b');
  await save.press('Enter');
  await page.getByText(words.linkForm.saved).waitFor();
  const { details } = await dashboard.callApi('GET', `/api/url/${id}`);
  expect(details.rules).toEqual([
    {
      when: [
        { type: 'country', in: ['DE', 'AT'] },
        { type: 'device', not: true, in: ['mobile'] },
      ],
      url: 'https://example.de/desk',
    },
    {
      when: [],
      split: [
        { name: 'A', url: 'https://example.com/a', weight: 150 },
        { name: 'B', url: 'https://example.com/b', weight: 50 },
      ],
    },
  ]);
  const facts = page.getByRole('listitem').filter({ hasText: 'If the country is Germany or Austria' });
  await facts.getByRole('link', { name: 'example.de/desk' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('the page of a link shows the results of a split, and the simulator the steps to it', async () => {
  const { id } = await dashboard.callApi('POST', '/api/url/add', {
    ...{ url: 'https://example.com/', custom: 'test' },
    rules: [
      { name: 'Germans', when: [{ type: 'language', in: ['de'] }], url: 'https://example.de/' },
      { name: 'Test', when: [], split: [{ name: 'A', url: 'https://example.com/a', weight: 1 }] },
    ],
  });
  expect(await dashboard.followLink('test', { 'Accept-Language': 'fr' })).toBe('https://example.com/a');
  const { page, leave } = await dashboard.visit(`/app/links/${id}`);
  const routes = page.getByRole('table', { name: words.charts.dimensions.route });
  await routes.getByRole('row', { name: 'A 1 100% 1' }).waitFor();

  await page.getByRole('button', { name: words.links.edit }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText(words.simulator.title).click();
  await sheet.locator('[name=visit-language]').selectOption('fr');
  const { steps, conditions } = words.simulator;
  const failed = steps.failed({ condition: conditions.language, saw: 'fr' });
  await sheet
    .getByRole('listitem')
    .filter({ hasText: `Germans: ${failed}` })
    .waitFor();
  await sheet
    .getByRole('listitem')
    .filter({ hasText: `Test: ${steps.matched}` })
    .waitFor();
  expect(await leave()).toEqual([]);
});
