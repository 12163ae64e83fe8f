import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { chooseInMenu } from '../support/dashboard-visitor.ts';
import { words } from '../support/words.ts';

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

test('the full form continues with the typed URL, and aliases are drawn as they are', async () => {
  const { page, leave } = await dashboard.visit('/app/links');
  const field = page.getByLabel(words.pasteLink.paste);
  await field.fill('example.com/4x50');
  await page.getByRole('button', { name: words.links.createWithOptions }).click();
  const sheet = page.getByRole('dialog');
  const url = sheet.getByLabel(words.linkForm.url);
  expect(await url.inputValue()).toBe('example.com/4x50');
  // Nothing was changed, so nothing asks before it closes.
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('example.com/4x50');
  await page.getByRole('button', { name: words.links.new, exact: true }).click();
  expect(await url.inputValue()).toBe('example.com/4x50');
  await sheet.getByLabel(words.linkForm.alias).fill('3x30');
  await sheet.getByRole('button', { name: words.linkForm.create }).click();
  const row = page.getByRole('row', { name: '/3x30' });
  await row.waitFor();
  expect(await field.inputValue()).toBe('');

  const readLigatures = (selector: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).fontVariantLigatures`);
  expect(await readLigatures('.links-short')).toBe('no-contextual');
  expect(await readLigatures('input[type=url]')).toBe('no-contextual');
  await page.goto(`${dashboard.server.url}/3x30+`);
  expect(await readLigatures('h1')).toBe('no-contextual');
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
  await sheet.getByRole('button', { name: words.linkForm.save, exact: true }).click();
  await sheet.locator('.links-rule .problem').waitFor();
  await sheet.getByLabel(words.rules.location.field).fill('Canada');
  await sheet.getByRole('button', { name: words.rules.device.add }).click();
  await sheet.getByLabel(words.linkForm.goTo).nth(1).fill('https://apps.example/ios');
  await sheet.getByRole('button', { name: words.rules.language.add }).click();
  await sheet.getByLabel(words.linkForm.goTo).nth(2).fill('https://example.de/');
  await sheet.getByText(words.linkForm.limits).click();
  await sheet.getByRole('switch', { name: words.linkForm.passwordProtection }).click();
  await sheet.getByLabel(words.linkForm.password, { exact: true }).fill('open sesame');
  await sheet.getByLabel(words.utm.fields.utm_source).fill('poster');
  await sheet.getByLabel(words.linkForm.tags).fill('spring,');
  await sheet.getByText(words.linkForm.redirectAndPixels).click();
  expect(await findBarriers()).toEqual([]);
  await sheet.getByRole('button', { name: words.linkForm.save, exact: true }).click();
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

test('the list shows the state of each link, sorts by its headings, and acts on a link from its menu', async () => {
  const { callApi } = dashboard;
  const { id: campaign } = await callApi('POST', '/api/campaign/add', { name: 'Harvest fair' });
  const url = 'https://state.example/';
  await callApi('POST', '/api/url/add', { url, custom: 'over', expiry: '2020-01-01 00:00:00' });
  const rule = { device: 'iphone', link: 'https://state.example/ios' };
  const fields = { password: 'secret', tags: ['apples'], campaign, devicetarget: [rule] };
  const { id } = await callApi('POST', '/api/url/add', { url, custom: 'guarded', ...fields });
  await dashboard.server.fetch('/guarded', { redirect: 'manual' });
  const { page, findBarriersOnScreens, leave } = await dashboard.visit('/app/links?q=state.example');
  const row = page.getByRole('row', { name: '/guarded' });
  for (const text of [words.links.password, words.links.rules({ count: 1 }), 'Harvest fair', 'apples'])
    await row.getByText(text).waitFor();
  await page.getByRole('row', { name: '/over' }).getByText(words.links.state.expired).waitFor();
  expect(await findBarriersOnScreens()).toEqual([]);

  await page.getByRole('button', { name: words.links.created }).click();
  await page
    .getByRole('columnheader', { name: words.links.created })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor();
  await page.getByRole('row').nth(1).getByText('/over').waitFor();
  expect(new URL(page.url()).searchParams.get('order')).toBe('oldest');

  await chooseInMenu(page, row, words.takeDown.disable);
  await row.getByText(words.links.state.disabled, { exact: true }).waitFor();
  await chooseInMenu(page, row, words.takeDown.enable);
  await row.getByText(words.links.state.disabled, { exact: true }).waitFor({ state: 'detached' });
  await chooseInMenu(page, row, words.links.qr);
  await page.getByRole('dialog', { name: words.linkPage.qrTitle }).waitFor();
  await page.keyboard.press('Escape');
  await chooseInMenu(page, row, words.share.share);
  await page.getByRole('switch', { name: words.share.isShared }).waitFor();
  await page.keyboard.press('Escape');

  await chooseInMenu(page, row, words.links.duplicate);
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(words.linkForm.alias).fill('guarded-2');
  // The API does not return the password of the original.
  await sheet.getByRole('button', { name: words.linkForm.create }).click();
  await sheet.getByLabel(words.linkForm.password, { exact: true }).fill('another secret');
  await sheet.getByRole('button', { name: words.linkForm.create }).click();
  await page.getByRole('row', { name: '/guarded-2' }).waitFor();
  const [copy] = (await callApi('GET', '/api/urls?short=guarded-2')).data.urls;
  const { details } = await callApi('GET', `/api/url/${id}`);
  const kept = ['longurl', 'device', 'tags', 'campaign', 'password', 'state'];
  const copied = (await callApi('GET', `/api/url/${copy.id}`)).details;
  for (const name of kept) expect(copied[name]).toEqual(details[name]);
  expect(await leave()).toEqual([]);
});

test('the page of a link shows everything that is set on it, and duplicates, disables and deletes it', async () => {
  const { callApi } = dashboard;
  const { id: campaign } = await callApi('POST', '/api/campaign/add', { name: 'Winter fair' });
  const { id: channel } = await callApi('POST', '/api/channel/add', { name: 'Posters' });
  const { id } = await callApi('POST', '/api/url/add', {
    ...{ url: 'https://whole.example/page', custom: 'whole', metatitle: 'Mulled wine', description: 'Ask Kim first' },
    ...{ campaign, channel, tags: ['market'], expiry: '2031-05-05 10:11:12', max_clicks: 5, password: 'secret' },
    ...{ parameters: [{ name: 'utm_source', value: 'poster' }], expiry_url: 'https://whole.example/over' },
    devicetarget: [{ device: 'mobile', link: 'https://whole.example/phones' }],
  });
  const { page, findBarriersOnScreens, leave } = await dashboard.visit(`/app/links/${id}`);
  const facts = page.locator('.links-facts');
  for (const text of ['Mulled wine', 'Ask Kim first', 'market', 'utm_source=poster', words.linkPage.password, '2031'])
    await facts.getByText(text).waitFor();
  await facts.getByText(words.linkPage.used({ used: '0', limit: '5' })).waitFor();
  await facts.getByText(words.rules.device.names.mobile, { exact: true }).waitFor();
  for (const name of ['whole.example/page', 'whole.example/phones', 'whole.example/over', 'Winter fair', 'Posters'])
    await facts.getByRole('link', { name }).waitFor();
  expect(await findBarriersOnScreens()).toEqual([]);

  const head = page.locator('.page-head');
  await chooseInMenu(page, head, words.links.duplicate);
  await page.getByRole('dialog', { name: words.linkForm.copyTitle({ short: '' }).trim() }).waitFor();
  await page.keyboard.press('Escape');
  await chooseInMenu(page, head, words.takeDown.disable);
  await page.locator('.links-state').getByText(words.links.state.disabled).waitFor();
  await chooseInMenu(page, head, words.takeDown.enable);
  await page.locator('.links-state').getByText(words.links.state.active).waitFor();
  await chooseInMenu(page, head, words.links.delete);
  await page.getByRole('heading', { level: 1, name: words.links.title }).waitFor();
  await page.getByRole('button', { name: words.links.undo }).click();
  await page.getByRole('row', { name: '/whole' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('hundreds of links are disabled with progress, and deleting them asks first and can be undone', async () => {
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
  // The server may be quicker than the eye.
  const isSeen = Promise.withResolvers<void>();
  await page.route('**/api/urls/change', async (route) => {
    await isSeen.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: words.bulk.disable }).click();
  await page.getByRole('progressbar').waitFor();
  isSeen.resolve();
  await page.getByText(words.bulk.changed({ count: 500 })).waitFor();
  expect((await dashboard.callApi('GET', '/api/urls?status=disabled')).data.result).toBe(500);

  await page.getByLabel(words.ui.selectAll).check();
  await page.getByRole('button', { name: words.bulk.allMatching({ count: 500 }) }).click();
  await page.getByRole('toolbar').getByRole('button', { name: words.bulk.delete }).click();
  await page.getByRole('heading', { name: words.bulk.deleteTitle({ count: 500 }) }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: words.ui.delete }).click();
  await page.getByRole('button', { name: words.links.undo }).last().click();
  await page.getByRole('row', { name: '/many-' }).first().waitFor();
  expect((await dashboard.callApi('GET', '/api/urls?q=many.example')).data.result).toBe(500);
  expect(await leave()).toEqual([]);
});

test('three UTM links are created from a template in four actions each, one of them in a new campaign', async () => {
  const { callApi } = dashboard;
  const utm = { utm_source: 'newsletter', utm_medium: 'email' };
  await callApi('POST', '/api/utm-template/add', { name: 'Newsletter', ...utm });
  const { page, findBarriers, leave } = await dashboard.visit('/app/links');
  const sheet = page.getByRole('dialog');
  let actions = 0;
  async function act(action: Promise<unknown>): Promise<void> {
    await action;
    actions += 1;
  }
  async function fillIn(url: string): Promise<void> {
    await act(page.getByRole('button', { name: words.links.new, exact: true }).last().click());
    await act(sheet.getByLabel(words.linkForm.url).fill(url));
    await act(sheet.getByLabel(words.utm.template, { exact: true }).selectOption('Newsletter'));
  }
  async function create(): Promise<void> {
    await act(sheet.getByRole('button', { name: words.linkForm.create }).click());
    await sheet.waitFor({ state: 'detached' });
  }
  for (const number of [1, 2, 3]) {
    await fillIn(`https://utm.example/${number}`);
    await create();
  }
  expect(actions).toBe(12);

  await fillIn('https://utm.example/4');
  const campaign = sheet.getByRole('combobox', { name: words.linkForm.campaign, exact: false }).first();
  await campaign.fill('x'.repeat(256));
  await page.getByRole('option', { name: 'xxx' }).click();
  await sheet.locator('[name=campaign][aria-invalid=true]').waitFor();
  await campaign.fill('Summer');
  // A name that was typed but not created is not lost.
  await sheet.getByRole('button', { name: words.linkForm.create }).click();
  await sheet.getByText(words.ui.createOrSelect({ name: 'Summer' })).waitFor();
  await campaign.click();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('option', { name: words.ui.createNamed({ name: 'Summer' }) }).click();
  await page.locator('.combo-list').waitFor({ state: 'detached' });
  await create();
  const { urls } = (await callApi('GET', '/api/urls?q=utm.example')).data;
  const details = await Promise.all(
    urls.map(async ({ id }: { id: number }) => (await callApi('GET', `/api/url/${id}`)).details),
  );
  const parameters = Object.entries(utm).map(([name, value]) => ({ name, value }));
  expect(details.map((link) => [link.longurl, link.parameters, link.campaign_name])).toEqual(
    [4, 3, 2, 1].map((number) => [`https://utm.example/${number}`, parameters, number === 4 ? 'Summer' : null]),
  );
  expect(await leave()).toEqual([]);
});
