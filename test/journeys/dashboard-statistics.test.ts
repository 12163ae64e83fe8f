import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type DashboardFixture, EMAIL, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { visitDashboard } from '../support/dashboard-visitor.ts';
import { PASSWORD } from '../support/sign-in.ts';
import { waitUntil } from '../support/wait.ts';
import { words, wordsInGerman } from '../support/words.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture({ TRUST_PROXY: 'loopback' });
});
afterAll(() => dashboard.close());

function click(alias: string, agent: string, address: string, referrer = ''): Promise<Response> {
  return dashboard.server.fetch(`/${alias}`, {
    redirect: 'manual',
    headers: {
      'User-Agent': agent,
      'X-Forwarded-For': address,
      'Accept-Language': 'de-DE,de;q=0.9',
      ...(referrer && { Referer: referrer }),
    },
  });
}

async function add(custom: string): Promise<number> {
  return (await dashboard.callApi('POST', '/api/url/add', { url: `https://example.com/${custom}`, custom })).id;
}

/** The value of a figure, by its name. */
function figure(page: Page, name: string) {
  return page.locator('.charts-figure', { has: page.getByText(name, { exact: true }) }).locator('.charts-value');
}

test('the first click of an empty account appears live on the link and on the home screen', async () => {
  const { page, findBarriers, leave } = await dashboard.visit('/app');
  await page.getByRole('heading', { name: words.home.firstTitle }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.evaluate('navigator.clipboard.writeText("example.com/first")');
  await page.keyboard.press('Control+v');
  await page.locator('input[type=url]:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/links\/\d+$/);
  await page.getByRole('heading', { name: words.charts.empty.never.clicks }).waitFor();
  const short = (await page.evaluate('navigator.clipboard.readText()')) as string;
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(short.replace('http://', ''));

  const alias = new URL(short).pathname.slice(1);
  await click(alias, FIREFOX, '8.8.8.8');
  await page.getByRole('button', { name: 'Firefox' }).waitFor();
  await figure(page, words.charts.counted.clicks).getByText('1', { exact: true }).waitFor();
  await click(alias, BOT, '66.249.66.1');
  await figure(page, words.charts.bots).getByText('1', { exact: true }).waitFor();
  expect(await figure(page, words.charts.counted.clicks).textContent()).toBe('1');

  await page.getByRole('navigation').getByRole('link', { name: words.shell.nav.home }).click();
  await page.getByRole('heading', { name: words.home.topLinks }).waitFor();
  await page.getByText(`Firefox · Linux · ${words.charts.devices.desktop}`).waitFor();
  await click(alias, CHROME, '8.8.4.4');
  await page.getByText(`Chrome · Windows · ${words.charts.devices.desktop}`).waitFor();
  await figure(page, words.charts.counted.clicks).getByText('2', { exact: true }).waitFor();
  expect(await findBarriers()).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('an entry filters all other charts, is kept in the URL, and can be removed', async () => {
  const id = await add('filtered');
  await click('filtered', FIREFOX, '8.8.8.8', 'https://news.example/today');
  await click('filtered', FIREFOX, '8.8.4.4');
  await click('filtered', CHROME, '9.9.9.9', 'https://blog.example/');
  const { page, leave } = await dashboard.visit(`/app/links/${id}`);
  await figure(page, words.charts.counted.clicks).getByText('3', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Firefox' }).click();
  await figure(page, words.charts.counted.clicks).getByText('2', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('filter[browser]')).toBe('Firefox');
  expect(await page.getByRole('button', { name: 'Windows' }).count()).toBe(0);
  expect(await page.locator('.charts-live li').count()).toBe(2);
  await page.getByRole('button', { name: 'news.example' }).click();
  await figure(page, words.charts.counted.clicks).getByText('1', { exact: true }).waitFor();

  await page.reload();
  await figure(page, words.charts.counted.clicks).getByText('1', { exact: true }).waitFor();
  await page
    .getByRole('button', { name: words.charts.removeFilter({ name: `${words.charts.dimension.browser}: Firefox` }) })
    .click();
  await page
    .getByRole('button', { name: words.charts.removeFilter({ name: `${words.charts.dimension.browser}: Firefox` }) })
    .waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByRole('button', { name: words.charts.clearFilters }).click();
  await figure(page, words.charts.counted.clicks).getByText('3', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'United States', exact: true }).click();
  await page
    .getByRole('button', {
      name: words.charts.removeFilter({ name: `${words.charts.dimension.country}: United States` }),
    })
    .waitFor();
  expect(new URL(page.url()).searchParams.getAll('filter[country]')).toEqual(['United States']);

  // The list of visits has the range of the charts, and highlights only visits that arrive later.
  expect(await page.locator('.charts-live li.is-new').count()).toBe(0);
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`${dashboard.server.url}/app/links/${id}?range=own&from=${day(40)}&to=${day(30)}`);
  await page.locator('.charts-live').getByText(words.charts.noData).waitFor();
  expect(await leave()).toEqual([]);
});

test('the series is read by keyboard and as a table, in the range from the URL', async () => {
  const id = await add('ranged');
  await click('ranged', CHROME, '9.9.9.9');
  const { page, leave } = await dashboard.visit(`/app/links/${id}`);
  const slider = page.getByRole('slider', { name: words.charts.pointsOf({ name: words.charts.counted.clicks }) });
  await slider.focus();
  // The counts of the time before, after the semicolon, arrive later.
  await slider.and(page.locator('[aria-valuetext*=": 1;"]')).waitFor();
  await page.keyboard.press('ArrowLeft');
  expect(await slider.getAttribute('aria-valuetext')).toContain(': 0;');
  await page.locator('.charts-tip').waitFor();
  for (const [range, interval, points] of [
    ['24h', 'hour', 24],
    ['7d', 'day', 7],
    ['90d', 'day', 90],
    ['12m', 'month', 12],
  ] as const) {
    const read = page.waitForResponse((answer) => answer.url().includes(`interval=${interval}&limit`));
    await page.getByRole('button', { name: words.charts.shortRanges[range], exact: true }).click();
    expect(((await (await read).json()) as { data: { series: object[] } }).data.series).toHaveLength(points);
  }
  expect(page.url()).toContain('range=12m');
  await page.reload();
  await page.getByRole('button', { name: words.charts.showTable }).click();
  expect(await page.getByRole('region', { name: words.charts.counted.clicks }).getByRole('row').count()).toBe(13);
  await page.getByLabel(words.charts.interval).selectOption(words.charts.intervals.day);
  await page.waitForURL(/interval=day/);
  expect(await leave()).toEqual([]);
});

test('the QR code of a link is one click away, counts its scans, and keeps its design', async () => {
  const id = await add('coded');
  await dashboard.server.fetch('/coded~', { redirect: 'manual' });
  const { page, findBarriers, leave } = await dashboard.visit(`/app/links/${id}`);
  const openCode = async () => {
    await page.locator('.page-actions').getByRole('button', { name: words.linkPage.qrTitle }).click();
    await page.getByRole('img', { name: '/coded' }).waitFor();
    // A picture that the browser cannot decode has no width.
    const isDrawn = 'document.querySelector(".links-qr")?.naturalWidth > 0';
    await waitUntil('the code is drawn', () => page.evaluate(isDrawn));
  };
  await openCode();
  await page.getByText(words.linkPage.qrScans({ count: 1 })).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('link', { name: words.linkPage.qrDesign }).click();
  await page.getByLabel(words.qr.style).selectOption('dots');
  await page.getByText(words.qr.scansWell).waitFor();
  await page.getByRole('button', { name: words.qr.save }).click();
  await page.getByText(words.qr.saved).waitFor();
  expect((await dashboard.callApi('GET', `/api/url/${id}/qr`)).details).toMatchObject({ style: 'dots', ecc: null });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('link', { name: words.qr.openLink }).click();
  await page.locator('.charts-grid').getByRole('button', { name: words.charts.qrSource }).waitFor();
  await openCode();
  expect(await findBarriers()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.getByRole('dialog').getByRole('button', { name: words.linkForm.save, exact: true }).waitFor();
  expect(await leave()).toEqual([]);
});

for (const [what, options] of [
  ['a desktop in dark, in German', { colorScheme: 'dark', locale: 'de-DE' }],
  ['a phone in light', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
] as const) {
  test(`the statistics screen is accessible on ${what}, and nothing is wider than the screen`, async () => {
    const { page, findBarriers, leave } = await visitDashboard(
      dashboard.browser,
      dashboard.server.url,
      '/app/links?q=filtered',
      options,
    );
    const t = 'locale' in options ? wordsInGerman : words;
    await page.locator('input[type=email]').fill(EMAIL);
    await page.locator('input[autocomplete=current-password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('row').nth(1).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Firefox' }).click();
    await page
      .getByRole('button', { name: t.charts.removeFilter({ name: `${t.charts.dimension.browser}: Firefox` }) })
      .waitFor();
    await page.getByRole('slider').focus();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.goto(`${dashboard.server.url}/app`);
    await page.getByRole('heading', { name: t.home.topLinks }).waitFor();
    await page.getByRole('button', { name: t.charts.showTable }).click();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await leave()).toEqual([]);
  });
}
