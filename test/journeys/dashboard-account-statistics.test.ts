import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { openScreen } from '../support/dashboard-visitor.ts';
import { words } from '../support/words.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1';
const COMPUTER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
const [BERLIN, TORONTO] = ['91.64.0.1', '99.224.1.1'];

let dashboard: DashboardFixture;
let ids: { channel: number; campaign: number; qr: number; bio: number };

async function visit(url: string, agent: string, address: string, referrer = ''): Promise<void> {
  const headers = { 'User-Agent': agent, 'X-Forwarded-For': address, ...(referrer && { Referer: referrer }) };
  await dashboard.server.fetch(new URL(url).pathname, { redirect: 'manual', headers });
}

beforeAll(async () => {
  dashboard = await openDashboardFixture({ TRUST_PROXY: 'loopback' });
  const add = (path: string, body: object) => dashboard.callApi('POST', path, body);
  const campaign = await add('/api/campaign/add', { name: 'Spring' });
  const channel = await add('/api/channel/add', { name: 'Shop' });
  const link = await add('/api/url/add', { url: 'https://example.com/', custom: 'one', campaign: campaign.id });
  const qr = await add('/api/qr/add', { name: 'Menu', type: 'link', data: 'https://example.com/menu' });
  const bio = await add('/api/bio/add', { name: 'Ada' });
  for (const [kind, { id }] of [
    ['links', link],
    ['qr', qr],
    ['bio', bio],
  ])
    await dashboard.callApi('POST', `/api/channel/${channel.id}/assign/${kind}/${id}`);
  for (const url of [link.shorturl, qr.link.replace('/qr/', '/q/'), bio.link]) {
    await visit(url, PHONE, BERLIN, 'https://t.co/x');
    await visit(url, COMPUTER, BERLIN);
    await visit(url, COMPUTER, TORONTO);
  }
  ids = { channel: channel.id, campaign: campaign.id, qr: qr.id, bio: bio.id };
});
afterAll(() => dashboard.close());

/** Waits until the first figure has this value. */
function waitForCount(page: Page, count: number): Promise<void> {
  return page.locator('.charts-value').first().getByText(String(count), { exact: true }).waitFor();
}

test('clicks from Germany by phone in the last week, for the whole account, take three clicks', async () => {
  const { page, findBarriers, leave } = await dashboard.visit('/app');
  await waitForCount(page, 9);
  await page.getByRole('button', { name: words.charts.shortRanges['7d'], exact: true }).click();
  await page.getByRole('button', { name: 'Germany', exact: true }).first().click();
  await page.getByRole('button', { name: words.charts.devices.mobile, exact: true }).click();
  await waitForCount(page, 3);
  expect(await findBarriers()).toEqual([]);
  // A network has its name, and selects all its hosts.
  await page.getByRole('button', { name: 'X', exact: true }).click();
  await page.waitForURL(/filter%5Bsocial%5D=twitter/);
  await waitForCount(page, 3);
  await page.getByRole('button', { name: words.charts.clearFilters }).click();
  await page.getByRole('button', { name: words.charts.direct, exact: true }).click();
  await waitForCount(page, 6);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findBarriers()).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await leave()).toEqual([]);
});

test('campaigns, channels, QR codes and bio pages are filtered, and count a new visit while they are open', async () => {
  const { page, findBarriers, leave } = await dashboard.visit(`/app/qr/${ids.qr}`);
  await page.getByRole('link', { name: words.qr.statistics }).click();
  await waitForCount(page, 3);
  await page.getByRole('button', { name: words.charts.devices.mobile, exact: true }).click();
  await waitForCount(page, 1);
  const { link } = (await dashboard.callApi('GET', `/api/qr/${ids.qr}`)).details;
  await visit(link.replace('/qr/', '/q/'), PHONE, BERLIN);
  await waitForCount(page, 2);
  await openScreen(page, `/bio/${ids.bio}`);
  await page.getByRole('link', { name: words.bio.statistics }).click();
  await waitForCount(page, 3);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const [path, count] of [
    [`/bio/${ids.bio}/statistics?filter[device]=mobile`, 1],
    [`/campaigns/${ids.campaign}?view=statistics&filter[device]=mobile`, 1],
    [`/channels/${ids.channel}?view=statistics&filter[device]=mobile`, 4],
  ] as const) {
    await openScreen(page, path);
    await waitForCount(page, count);
  }
  expect(await findBarriers()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await findBarriers()).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await leave()).toEqual([]);
});

test('the time zone of the account cuts the days', async () => {
  const { page, leave } = await dashboard.visit('/app/settings', { timezoneId: 'Europe/Berlin' });
  const field = page.getByLabel(words.settings.timeZone);
  await field.waitFor();
  expect(await field.inputValue()).toBe('');
  await field.selectOption('Pacific/Kiritimati');
  await page.getByText(words.settings.timeZoneSaved).waitFor();
  const asked = page.waitForRequest((request) => request.url().includes('/api/stats?'));
  await page.getByRole('navigation').getByRole('link', { name: words.shell.nav.home }).click();
  const query = new URL((await asked).url()).searchParams;
  expect(query.get('zone')).toBe('Pacific/Kiritimati');
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format();
  expect(query.get('to')).toBe(`${today} 23:59:59`);
  expect(await leave()).toEqual([]);
});
