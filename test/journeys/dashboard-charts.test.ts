import { afterAll, beforeAll, expect, test } from 'bun:test';
import { findCountry } from '../../src/geo/countries.ts';
import { classesTo, stepOf } from '../../web/ui/charts/map-scale.ts';
import { withDay } from '../../web/ui/charts/period.ts';
import { worldShapes } from '../../web/ui/charts/world-shapes.ts';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { words } from '../support/words.ts';

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture({ TRUST_PROXY: 'loopback' });
});
afterAll(() => dashboard.close());

async function addLink(custom: string): Promise<number> {
  return (await dashboard.callApi('POST', '/api/url/add', { url: `https://example.com/${custom}`, custom })).id;
}

for (const [largest, classes] of [
  [0, []],
  [1, ['5: 1-1']],
  [3, ['3: 1-1', '4: 2-2', '5: 3-3']],
  [518, ['1: 1-3', '2: 4-12', '3: 13-42', '4: 43-148', '5: 149-518']],
  [1_000_000, ['1: 1-15', '2: 16-251', '3: 252-3981', '4: 3982-63095', '5: 63096-1000000']],
] as const) {
  test(`counts up to ${largest} have ${classes.length} color classes without a gap, the largest strongest`, () => {
    const found = classesTo(largest);
    expect(found.map(({ step, least, most }) => `${step}: ${least}-${most}`)).toEqual([...classes]);
    expect(stepOf(found, 0)).toBe(0);
    for (const { step, least, most } of found)
      expect([stepOf(found, least), stepOf(found, most)]).toEqual([step, step]);
  });
}

test('each country on the map has its name from the statistics, and an outline or a position', () => {
  const all = Object.entries(worldShapes);
  expect(all.length).toBeGreaterThan(230);
  for (const [code, [name, shape]] of all) {
    expect(findCountry(name)).toEqual({ code, name });
    expect(shape).toMatch(/^(?:(?:M\d+ \d+l[-\d ]+z)+|\d+ \d+)$/);
  }
  for (const code of ['US', 'DE', 'FR', 'NO', 'XK', 'TW', 'SG', 'HK', 'MT', 'VA']) {
    expect(worldShapes[code]).toBeDefined();
  }
});

test('a custom date that passes the other one moves it', () => {
  const days = { from: '2025-09-01', to: '2025-09-30' };
  expect(withDay(days, 'from', '2025-08-01')).toEqual({ from: '2025-08-01', to: '2025-09-30' });
  expect(withDay(days, 'from', '2025-10-05')).toEqual({ from: '2025-10-05', to: '2025-10-05' });
  expect(withDay(days, 'to', '2025-09-10')).toEqual({ from: '2025-09-01', to: '2025-09-10' });
  expect(withDay(days, 'to', '2025-02-03')).toEqual({ from: '2025-02-03', to: '2025-02-03' });
});

test('a date can be typed digit by digit; one past the other end of the range moves that end after Enter', async () => {
  const id = await addLink('typed');
  const { page, leave } = await dashboard.visit(`/app/links/${id}?range=own&from=2025-09-20&to=2025-10-02`);
  const [first, last] = [page.getByLabel(words.charts.from), page.getByLabel(words.charts.to)];
  const days = async () => [await first.inputValue(), await last.inputValue()];
  await first.waitFor();
  const requestedDates: string[] = [];
  page.on('request', (request) => requestedDates.push(new URL(request.url()).searchParams.get('from') ?? ''));
  // Day and month are equal, because their order depends on the browser.
  await first.focus();
  await page.keyboard.type('12122024');
  await page.waitForURL(/from=2024-12-12&to=2025-10-02/);
  expect(await days()).toEqual(['2024-12-12', '2025-10-02']);
  expect(requestedDates.filter((from) => from !== '' && from < '2023')).toEqual([]);

  await last.focus();
  await page.keyboard.type('11112024');
  expect(await last.inputValue()).toBe('2024-11-11');
  expect(page.url()).toContain('from=2024-12-12');
  await page.keyboard.press('Enter');
  await page.waitForURL(/from=2024-11-11&to=2024-11-11/);
  expect(await days()).toEqual(['2024-11-11', '2024-11-11']);

  // A date in the future is discarded when the field loses focus.
  await last.focus();
  await page.keyboard.type('01012999');
  await first.focus();
  expect(await days()).toEqual(['2024-11-11', '2024-11-11']);
  await page.goBack();
  await page.waitForURL(/from=2024-12-12/);
  expect(await leave()).toEqual([]);
});

test('a screen that is first opened offline shows a message, and loads when the connection is back', async () => {
  const { page, findBarriers } = await dashboard.visit('/app/pixels', { isFirstVisit: true });
  await page.getByRole('heading', { name: words.pixels.empty }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: words.shell.nav.campaigns }).click();
  await page.getByText(words.shell.notLoadedText).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('navigation').getByRole('link', { name: words.shell.nav.pixels }).click();
  await page.getByRole('heading', { name: words.pixels.empty }).waitFor();
  await page.goBack();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: words.campaigns.empty }).waitFor();
  await page.context().close();
});
