import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type DashboardWorld, openDashboardWorld } from '../support/dashboard-world.ts';

setDefaultTimeout(120_000);

let world: DashboardWorld;

beforeAll(async () => {
  world = await openDashboardWorld();
});
afterAll(() => world.close());

test('paste, press Enter: the link is listed, copied, and counts its clicks as they happen', async () => {
  const { page, leave } = await world.visit('/app/links');
  await page.getByRole('heading', { name: 'No links yet' }).waitFor();
  await page.keyboard.press('c');
  await page.keyboard.type('not a url');
  await page.keyboard.press('Enter');
  await page.getByText('Must be a whole URL').waitFor();
  await page.getByLabel('Paste a long URL').fill('example.com/spring');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: 'example.com/spring' });
  await row.waitFor();
  const { data } = await world.ask('GET', '/api/urls');
  expect(data.urls[0].longurl).toBe('https://example.com/spring');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(data.urls[0].shorturl);

  await world.server.fetch(`/${data.urls[0].alias}`, { redirect: 'manual' });
  await row.getByRole('gridcell', { name: '1', exact: true }).waitFor();
  expect(await leave()).toEqual([]);
});

test('every sort of rule is set in the form, saved as it was typed, and what was not touched stays', async () => {
  const { id } = await world.ask('POST', '/api/url/add', {
    url: 'https://example.com/app',
    custom: 'get-app',
    metadescription: 'Only for networks',
    expiry: '2031-05-05 10:11:12',
  });
  const { page, findBarriers, leave } = await world.visit(`/app/links?edit=${id}`);
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Who goes where').click();
  await sheet.getByRole('button', { name: 'Country' }).click();
  await sheet.getByLabel('Country, or').fill('Atlantis');
  await sheet.getByLabel('Target of this line').fill('https://example.ca/');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheet.getByText('Must be a country in English').waitFor();
  await sheet.getByLabel('Country, or').fill('Canada');
  await sheet.getByRole('button', { name: 'Device' }).click();
  await sheet.getByLabel('Target of this line').nth(1).fill('https://apps.example/ios');
  await sheet.getByRole('button', { name: 'Language' }).click();
  await sheet.getByLabel('Target of this line').nth(2).fill('https://example.de/');
  await sheet.getByText('Password and limits').click();
  await sheet.getByRole('switch', { name: 'Ask for a password' }).click();
  await sheet.getByLabel('Password', { exact: true }).fill('open sesame');
  await sheet.getByText('Query parameters').click();
  await sheet.getByLabel('Source').fill('poster');
  await sheet.getByLabel('Tags').fill('spring,');
  await sheet.getByText('Redirect and pixels').click();
  expect(await findBarriers()).toEqual([]);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Link saved.').waitFor();
  expect((await world.ask('GET', `/api/url/${id}`)).details).toMatchObject({
    location: { canada: 'https://example.ca/' },
    device: { iphone: 'https://apps.example/ios' },
    language: { de: 'https://example.de/' },
    password: true,
    parameters: [{ name: 'utm_source', value: 'poster' }],
    tags: ['spring'],
    metadescription: 'Only for networks',
    expiry: '2031-05-05 10:11:12',
  });
  expect(await leave()).toEqual([]);
});

test('hundreds of links are switched off with progress, and their deletion is undone at once', async () => {
  const made = Array.from({ length: 500 }, (_, index) =>
    world.ask('POST', '/api/url/add', { url: `https://many.example/${index}`, custom: `many-${index}` }),
  );
  await Promise.all(made);
  const { page, leave } = await world.visit('/app/links?q=many.example');
  await page.getByRole('row').nth(1).waitFor();
  // Only what is in sight is drawn, however many there are.
  expect(await page.getByRole('row').count()).toBeLessThan(40);
  await page.getByLabel('Choose all').check();
  await page.getByRole('button', { name: 'Choose all 500' }).click();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByText('500 links changed.').waitFor({ timeout: 60_000 });
  expect((await world.ask('GET', '/api/urls?status=disabled')).data.result).toBe(500);

  await page.getByLabel('Choose all').check();
  await page.getByRole('button', { name: 'Choose all 500' }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('row', { name: 'many-499' }).waitFor();
  expect((await world.ask('GET', '/api/urls?q=many.example')).data.result).toBe(500);
  expect(await leave()).toEqual([]);
});
