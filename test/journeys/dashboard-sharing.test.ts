import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { worldShapes } from '../../web/ui/charts/world-shapes.ts';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { visitDashboard } from '../support/dashboard-visitor.ts';
import { waitUntil } from '../support/wait.ts';
import { words } from '../support/words.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
// Addresses in the United States, in Germany, in Japan and in Singapore, which is a dot on the map.
const ADDRESSES = ['8.8.8.8', '85.214.132.117', '133.11.0.1', '203.116.1.1'];
const CLICKS = 1_100;

interface Stats {
  clicks: number;
  bots: number;
  series: { date: string; clicks: number; bots: number; unique: number }[];
  top: Record<string, Record<string, number>>;
}

let dashboard: DashboardFixture;
let id: number;

beforeAll(async () => {
  dashboard = await openDashboardFixture({ TRUST_PROXY: 'loopback' });
  id = await add('/api/url/add', { url: 'https://shop.example/spring?key=hush', custom: 'spring' });
  for (let done = 0; done < CLICKS; done += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => visit('/spring', CHROME, done + index)));
  }
  await Promise.all([visit('/spring', BOT, 0), visit('/spring', BOT, 1)]);
});
afterAll(() => dashboard.close());

/** Half of the visits come from the first address, a quarter from the second, and so on. */
function visit(path: string, agent: string, index: number): Promise<Response> {
  const address = ADDRESSES[index % 2 === 0 ? 0 : index % 4 === 1 ? 1 : index % 8 === 3 ? 2 : 3] ?? '';
  return dashboard.server.fetch(path, {
    redirect: 'manual',
    headers: { 'User-Agent': agent, 'X-Forwarded-For': address },
  });
}

async function add(path: string, body: object): Promise<number> {
  return (await dashboard.callApi('POST', path, body)).id;
}

async function readStats(query = ''): Promise<Stats> {
  return (await dashboard.callApi('GET', `/api/url/${id}/stats${query}`)).data;
}

function figure(page: Page, name: string) {
  return page.locator('.charts-figure', { has: page.getByText(name, { exact: true }) }).locator('.charts-value');
}

/** Downloads the file of an entry in the export menu. */
async function exported(page: Page, name: string): Promise<{ file: string; text: string }> {
  await page.getByRole('button', { name: words.charts.export }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name, exact: true }).click(),
  ]);
  return { file: download.suggestedFilename(), text: await Bun.file(await download.path()).text() };
}

function rowsOf(csv: string): string[] {
  return csv
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n');
}

test('the map shades each country by its clicks, and a country filters like its entry in the list', async () => {
  const { page, findBarriers, leave } = await dashboard.visit(`/app/links/${id}`);
  await figure(page, words.charts.counted.clicks).getByText('1,100', { exact: true }).waitFor();
  const { country = {} } = (await readStats()).top;
  expect(Object.values(country).reduce((sum, count) => sum + count)).toBe(CLICKS);
  await page.locator('.charts-map svg').waitFor();
  const codes = Object.keys(country).map((name) => Object.entries(worldShapes).find(([, [own]]) => own === name)?.[0]);
  expect(codes).toContain('SG');
  const steps = await Promise.all(
    codes.map((code) => page.locator(`svg [data-country=${code}]`).getAttribute('data-step')),
  );
  expect([steps[0], steps.includes('0'), [...steps].sort().reverse()]).toEqual(['5', false, steps]);
  expect(await page.locator('svg [data-country=BR]').getAttribute('data-step')).toBe('0');
  expect(await page.locator('.charts-scale li').count()).toBe(5);

  const germany = page.locator('svg [data-country=DE]');
  await germany.hover();
  expect(await page.locator('.charts-map .charts-tip').textContent()).toContain(`Germany ${country.Germany}`);
  await germany.click();
  await figure(page, words.charts.counted.clicks).getByText(String(country.Germany), { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.getAll('filter[country]')).toEqual(['Germany']);
  expect(await page.locator('svg [data-country=US]').getAttribute('data-step')).toBe('0');
  expect(await findBarriers()).toEqual([]);
  // The same by keyboard, in the list.
  await page.getByRole('button', { name: 'Germany', exact: true }).focus();
  await page.keyboard.press('Enter');
  await figure(page, words.charts.counted.clicks).getByText('1,100', { exact: true }).waitFor();

  await page.getByRole('button', { name: words.charts.bots }).click();
  await page.getByRole('slider', { name: words.charts.pointsOf({ name: words.charts.bots }) }).focus();
  expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toContain(': 2');
  await page.getByRole('button', { name: words.charts.kinds.crawler }).waitFor();
  // The list of visits may arrive after the chart.
  const visits = page.locator('.charts-live li');
  await waitUntil('two visits are listed', async () => (await visits.count()) === 2);
  await page.goBack();
  const today = new Date().toISOString().slice(0, 10);
  const before = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  await page.getByRole('button', { name: words.charts.shortRanges.own, exact: true }).click();
  await page.getByLabel(words.charts.from).fill(before);
  await page.waitForURL(new RegExp(`range=own.*from=${before}`));
  await page.reload();
  await page.getByRole('button', { name: words.charts.showTable }).click();
  expect(await page.getByRole('region', { name: words.charts.counted.clicks }).getByRole('row').count()).toBe(5);
  expect(await page.getByLabel(words.charts.to).inputValue()).toBe(today);
  expect(await leave()).toEqual([]);
});

test('exports contain the filtered statistics; visits are exported from all pages, or not at all', async () => {
  const path = `/app/links/${id}?filter%5Bcountry%5D=Japan`;
  const { page, leave } = await dashboard.visit(path, { acceptDownloads: true });
  await page
    .getByRole('button', { name: words.charts.removeFilter({ name: `${words.charts.dimension.country}: Japan` }) })
    .waitFor();
  const stats = await readStats('?limit=250&filter[country]=Japan');
  const series = await exported(page, words.charts.exports.seriesCsv);
  expect(series.file).toMatch(/^spring-series-[\d-]+\.csv$/);
  const [head = '', ...points] = rowsOf(series.text);
  expect(head.startsWith('date,clicks,unique,bots')).toBe(true);
  const own = stats.series.slice(-points.length).map((one) => [one.date, one.clicks, one.unique, one.bots].join(','));
  expect(points.map((row) => row.split(',').slice(0, 4).join(','))).toEqual(own);
  expect(rowsOf((await exported(page, words.charts.exports.listsCsv)).text)).toContain(`country,Japan,${stats.clicks}`);
  const all = JSON.parse((await exported(page, words.charts.exports.allJson)).text);
  expect(all).toMatchObject({ clicks: stats.clicks, top: stats.top, filters: { 'filter[country]': ['Japan'] } });

  await page
    .getByRole('button', { name: words.charts.removeFilter({ name: `${words.charts.dimension.country}: Japan` }) })
    .click();
  await figure(page, words.charts.counted.clicks).getByText('1,100', { exact: true }).waitFor();
  const visits = rowsOf((await exported(page, words.charts.exports.visitsCsv)).text);
  expect(visits).toHaveLength(CLICKS + 2 + 1);
  expect(visits.filter((row) => row.includes(',Japan,'))).toHaveLength(stats.clicks);
  expect(visits.filter((row) => row.includes(',crawler,'))).toHaveLength(2);
  const dialog = page.getByRole('dialog', { name: words.charts.exportVisits });
  await dialog.waitFor({ state: 'detached' });

  // The second page never arrives: the dialog shows the progress of the first, and canceling downloads nothing.
  await page.route(/\/clicks\?.*cursor=/, () => {});
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await page.getByRole('button', { name: words.charts.export }).click();
  await page.getByRole('menuitem', { name: words.charts.exports.visitsJson }).click();
  await dialog.getByText(words.ui.progress({ done: '1,000', total: '1,102' })).waitFor();
  const [stopped] = await Promise.all([
    page.waitForEvent('requestfailed'),
    dialog.getByRole('button', { name: words.ui.cancel }).click(),
  ]);
  expect(stopped.url()).toContain('cursor=');
  expect(await dialog.count()).toBe(0);
  expect(downloads).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('shared statistics can be read by anyone with the URL, and the password if there is one, until sharing ends', async () => {
  const { page, findBarriers, leave } = await dashboard.visit(`/app/links/${id}`);
  await page.getByRole('button', { name: words.share.share }).click();
  const dialog = page.getByRole('dialog', { name: words.share.share });
  const sharing = dialog.getByRole('switch', { name: words.share.isShared });
  await sharing.click();
  await dialog.getByRole('button', { name: words.share.copy }).click();
  const first = (await page.evaluate('navigator.clipboard.readText()')) as string;
  expect(await findBarriers()).toEqual([]);
  await dialog.getByRole('button', { name: words.share.replace }).click();
  await dialog.locator('code', { hasNotText: first }).waitFor();
  const address = (await dialog.locator('code').textContent()) ?? '';

  for (const options of [
    { colorScheme: 'light' },
    { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  ] as const) {
    const guest = await visitDashboard(dashboard.browser, dashboard.server.url, new URL(address).pathname, options);
    await guest.page.getByRole('heading', { name: /\/spring$/ }).waitFor();
    await figure(guest.page, words.charts.counted.clicks).getByText('1,100', { exact: true }).waitFor();
    await guest.page.getByText(words.shared.destination({ host: 'shop.example' })).waitFor();
    expect(await guest.page.content()).not.toContain('hush');
    await guest.page.locator('svg [data-country=US][data-step="5"]').waitFor();
    // The shared page has no filters, so nobody can identify single visitors.
    expect(await guest.page.getByRole('button', { name: 'United States', exact: true }).count()).toBe(0);
    expect(await guest.page.getByRole('navigation').count()).toBe(0);
    expect(await guest.findBarriers()).toEqual([]);
    expect(await guest.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await guest.page.context().cookies()).toEqual([]);
    expect(await guest.leave()).toEqual([]);
  }

  await dialog.getByRole('switch', { name: words.share.passwordProtection }).click();
  await dialog.getByLabel(words.share.password, { exact: true }).fill('open sesame');
  await dialog.getByRole('button', { name: words.share.save }).click();
  await page.getByText(words.share.saved).waitFor();
  const reader = await visitDashboard(dashboard.browser, dashboard.server.url, new URL(address).pathname);
  const password = reader.page.getByLabel(words.shared.password, { exact: true });
  await password.fill('guess');
  await password.press('Enter');
  await reader.page.getByText(words.api.fields.wrong_password).waitFor();
  expect(await reader.page.content()).not.toContain('/spring');
  await password.fill('open sesame');
  await password.press('Enter');
  await figure(reader.page, words.charts.counted.clicks).getByText('1,100', { exact: true }).waitFor();
  await reader.page.reload();
  await reader.page.getByRole('heading', { name: /\/spring$/ }).waitFor();
  expect(await reader.leave()).toEqual([]);

  await sharing.click();
  await page.getByText(words.share.turnedOff).waitFor();
  for (const over of [first, address]) {
    const guest = await visitDashboard(dashboard.browser, dashboard.server.url, new URL(over).pathname);
    await guest.page.getByRole('heading', { name: words.shared.gone }).waitFor();
    expect(await guest.leave()).toEqual([]);
  }
  expect(await leave()).toEqual([]);
});

test('QR codes, bio pages with their blocks, and campaigns have the same charts', async () => {
  const qr = await add('/api/qr/add', {
    type: 'link',
    data: 'https://example.com/',
    name: words.bio.themes.poster.name,
    dynamic: true,
  });
  const blocks = [{ type: 'link', title: 'My notes', url: 'https://example.com/notes' }];
  const bio = await add('/api/bio/add', { name: 'Ada', slug: 'ada-page', status: 'published', blocks });
  const campaign = await add('/api/campaign/add', { name: 'Spring', slug: 'campaign' });
  await add('/api/url/add', { url: 'https://example.com/', custom: 'in-campaign', campaign });
  const { link } = (await dashboard.callApi('GET', `/api/qr/${qr}`)).details;
  const [block] = (await dashboard.callApi('GET', `/api/bio/${bio}`)).details.blocks;
  await visit(new URL(link).pathname.replace('/qr/', '/q/'), CHROME, 1);
  await visit('/ada-page', CHROME, 1);
  await visit(`/ada-page/${block?.id}`, CHROME, 1);
  await visit('/in-campaign', CHROME, 1);

  const { page, findBarriers, leave } = await dashboard.visit('/app/qr', { colorScheme: 'dark' });
  await page
    .getByRole('row', { name: /Poster/ })
    .getByRole('button', { name: words.ui.actions })
    .click();
  await page.getByRole('menuitem', { name: words.qr.statistics }).click();
  await figure(page, words.charts.counted.scans).getByText('1', { exact: true }).waitFor();
  await page.locator('svg [data-country=DE][data-step="5"]').waitFor();
  await page.goto(`${dashboard.server.url}/app/bio`);
  await page.getByRole('row', { name: /Ada/ }).getByRole('button', { name: words.ui.actions }).click();
  await page.getByRole('menuitem', { name: words.bio.statistics }).click();
  await figure(page, words.charts.counted.views).getByText('1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'My notes' }).click();
  await figure(page, words.charts.counted.clicks).getByText('1', { exact: true }).waitFor();
  expect(page.url()).toContain(`block=${block?.id}`);
  expect(await findBarriers()).toEqual([]);
  await page
    .getByRole('button', { name: words.charts.removeFilter({ name: words.statistics.bio.only({ name: 'My notes' }) }) })
    .click();
  await figure(page, words.charts.counted.views).waitFor();
  await page.goto(`${dashboard.server.url}/app/campaigns/${campaign}`);
  await page.getByRole('tab', { name: words.campaigns.statistics }).click();
  await figure(page, words.charts.counted.clicks).getByText('1', { exact: true }).waitFor();
  expect(await leave()).toEqual([]);
});
