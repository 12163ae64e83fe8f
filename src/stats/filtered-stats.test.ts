import { afterAll, beforeAll, expect, test } from 'bun:test';
import { countClicks, type TestClick } from '../../test/support/count-clicks.ts';
import { onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { testWithoutStore } from '../../test/support/without-store.ts';
import { fieldError } from '../core/errors.ts';
import { DAY_MS, HOUR_MS } from '../rollups/subject.ts';

onEachEngine('filtered statistics', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine);
    user = await site.addUser();
  });
  afterAll(() => site.close());

  async function addVisited(clicks: TestClick[], on = site, owner = user): Promise<number> {
    const { json } = await on.send('POST', '/api/url/add', { key: owner.key, body: { url: 'https://example.com/' } });
    await countClicks(on.database, { linkId: json.id, userId: owner.id }, clicks);
    return json.id;
  }

  async function statsOf(id: number, query: string) {
    const { status, json } = await site.send('GET', `/api/url/${id}/stats?${query}`, { key: user.key });
    expect({ status, json }).toMatchObject({ status: 200 });
    return json.data;
  }

  const CLICKS: TestClick[] = [
    { at: NOON, visitor: 1, country: 'Canada', browser: 'Chrome', os: 'Windows', times: 600 },
    { at: NOON - HOUR_MS, visitor: 2, country: 'Canada', browser: 'Firefox', os: 'Linux' },
    { at: NOON - DAY_MS, visitor: 1, country: 'Canada', browser: 'Chrome', os: 'Android' },
    { at: NOON - DAY_MS, visitor: 3, country: 'Chile', browser: 'Chrome' },
    { at: NOON - DAY_MS, visitor: 4, country: 'Canada', browser: 'Chrome', bot: 'crawler', times: 2 },
    { at: NOON - 40 * DAY_MS, visitor: 5, country: 'Canada', browser: 'Safari' },
  ];

  test('only clicks with the word are counted', async () => {
    const id = await addVisited(CLICKS);
    const data = await statsOf(id, 'filter[country]=Canada&by=browser,os,country');
    expect(data).toMatchObject({ from: '2026-10-17 00:00:00', to: '2026-11-16 23:59:59' });
    expect(data).toMatchObject({ clicks: 602, unique: 2, bots: 2 });
    expect(data.top).toEqual({
      country: { Canada: 602 },
      browser: { Chrome: 601, Firefox: 1 },
      os: { Windows: 600, Linux: 1, Android: 1 },
    });
    expect(data.series.slice(-2)).toEqual([
      { date: '2026-11-15 00:00:00', clicks: 1, bots: 2, unique: 1 },
      { date: '2026-11-16 00:00:00', clicks: 601, bots: 0, unique: 2 },
    ]);
  });

  test('clicks must match all filters, and any value of a repeated filter', async () => {
    const id = await addVisited(CLICKS);
    expect(await statsOf(id, 'filter[country]=Canada&filter[browser]=Firefox')).toMatchObject({ clicks: 1, unique: 1 });
    const any = await statsOf(id, 'filter[country]=Canada&filter[browser]=Chrome&filter[browser]=Firefox');
    expect(any).toMatchObject({ clicks: 602, unique: 2 });
    expect(await statsOf(id, 'filter%5Bcountry%5D=Chile&filter[country]=Atlantis')).toMatchObject({ clicks: 1 });
  });

  test('visits by bots are counted as bots, and by their kind', async () => {
    const id = await addVisited(CLICKS);
    const data = await statsOf(id, 'filter[bot]=crawler&by=bot,country');
    expect(data).toMatchObject({ clicks: 0, unique: 0, bots: 2, top: { bot: { crawler: 2 }, country: {} } });
  });

  test('a word that no click has matches nothing', async () => {
    const id = await addVisited(CLICKS);
    const data = await statsOf(id, 'filter[country]=Atlantis');
    expect(data).toMatchObject({ clicks: 0, unique: 0, bots: 0 });
    expect(data.series).toHaveLength(31);
    expect(data.top.country).toEqual({});
    expect(await statsOf(id, 'filter[country]=Canada&filter[os]=Canada')).toMatchObject({ clicks: 0 });
  });

  test('hours and months can be filtered too', async () => {
    const id = await addVisited(CLICKS);
    const hours = await statsOf(id, 'filter[country]=Canada&interval=hour&from=2026-11-16+11:30:00');
    expect(hours.series).toEqual([
      { date: '2026-11-16 11:00:00', clicks: 1, bots: 0 },
      { date: '2026-11-16 12:00:00', clicks: 600, bots: 0 },
    ]);
    expect(hours).toMatchObject({ clicks: 601, unique: 2 });
    const months = await statsOf(id, 'filter[country]=Canada&interval=month&from=2026-10-01');
    expect(months.series).toEqual([
      { date: '2026-10-01 00:00:00', clicks: 1, bots: 0, unique: 1 },
      { date: '2026-11-01 00:00:00', clicks: 602, bots: 2, unique: 2 },
    ]);
  });

  test('if every click matches, filtered statistics equal the rollups', async () => {
    const clicks = Array.from({ length: 40 }, (_, index) => ({
      at: NOON - index * 17 * HOUR_MS,
      // 0 is no visitor.
      visitor: 1 + (index % 7),
      country: 'Canada',
      os: `System ${index % 3}`,
    }));
    const id = await addVisited(clicks);
    for (const query of ['from=2026-11-01', 'interval=hour&from=2026-10-20+05:00:00', 'interval=month']) {
      const { from: _, series: __, ...filtered } = await statsOf(id, `${query}&by=os&filter[country]=Canada`);
      const { from: ___, series: ____, ...rolled } = await statsOf(id, `${query}&by=os`);
      expect(filtered).toEqual(rolled);
    }
  });

  test('a filter covers the time for which clicks are kept, and the response has its start', async () => {
    const id = await addVisited([
      { at: NOON - 91 * DAY_MS, country: 'Canada' },
      { at: NOON - 90 * DAY_MS, country: 'Canada' },
    ]);
    const data = await statsOf(id, 'filter[country]=Canada&from=2026-01-01');
    expect(data).toMatchObject({ from: '2026-08-18 00:00:00', clicks: 1 });
    expect(data.series).toHaveLength(91);
    expect(await statsOf(id, 'from=2026-01-01')).toMatchObject({ from: '2026-01-01 00:00:00', clicks: 2 });
    const path = `/api/url/${id}/stats?filter[country]=Canada&to=2026-08-17`;
    const { status, json } = await site.send('GET', path, { key: user.key });
    expect(status).toBe(400);
    expect(json.errors[0]).toMatchObject({ field: 'to', message: expect.stringContaining('90 days') });
  });

  test('if no clicks are kept, a filter is refused, and the list of visits is empty', async () => {
    const forgetful = await openTestSite(engine, { CLICK_RETENTION_DAYS: '0' });
    const owner = await forgetful.addUser();
    const id = await addVisited([{ at: NOON, country: 'Canada' }], forgetful, owner);
    for (const path of ['stats', 'clicks']) {
      const { status, json } = await forgetful.send('GET', `/api/url/${id}/${path}?filter[os]=Linux`, owner);
      expect(status).toBe(400);
      expect(json.errors).toEqual([fieldError('filter[os]', 'no_clicks_kept')]);
    }
    expect((await forgetful.send('GET', `/api/url/${id}/stats`, owner)).json.data.clicks).toBe(1);
    await forgetful.close();
  });

  for (const [query, field] of [
    ['filter[color]=red', 'filter[color]'],
    ['filter[country]=', 'filter[country]'],
    [`filter[country]=${'x'.repeat(256)}`, 'filter[country]'],
    ['filter[country]=a%00b', 'filter[country]'],
    [`${'filter[country]=a&'.repeat(51)}`, 'filter[country]'],
    ['filter[__proto__]=x', 'filter[__proto__]'],
  ] as const) {
    testWithoutStore(engine)(`?${query.slice(0, 40)} is refused with the field ${field}`, async () => {
      for (const path of ['stats', 'clicks']) {
        const { status, json } = await site.send('GET', `/api/url/1/${path}?${query}`, { key: user.key });
        expect(status).toBe(400);
        expect(json.errors.map((error: { field: string }) => error.field)).toEqual([field]);
      }
    });
  }
});
