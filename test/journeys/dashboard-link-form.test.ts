import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { words } from '../support/words.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1';
const CANADA = '99.224.0.1';

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture({ TRUST_PROXY: 'loopback' });
});
afterAll(() => dashboard.close());

test('the simulator shows for unsaved rules what the redirect does after saving', async () => {
  const { id } = await dashboard.callApi('POST', '/api/url/add', { url: 'https://example.com/', custom: 'try' });
  const { page, findBarriers, leave } = await dashboard.visit(`/app/links?edit=${id}`);
  const sheet = page.getByRole('dialog');
  await sheet.getByText(words.simulator.title).click();
  const outcome = sheet.getByRole('status');
  await outcome.getByText('https://example.com/').waitFor();
  await outcome.getByText(words.simulator.because.everyone).waitFor();

  await sheet.getByText(words.linkForm.targeting, { exact: true }).click();
  const lines = [
    [words.rules.location.add, 'https://example.ca/'],
    [words.rules.device.add, 'https://m.example.com/'],
    [words.rules.device.add, 'https://apps.example/'],
    [words.rules.language.add, 'https://example.de/'],
  ] as const;
  for (const [index, [noun, destination]] of lines.entries()) {
    await sheet.getByRole('button', { name: noun, exact: true }).click();
    await sheet.getByLabel(words.linkForm.goTo).nth(index).fill(destination);
  }
  await outcome.getByText(words.simulator.unfinished({ count: 1 })).waitFor();
  await sheet.getByLabel(words.rules.location.field).fill('Canada');
  await outcome.getByText(words.simulator.unfinished({ count: 1 })).waitFor({ state: 'detached' });

  // The second device rule never matches, because an earlier rule covers its visitors.
  await sheet.getByLabel(words.rules.device.field, { exact: true }).nth(0).selectOption('mobile');
  await sheet.getByLabel(words.rules.device.field, { exact: true }).nth(1).selectOption('iphone');
  await sheet.getByText(words.linkForm.shadowed).waitFor();

  const choose = (name: string) => sheet.locator(`[name=visit-${name}]`);
  await outcome.getByText('https://m.example.com/').waitFor();
  await outcome
    .getByText(
      words.rules.device.reasonAfterLocations({
        device: words.rules.device.names.mobile,
      }),
    )
    .waitFor();
  await choose('place').fill('Canada');
  await outcome.getByText('https://example.ca/').waitFor();
  await outcome.getByText(words.rules.location.reason({ place: 'Canada' })).waitFor();
  await choose('place').fill('France');
  await choose('agent').selectOption('windows');
  await choose('language').selectOption('de');
  await outcome.getByText('https://example.de/').waitFor();
  await choose('language').selectOption('fr');
  await outcome.getByText(words.simulator.because.otherwise).waitFor();
  expect(await findBarriers()).toEqual([]);

  await sheet.getByText(words.linkForm.limits).click();
  await sheet.getByRole('switch', { name: words.linkForm.passwordProtection }).click();
  await outcome.getByText(words.simulator.password).waitFor();
  await sheet.getByRole('switch', { name: words.linkForm.passwordProtection }).click();
  await sheet.getByLabel(words.linkForm.expiry).fill('2031-05-05T10:00');
  await choose('time').fill('2031-05-05T10:00');
  await outcome.getByText(words.simulator.gone.time).waitFor();
  await sheet.getByLabel(words.linkForm.expiryUrl).fill('https://example.com/over');
  await outcome.getByText('https://example.com/over').waitFor();
  await choose('time').fill('2031-05-05T09:59');
  await outcome.getByText(words.simulator.because.otherwise).waitFor();
  await sheet.getByLabel(words.linkForm.maxClicks).fill('3');
  await choose('clicks').fill('3');
  await outcome.getByText(words.simulator.ended.clicks).waitFor();
  await sheet.getByLabel(words.linkForm.maxClicks).fill('');
  await sheet.getByText(words.linkForm.redirectAndPixels).click();
  await sheet.getByLabel(words.linkForm.type).selectOption('splash');
  await outcome.getByText(words.simulator.kinds.splash).waitFor();
  await sheet.getByLabel(words.linkForm.type).selectOption('direct');
  await sheet.getByRole('switch', { name: words.linkForm.active }).click();
  await outcome.getByText(words.simulator.gone.disabled).waitFor();
  await sheet.getByRole('switch', { name: words.linkForm.active }).click();

  await sheet.getByRole('button', { name: words.linkForm.save, exact: true }).click();
  await page.getByText(words.linkForm.saved).waitFor();
  expect(await dashboard.followLink('try', { 'User-Agent': IPHONE })).toBe('https://m.example.com/');
  expect(await dashboard.followLink('try', { 'User-Agent': IPHONE, 'X-Forwarded-For': CANADA })).toBe(
    'https://example.ca/',
  );
  expect(await dashboard.followLink('try', { 'Accept-Language': 'de' })).toBe('https://example.de/');
  expect(await dashboard.followLink('try', { 'Accept-Language': 'fr' })).toBe('https://example.com/');
  expect(await leave()).toEqual([]);
});

test('UTM fields set parameters and show the resulting URL; the preview card shows fallbacks for missing fields', async () => {
  const url = 'https://shop.example.com/sale?utm_source=page#top';
  await dashboard.callApi('POST', '/api/campaign/add', { name: 'Spring launch' });
  await dashboard.callApi('POST', '/api/url/add', { url, parameters: [{ name: 'utm_source', value: 'used-before' }] });
  const { id } = await dashboard.callApi('POST', '/api/url/add', {
    url,
    custom: 'utm',
    parameters: [{ name: 'ref', value: '7' }],
  });
  const { page, findBarriers, leave } = await dashboard.visit(`/app/links?edit=${id}`);
  const sheet = page.getByRole('dialog');
  expect(await sheet.getByLabel(words.utm.fields.utm_source).getAttribute('placeholder')).toContain('page');
  await sheet.getByLabel(words.utm.fields.utm_medium).fill('e mail');
  for (const word of ['used-before', 'spring-launch'])
    await sheet.locator(`option[value="${word}"]`).waitFor({ state: 'attached' });
  await sheet.getByLabel(words.utm.fields.utm_campaign).fill('spring-launch');
  const whole = 'https://shop.example.com/sale?utm_source=page&ref=7&utm_medium=e+mail&utm_campaign=spring-launch#top';
  await sheet.getByText(whole).waitFor();

  await sheet.getByText(words.linkForm.social).click();
  await sheet.getByText(words.card.nothingSet).waitFor();
  await sheet.getByLabel(words.linkForm.metadescription).fill('Everything that grows');
  await sheet.getByText(words.card.titleFromHost).waitFor();
  const feed = sheet.getByRole('figure', { name: words.card.feed });
  expect(await feed.textContent()).toContain('shop.example.com');
  await sheet.getByLabel(words.linkForm.metatitle).fill('The sale is on');
  await feed.getByText('The sale is on').waitFor();
  await sheet.getByLabel(words.linkForm.metaimage, { exact: false }).first().fill('https://cdn.example.com/a.jpg');
  await feed.getByText(words.card.hostedElsewhere({ host: 'cdn.example.com' })).waitFor();
  expect(await findBarriers()).toEqual([]);
  await sheet.getByRole('button', { name: words.linkForm.save, exact: true }).click();
  await page.getByText(words.linkForm.saved).waitFor();
  expect(await dashboard.followLink('utm', {})).toBe(whole);
  const card = await dashboard.server.fetch('/utm', { headers: { 'User-Agent': 'facebookexternalhit/1.1' } });
  expect(await card.text()).toContain('<meta property="og:title" content="The sale is on">');
  // Nothing was loaded from the picture's host.
  expect(await leave()).toEqual([]);
});

async function shown(page: Page): Promise<string | null> {
  await page.getByRole('row').nth(1).waitFor();
  return page.getByRole('grid').getAttribute('aria-rowcount');
}

/** Undoes the last change and dismisses its message. */
async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: words.bulk.undo }).click();
  await page.getByText(words.bulk.undone).waitFor();
  await page.getByRole('button', { name: words.ui.dismiss }).click();
  await page.getByText(words.bulk.undone).waitFor({ state: 'detached' });
}

test('links are filtered by URL, changed in bulk, and every change is undone', async () => {
  const { id: channel } = await dashboard.callApi('POST', '/api/channel/add', { name: 'Poster' });
  const { id: campaign } = await dashboard.callApi('POST', '/api/campaign/add', { name: 'Autumn' });
  await Promise.all(
    Array.from({ length: 120 }, (_, at) =>
      dashboard.callApi('POST', '/api/url/add', {
        url: `https://many.example/${at}`,
        tags: ['many'],
        type: at < 5 ? 'frame' : 'direct',
      }),
    ),
  );
  const count = async (query: string) => (await dashboard.callApi('GET', `/api/urls?${query}`)).data.result;
  const { page, findBarriers, leave } = await dashboard.visit('/app/links?tag=many');
  expect(await shown(page)).toBe('121');
  await page.getByRole('button', { name: words.filters.filter, exact: false }).first().click();
  await page.getByRole('dialog').getByLabel(words.filters.names.type).selectOption('frame');
  await page.keyboard.press('Escape');
  await page.getByRole('row').nth(6).waitFor({ state: 'detached' });
  expect(await shown(page)).toBe('6');
  expect(await findBarriers()).toEqual([]);
  await page.goBack();
  await page.getByRole('row').nth(6).waitFor();
  expect(new URL(page.url()).search).toBe('?tag=many');

  await page.getByLabel(words.ui.selectAll).check();
  await page.getByText(words.ui.selected({ count: 100 })).waitFor();
  await page.getByRole('button', { name: words.bulk.allMatching({ count: 120 }) }).click();
  await page.getByText(words.ui.selected({ count: 120 })).waitFor();
  const bar = page.getByRole('toolbar');
  await bar.getByRole('button', { name: words.bulk.channel }).click();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('dialog').getByLabel(words.bulk.channel).selectOption('Poster');
  await page.getByRole('button', { name: words.bulk.add.channel }).click();
  await page.getByText(words.bulk.changed({ count: 120 })).waitFor();
  expect(await count(`channel=${channel}`)).toBe(120);
  await undo(page);
  expect(await count(`channel=${channel}`)).toBe(0);

  await page.getByLabel(words.ui.selectAll).check();
  await bar.getByRole('button', { name: words.bulk.campaign }).click();
  await page.getByRole('dialog').getByLabel(words.bulk.campaign).selectOption('Autumn');
  await page.getByRole('button', { name: words.bulk.add.campaign }).click();
  await page.getByText(words.bulk.changed({ count: 100 })).waitFor();
  expect(await count(`campaign=${campaign}`)).toBe(100);
  await undo(page);
  expect(await count(`campaign=${campaign}`)).toBe(0);

  await page.getByLabel(words.ui.selectAll).check();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: words.bulk.export }).click(),
  ]);
  const lines = (await Bun.file(await file.path()).text()).trim().split('\r\n');
  expect(lines).toHaveLength(101);
  expect(lines[0]).toContain('id,short_url,url,title,description,tags,campaign,channels,created,clicks');
  expect(lines[1]).toMatch(/^\d+,http.*,https:\/\/many\.example\/\d+,,/);
  const [all] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: words.links.export }).click(),
  ]);
  const { result } = (await dashboard.callApi('GET', `/api/urls${new URL(page.url()).search}`)).data;
  expect((await Bun.file(await all.path()).text()).trim().split('\r\n')).toHaveLength(result + 1);
  await page.getByRole('button', { name: words.filters.clear, exact: true }).click();
  await page.getByText(words.ui.selected({ count: 100 })).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  expect(await leave()).toEqual([]);
});

test('a link is created, opened, changed and deleted by keyboard', async () => {
  const { page, leave } = await dashboard.visit('/app/links?q=keys.example');
  await page.getByText(words.ui.nothingFound).waitFor();
  const { keyboard } = page;
  async function tabTo(what: string): Promise<void> {
    for (let step = 0; step < 60; step += 1) {
      if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(what)})`)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`the Tab key never comes to ${what}`);
  }
  await keyboard.press('c');
  await keyboard.type('keys.example/first');
  await keyboard.press('Enter');
  await page.getByRole('row', { name: 'keys.example/first' }).waitFor();
  await tabTo('.row');
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: '/' }).waitFor();
  await keyboard.press('e');
  await tabTo('dialog [name=url]');
  await keyboard.press('Control+a');
  await keyboard.type('https://keys.example/second');
  await keyboard.press('Enter');
  await page.getByText(words.linkForm.saved).waitFor();
  await page.getByRole('link', { name: 'keys.example/second' }).waitFor();
  await page.goBack();
  await page.getByRole('row', { name: 'keys.example/second' }).waitFor();
  await tabTo('.row');
  await tabTo('.row [aria-haspopup=menu]');
  await keyboard.press('Enter');
  await page.locator('[role=menuitem]:focus').waitFor();
  await keyboard.press('End');
  await keyboard.press('Enter');
  await page.getByText(words.ui.nothingFound).waitFor();
  await page.goto(`${dashboard.server.url}/app`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect((await dashboard.callApi('GET', '/api/urls?q=keys.example')).data.result).toBe(0);
  expect(await leave()).toEqual([]);
});
