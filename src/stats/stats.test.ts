import { afterAll, beforeAll, expect, test } from 'bun:test';
import { countClicks, type TestClick } from '../../test/support/count-clicks.ts';
import { onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { testWithoutStore } from '../../test/support/without-store.ts';
import { transaction } from '../db/transaction.ts';
import { dimensions } from '../rollups/dimension.ts';
import { openRollups, saveRollups } from '../rollups/rollup.store.ts';
import { DAY_MS, HOUR_MS, type RollupKey } from '../rollups/subject.ts';

onEachEngine('statistics', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };
  let other: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine);
    user = await site.addUser();
    other = await site.addUser();
  });
  afterAll(() => site.close());

  async function addLink(key = user.key): Promise<number> {
    const { json } = await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/' } });
    return json.id;
  }

  async function addVisited(clicks: TestClick[]): Promise<number> {
    const linkId = await addLink();
    await countClicks(site.database, { linkId, userId: user.id }, clicks);
    return linkId;
  }

  async function statsOf(id: number, query = '') {
    const { status, json } = await site.send('GET', `/api/url/${id}/stats${query}`, { key: user.key });
    expect({ status, json }).toMatchObject({ status: 200, json: { error: 0 } });
    return json.data;
  }

  test('the default range is the last thirty days, with a point for every day', async () => {
    const id = await addVisited([
      { at: NOON, visitor: 1, country: 'Canada', language: 'French', times: 2 },
      { at: NOON - DAY_MS, visitor: 1, country: 'Canada', city: 'Toronto, Canada' },
      { at: NOON - DAY_MS, visitor: 2, country: 'Chile' },
      { at: NOON - DAY_MS, bot: 'preview' },
      { at: NOON - 31 * DAY_MS, visitor: 9, country: 'Peru' },
    ]);
    const data = await statsOf(id);
    expect(data).toMatchObject({
      from: '2026-10-17 00:00:00',
      to: '2026-11-16 23:59:59',
      interval: 'day',
      clicks: 4,
      unique: 2,
      bots: 1,
    });
    expect(data.series).toHaveLength(31);
    expect(data.series[0]).toEqual({ date: '2026-10-17 00:00:00', clicks: 0, bots: 0, unique: 0 });
    expect(data.series.slice(-2)).toEqual([
      { date: '2026-11-15 00:00:00', clicks: 2, bots: 1, unique: 2 },
      { date: '2026-11-16 00:00:00', clicks: 2, bots: 0, unique: 1 },
    ]);
    expect(Object.keys(data.top)).toEqual([...dimensions]);
    expect(Object.entries(data.top.country)).toEqual([
      ['Canada', 3],
      ['Chile', 1],
    ]);
    expect(data.top).toMatchObject({ city: { 'Toronto, Canada': 1 }, language: { French: 2 }, bot: { preview: 1 } });
    expect(data.top.browser).toEqual({});
  });

  test('hours come from hourly rollups, whole days from daily ones', async () => {
    const id = await addVisited([
      { at: NOON, visitor: 1, os: 'Linux' },
      { at: NOON - HOUR_MS, visitor: 1, os: 'Linux' },
      { at: NOON - 24 * HOUR_MS, visitor: 2, os: 'iOS' },
      { at: NOON - 25 * HOUR_MS, visitor: 3, os: 'Android' },
      { at: NOON - 50 * HOUR_MS, visitor: 4, os: 'Android' },
    ]);
    const day = await statsOf(id, '?interval=hour&by=os');
    expect(day).toMatchObject({ from: '2026-11-15 12:00:00', to: '2026-11-16 12:59:59', clicks: 3, unique: 2 });
    expect(day.series).toHaveLength(25);
    expect(day.series[0]).toEqual({ date: '2026-11-15 12:00:00', clicks: 1, bots: 0 });
    expect(day.series.at(-2)).toEqual({ date: '2026-11-16 11:00:00', clicks: 1, bots: 0 });
    expect(day.top).toEqual({ os: { Linux: 2, iOS: 1 } });

    const days = await statsOf(id, '?interval=hour&from=2026-11-14+10:30:00&to=2026-11-16+11:00:00&by=os');
    expect(days).toMatchObject({ from: '2026-11-14 10:00:00', to: '2026-11-16 11:59:59', clicks: 4, unique: 4 });
    expect(days.series).toHaveLength(50);
    expect(days.series.filter(({ clicks }: { clicks: number }) => clicks > 0)).toHaveLength(4);
    expect(days.top).toEqual({ os: { Android: 2, Linux: 1, iOS: 1 } });
  });

  test('months are the sums of their days in the range', async () => {
    const id = await addVisited([
      { at: Date.UTC(2026, 0, 1), visitor: 1, device: 'Phone' },
      { at: Date.UTC(2026, 0, 31, 23, 59), visitor: 2, device: 'Phone' },
      { at: Date.UTC(2026, 1, 1), visitor: 2, device: 'Tablet' },
      { at: Date.UTC(2026, 2, 2), visitor: 5 },
    ]);
    const data = await statsOf(id, '?interval=month&from=2026-01-02&to=2026-03-01&by=device');
    expect(data).toMatchObject({ from: '2026-01-02 00:00:00', to: '2026-03-01 23:59:59', clicks: 2, unique: 1 });
    expect(data.series).toEqual([
      { date: '2026-01-01 00:00:00', clicks: 1, bots: 0, unique: 1 },
      { date: '2026-02-01 00:00:00', clicks: 1, bots: 0, unique: 1 },
      { date: '2026-03-01 00:00:00', clicks: 0, bots: 0, unique: 0 },
    ]);
    expect(data.top).toEqual({ device: { Phone: 1, Tablet: 1 } });
    expect(await statsOf(id, '?interval=month&from=2016-11-17&to=2026-11-16')).toMatchObject({ clicks: 4, unique: 3 });
  });

  test('a year of days is read in parts and loses nothing', async () => {
    const at = Array.from({ length: 366 }, (_, day) => NOON - day * DAY_MS);
    const sparse = at.filter((_, index) => index % 30 === 0);
    const id = await addVisited(sparse.map((moment, index) => ({ at: moment, visitor: index % 3, country: 'Canada' })));
    const data = await statsOf(id, '?from=2025-11-16&to=2026-11-16&by=country');
    expect(data).toMatchObject({ clicks: 13, unique: 3, top: { country: { Canada: 13 } } });
    expect(data.series).toHaveLength(366);
  });

  test('`by` accepts commas and repetition, and `limit` sets the length of the lists', async () => {
    const id = await addVisited([
      { at: NOON, country: 'Canada', os: 'Linux', browser: 'Firefox', times: 2 },
      { at: NOON, country: 'Chile', os: 'Linux' },
    ]);
    for (const query of ['by=os,country', 'by=os&by=country', 'by[]=country&by[]=os', 'by=country,%20os,os']) {
      expect((await statsOf(id, `?${query}`)).top).toEqual({ country: { Canada: 2, Chile: 1 }, os: { Linux: 3 } });
    }
    expect((await statsOf(id, '?by=country&limit=1')).top).toEqual({ country: { Canada: 2 } });
    expect((await statsOf(id, '?by=country&limit=100000')).top).toEqual({ country: { Canada: 2, Chile: 1 } });
  });

  test('values beyond the limit are Other, at the end', async () => {
    const id = await addVisited([{ at: NOON, referrer: 'a.example' }]);
    const key: RollupKey = { noun: 'link', id, span: 'day', start: NOON - (NOON % DAY_MS) };
    await transaction(site.database.db, async (tx) => {
      const [rollup] = await openRollups(tx, [key]);
      if (rollup) rollup.clicks += 9;
      rollup?.add('referrer', 0, 9);
      if (rollup) await saveRollups(tx, [{ key, rollup }]);
    });
    const { top } = await statsOf(id, '?by=referrer');
    expect(Object.entries(top.referrer)).toEqual([
      ['a.example', 1],
      ['Other', 9],
    ]);
  });

  test('the statistics of a user include all their subjects, and nothing of other users', async () => {
    const owner = await site.addUser();
    const first = await addLink(owner.key);
    const second = await addLink(owner.key);
    await countClicks(site.database, { linkId: first, userId: owner.id }, [{ at: NOON, visitor: 1, country: 'Peru' }]);
    await countClicks(site.database, { linkId: second, userId: owner.id }, [{ at: NOON, visitor: 1, os: 'Linux' }]);
    const { status, json } = await site.send('GET', '/api/stats?by=country,os', { key: owner.key });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      clicks: 2,
      unique: 1,
      links: 2,
      top: { country: { Peru: 1 }, os: { Linux: 1 } },
    });
    expect((await site.send('GET', '/api/stats', { key: other.key })).json.data).toMatchObject({ clicks: 0, links: 0 });
  });

  async function expectRefused(id: number, query: string, field: string): Promise<void> {
    for (const path of [`/api/url/${id}/stats`, '/api/stats']) {
      const { status, json } = await site.send('GET', `${path}?${query}`, { key: user.key });
      expect(status).toBe(400);
      expect(json.errors.map((error: { field: string }) => error.field)).toEqual([field]);
    }
  }

  for (const [query, field] of [
    ['from=yesterday', 'from'],
    ['from=2026-02-30', 'from'],
    ['from=2026-11-16T12:00:00', 'from'],
    ['from=0000-01-01', 'from'],
    ['to=2026-11-16+25:00:00', 'to'],
    ['to=', 'to'],
    ['interval=week', 'interval'],
    ['by=color', 'by'],
    ['by=', 'by'],
    ['by=country,color', 'by'],
    ['by=color&by=country', 'by'],
    ['limit=0', 'limit'],
    ['limit=x', 'limit'],
  ] as const) {
    testWithoutStore(engine)(`?${query} is refused with the field ${field}`, () => expectRefused(1, query, field));
  }

  for (const [query, field] of [
    ['from=2026-11-16&to=2026-11-15', 'from'],
    ['from=2024-11-16', 'from'],
    ['interval=hour&from=2026-01-01&to=2026-01-02', 'from'],
  ] as const) {
    test(`?${query} is refused with the field ${field}`, async () => expectRefused(await addLink(), query, field));
  }

  test('another user’s link and a missing link are not found, with the same message as the link endpoint', async () => {
    const id = await addLink();
    for (const [path, key] of [
      [`/api/url/${id}/stats`, other.key],
      ['/api/url/999999/stats', user.key],
      ['/api/url/x/stats', user.key],
    ] as const) {
      const { status, json } = await site.send('GET', path, { key });
      expect(status).toBe(404);
      expect(json).toEqual((await site.send('GET', '/api/url/999999', { key: user.key })).json);
    }
  });

  testWithoutStore(engine)('a key is required', async () => {
    for (const path of ['/api/url/1/stats', '/api/stats']) {
      expect((await site.send('GET', path)).status).toBe(401);
    }
  });
});
