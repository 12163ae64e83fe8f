import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { words } from '../support/words.ts';

setDefaultTimeout(120_000);

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

test('pasting a URL and pressing Enter lists and copies the link, and its clicks are counted live', async () => {
  const { page, leave } = await dashboard.visit('/app/links');
  await page.getByRole('heading', { name: words.links.empty }).waitFor();
  await page.keyboard.press('c');
  await page.keyboard.type('not a url');
  await page.keyboard.press('Enter');
  await page.locator('input[type=url][aria-invalid=true]').waitFor();
  await page.getByLabel(words.pasteLink.paste).fill('example.com/spring');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: 'example.com/spring' });
  await row.waitFor();
  const { data } = await dashboard.callApi('GET', '/api/urls');
  expect(data.urls[0].longurl).toBe('https://example.com/spring');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(data.urls[0].shorturl);

  await dashboard.server.fetch(`/${data.urls[0].alias}`, { redirect: 'manual' });
  await row.getByRole('gridcell', { name: '1', exact: true }).waitFor();
  expect(await leave()).toEqual([]);
});

test('the form saves every kind of rule as typed, and keeps other fields', async () => {
  const { id } = await dashboard.callApi('POST', '/api/url/add', {
    url: 'https://example.com/app',
    custom: 'get-app',
    metadescription: 'Only for networks',
    expiry: '2031-05-05 10:11:12',
  });
  const { page, findBarriers, leave } = await dashboard.visit(`/app/links?edit=${id}`);
  const sheet = page.getByRole('dialog');
  await sheet.getByText(words.linkForm.targeting, { exact: true }).click();
  await sheet.getByRole('button', { name: words.rules.location.add }).click();
  await sheet.getByLabel(words.rules.location.field).fill('Atlantis');
  await sheet.getByLabel(words.linkForm.goTo).fill('https://example.ca/');
  await sheet.getByRole('button', { name: words.linkForm.save }).click();
  await sheet.locator('.links-rule .problem').waitFor();
  await sheet.getByLabel(words.rules.location.field).fill('Canada');
  await sheet.getByRole('button', { name: words.rules.device.add }).click();
  await sheet.getByLabel(words.linkForm.goTo).nth(1).fill('https://apps.example/ios');
  await sheet.getByRole('button', { name: words.rules.language.add }).click();
  await sheet.getByLabel(words.linkForm.goTo).nth(2).fill('https://example.de/');
  await sheet.getByText(words.linkForm.limits).click();
  await sheet.getByRole('switch', { name: words.linkForm.passwordProtection }).click();
  await sheet.getByLabel(words.linkForm.password, { exact: true }).fill('open sesame');
  await sheet.getByText(words.linkForm.parameters).click();
  await sheet.getByLabel(words.utm.fields.utm_source).fill('poster');
  await sheet.getByLabel(words.linkForm.tags).fill('spring,');
  await sheet.getByText(words.linkForm.redirectAndPixels).click();
  expect(await findBarriers()).toEqual([]);
  await sheet.getByRole('button', { name: words.linkForm.save }).click();
  await page.getByText(words.linkForm.saved).waitFor();
  expect((await dashboard.callApi('GET', `/api/url/${id}`)).details).toMatchObject({
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

test('hundreds of links are disabled with progress, and deleting them can be undone', async () => {
  const made = Array.from({ length: 500 }, (_, index) =>
    dashboard.callApi('POST', '/api/url/add', { url: `https://many.example/${index}`, custom: `many-${index}` }),
  );
  await Promise.all(made);
  const { page, leave } = await dashboard.visit('/app/links?q=many.example');
  await page.getByRole('row').nth(1).waitFor();
  // Only visible rows are rendered.
  expect(await page.getByRole('row').count()).toBeLessThan(40);
  await page.getByLabel(words.ui.selectAll).check();
  await page.getByRole('button', { name: words.bulk.allMatching({ count: 500 }) }).click();
  await page.getByRole('button', { name: words.bulk.disable }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByText(words.bulk.changed({ count: 500 })).waitFor({ timeout: 60_000 });
  expect((await dashboard.callApi('GET', '/api/urls?status=disabled')).data.result).toBe(500);

  await page.getByLabel(words.ui.selectAll).check();
  await page.getByRole('button', { name: words.bulk.allMatching({ count: 500 }) }).click();
  await page.getByRole('toolbar').getByRole('button', { name: words.bulk.delete }).click();
  await page.getByRole('button', { name: words.links.undo }).last().click();
  await page.getByRole('row', { name: 'many-499' }).waitFor();
  expect((await dashboard.callApi('GET', '/api/urls?q=many.example')).data.result).toBe(500);
  expect(await leave()).toEqual([]);
});
