import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type DashboardWorld, openDashboardWorld } from '../support/dashboard-world.ts';

setDefaultTimeout(120_000);

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1';
const CANADA = '99.224.0.1';

let world: DashboardWorld;

beforeAll(async () => {
  world = await openDashboardWorld({ TRUST_PROXY: 'loopback' });
});
afterAll(() => world.close());

test('the simulator says of unsaved lines what the redirect does once they are saved', async () => {
  const { id } = await world.ask('POST', '/api/url/add', { url: 'https://example.com/', custom: 'try' });
  const { page, findBarriers, leave } = await world.visit(`/app/links?edit=${id}`);
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Try it out').click();
  const outcome = sheet.getByRole('status');
  await outcome.getByText('https://example.com/').waitFor();
  await outcome.getByText('There are no other lines').waitFor();

  await sheet.getByText('Who goes where').click();
  const lines = [
    ['Country', 'https://example.ca/'],
    ['Device', 'https://m.example.com/'],
    ['Device', 'https://apps.example/'],
    ['Language', 'https://example.de/'],
  ] as const;
  for (const [index, [noun, target]] of lines.entries()) {
    await sheet.getByRole('button', { name: noun, exact: true }).click();
    await sheet.getByLabel('Target of this line').nth(index).fill(target);
  }
  await outcome.getByText('One line is not finished').waitFor();
  await sheet.getByLabel('Country, or').fill('Canada');
  await outcome.getByText('One line is not finished').waitFor({ state: 'detached' });

  // The second device stands behind one that takes all of its visitors.
  await sheet.getByLabel('Device', { exact: true }).nth(0).selectOption('mobile');
  await sheet.getByLabel('Device', { exact: true }).nth(1).selectOption('iphone');
  await sheet.getByText('This line never answers').waitFor();

  const choose = (name: string) => sheet.locator(`[name=visit-${name}]`);
  await outcome.getByText('https://m.example.com/').waitFor();
  await outcome.getByText('On Phones: no place fits').waitFor();
  await choose('place').fill('Canada');
  await outcome.getByText('https://example.ca/').waitFor();
  await outcome.getByText('In Canada: the first place that fits.').waitFor();
  await choose('place').fill('France');
  await choose('agent').selectOption('windows');
  await choose('language').selectOption('de');
  await outcome.getByText('https://example.de/').waitFor();
  await choose('language').selectOption('fr');
  await outcome.getByText('No line fits').waitFor();
  expect(await findBarriers()).toEqual([]);

  await sheet.getByText('Password and limits').click();
  await sheet.getByRole('switch', { name: 'Ask for a password' }).click();
  await outcome.getByText('Asks for the password first').waitFor();
  await sheet.getByRole('switch', { name: 'Ask for a password' }).click();
  await sheet.getByLabel('Until').fill('2031-05-05T10:00');
  await choose('time').fill('2031-05-05T10:00');
  await outcome.getByText('The link has ended by then.').waitFor();
  await sheet.getByLabel('Afterwards lead to').fill('https://example.com/over');
  await outcome.getByText('https://example.com/over').waitFor();
  await choose('time').fill('2031-05-05T09:59');
  await outcome.getByText('No line fits').waitFor();
  await sheet.getByLabel('At most so many clicks').fill('3');
  await choose('clicks').fill('3');
  await outcome.getByText('Its clicks are used up').waitFor();
  await sheet.getByLabel('At most so many clicks').fill('');
  await sheet.getByText('Redirect and pixels').click();
  await sheet.getByLabel('Redirection').selectOption('splash');
  await outcome.getByText('a page with a countdown').waitFor();
  await sheet.getByLabel('Redirection').selectOption('direct');
  await sheet.getByRole('switch', { name: 'Switched on' }).click();
  await outcome.getByText('switched off').waitFor();
  await sheet.getByRole('switch', { name: 'Switched on' }).click();

  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Link saved.').waitFor();
  expect(await world.follow('try', { 'User-Agent': IPHONE })).toBe('https://m.example.com/');
  expect(await world.follow('try', { 'User-Agent': IPHONE, 'X-Forwarded-For': CANADA })).toBe('https://example.ca/');
  expect(await world.follow('try', { 'Accept-Language': 'de' })).toBe('https://example.de/');
  expect(await world.follow('try', { 'Accept-Language': 'fr' })).toBe('https://example.com/');
  expect(await leave()).toEqual([]);
});

test('UTM fields write parameters and show where they lead; the card shows what stands in for what is missing', async () => {
  const url = 'https://shop.example.com/sale?utm_source=page#top';
  await world.ask('POST', '/api/campaign/add', { name: 'Spring launch' });
  await world.ask('POST', '/api/url/add', { url, parameters: [{ name: 'utm_source', value: 'used-before' }] });
  const { id } = await world.ask('POST', '/api/url/add', {
    url,
    custom: 'utm',
    parameters: [{ name: 'ref', value: '7' }],
  });
  const { page, findBarriers, leave } = await world.visit(`/app/links?edit=${id}`);
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Query parameters').click();
  expect(await sheet.getByLabel('Source').getAttribute('placeholder')).toContain('page');
  await sheet.getByLabel('Medium').fill('e mail');
  for (const word of ['used-before', 'spring-launch'])
    await sheet.locator(`option[value="${word}"]`).waitFor({ state: 'attached' });
  await sheet.getByLabel('Campaign name').fill('spring-launch');
  const whole = 'https://shop.example.com/sale?utm_source=page&ref=7&utm_medium=e+mail&utm_campaign=spring-launch#top';
  await sheet.getByText(whole).waitFor();

  await sheet.getByText('Social card').click();
  await sheet.getByText('networks show what the target says of itself').waitFor();
  await sheet.getByLabel('Description').fill('Everything that grows');
  await sheet.getByText('Without a title the host of the target stands there.').waitFor();
  const feed = sheet.getByRole('figure', { name: 'In a feed' });
  expect(await feed.textContent()).toContain('shop.example.com');
  await sheet.getByLabel('Title').fill('The sale is on');
  await feed.getByText('The sale is on').waitFor();
  await sheet.getByLabel('Picture', { exact: false }).first().fill('https://cdn.example.com/a.jpg');
  await feed.getByText('Picture from cdn.example.com').waitFor();
  expect(await findBarriers()).toEqual([]);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Link saved.').waitFor();
  expect(await world.follow('utm', {})).toBe(whole);
  const card = await world.server.fetch('/utm', { headers: { 'User-Agent': 'facebookexternalhit/1.1' } });
  expect(await card.text()).toContain('<meta property="og:title" content="The sale is on">');
  // Nothing was loaded from the picture's host.
  expect(await leave()).toEqual([]);
});

async function shown(page: Page): Promise<string | null> {
  await page.getByRole('row').nth(1).waitFor();
  return page.getByRole('grid').getAttribute('aria-rowcount');
}

/** Takes the last change back, and its notice away. */
async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('Undone.').waitFor({ state: 'detached' });
}

test('links are filtered by address, changed together, and all of it is undone', async () => {
  const { id: channel } = await world.ask('POST', '/api/channel/add', { name: 'Poster' });
  const { id: campaign } = await world.ask('POST', '/api/campaign/add', { name: 'Autumn' });
  await Promise.all(
    Array.from({ length: 120 }, (_, at) =>
      world.ask('POST', '/api/url/add', {
        url: `https://many.example/${at}`,
        tags: ['many'],
        type: at < 5 ? 'frame' : 'direct',
      }),
    ),
  );
  const count = async (query: string) => (await world.ask('GET', `/api/urls?${query}`)).data.result;
  const { page, findBarriers, leave } = await world.visit('/app/links?tag=many');
  expect(await shown(page)).toBe('121');
  await page.getByRole('button', { name: 'Filter', exact: false }).first().click();
  await page.getByRole('dialog').getByLabel('Redirection').selectOption('frame');
  await page.keyboard.press('Escape');
  await page.getByRole('row').nth(6).waitFor({ state: 'detached' });
  expect(await shown(page)).toBe('6');
  expect(await findBarriers()).toEqual([]);
  await page.goBack();
  await page.getByRole('row').nth(6).waitFor();
  expect(new URL(page.url()).search).toBe('?tag=many');

  await page.getByLabel('Choose all').check();
  await page.getByText('100 chosen').waitFor();
  await page.getByRole('button', { name: 'Choose all 120' }).click();
  await page.getByText('120 chosen').waitFor();
  const bar = page.getByRole('toolbar');
  await bar.getByRole('button', { name: 'Channel' }).click();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('dialog').getByLabel('Channel').selectOption('Poster');
  await page.getByRole('button', { name: 'Put into channel' }).click();
  await page.getByText('120 links changed.').waitFor();
  expect(await count(`channel=${channel}`)).toBe(120);
  await undo(page);
  expect(await count(`channel=${channel}`)).toBe(0);

  await page.getByLabel('Choose all').check();
  await bar.getByRole('button', { name: 'Campaign' }).click();
  await page.getByRole('dialog').getByLabel('Campaign').selectOption('Autumn');
  await page.getByRole('button', { name: 'Move to campaign' }).click();
  await page.getByText('100 links changed.').waitFor();
  expect(await count(`campaign=${campaign}`)).toBe(100);
  await undo(page);
  expect(await count(`campaign=${campaign}`)).toBe(0);

  await page.getByLabel('Choose all').check();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const lines = (await Bun.file(await file.path()).text()).trim().split('\r\n');
  expect(lines).toHaveLength(101);
  expect(lines[1]).toMatch(/^http.*,https:\/\/many\.example\/\d+,many\.example,,0,/);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByText('100 chosen').waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  expect(await leave()).toEqual([]);
});

test('a link is made, opened, changed and deleted without a mouse', async () => {
  const { page, leave } = await world.visit('/app/links?q=keys.example');
  await page.getByText('Nothing found').waitFor();
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
  await page.getByText('Link saved.').waitFor();
  await page.getByRole('link', { name: 'keys.example/second' }).waitFor();
  await page.goBack();
  await page.getByRole('row', { name: 'keys.example/second' }).waitFor();
  await tabTo('.row');
  await tabTo('.row [aria-haspopup=menu]');
  await keyboard.press('Enter');
  await page.locator('[role=menuitem]:focus').waitFor();
  await keyboard.press('End');
  await keyboard.press('Enter');
  await page.getByText('Nothing found').waitFor();
  await page.goto(`${world.server.url}/app`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect((await world.ask('GET', '/api/urls?q=keys.example')).data.result).toBe(0);
  expect(await leave()).toEqual([]);
});
