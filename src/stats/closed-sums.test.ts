import { afterAll, beforeAll, expect, test } from 'bun:test';
import { countClicks, type TestClick } from '../../test/support/count-clicks.ts';
import { onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { dimensions } from '../rollups/dimension.ts';
import { DAY_MS, HOUR_MS, nounCodes, spanCodes } from '../rollups/subject.ts';
import { ClosedSums } from './closed-sums.ts';
import { readRange, splitAtOpen } from './stats.range.ts';

const DAYS_PAST = 3;

onEachEngine('closed days and hours', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine);
    user = await site.addUser();
  });
  afterAll(() => site.close());

  async function visit(linkId: number, clicks: TestClick[]): Promise<void> {
    await countClicks(site.database, { linkId, userId: user.id }, clicks);
  }

  async function addVisited(): Promise<number> {
    const { json } = await site.send('POST', '/api/url/add', { key: user.key, body: { url: 'https://example.com/' } });
    for (let day = 0; day <= DAYS_PAST; day += 1) {
      await visit(json.id, [{ at: NOON - day * DAY_MS, visitor: day % 2, country: day > 1 ? 'Chile' : 'Canada' }]);
    }
    return json.id;
  }

  async function statsOf(id: number, query = '?by=country') {
    const { json } = await site.send('GET', `/api/url/${id}/stats${query}`, { key: user.key });
    const { clicks, unique, bots, top, series } = json.data;
    return { clicks, unique, bots, country: top.country, last: series.at(-1) };
  }

  /** Removes the countries from every earlier day, so that reading them again finds none. */
  async function emptyDays(id: number, before: number): Promise<void> {
    await site.database.db
      .updateTable('rollups')
      .set({ counts: null })
      .where('noun', '=', nounCodes.link)
      .where('noun_id', '=', id)
      .where('span', '=', spanCodes.day)
      .where('start', '<', before)
      .execute();
  }

  const emptyPast = (id: number) => emptyDays(id, NOON - (NOON % DAY_MS));

  test('closed days are added up once; today is read again', async () => {
    const id = await addVisited();
    const before = await statsOf(id);
    expect(before).toMatchObject({ clicks: 4, unique: 2, country: { Canada: 2, Chile: 2 } });
    await emptyPast(id);
    expect(await statsOf(id)).toEqual(before);
    await visit(id, [{ at: NOON, visitor: 7, country: 'Chile', times: 2 }]);
    expect(await statsOf(id)).toMatchObject({
      clicks: 6,
      unique: 3,
      country: { Chile: 4, Canada: 2 },
      last: { clicks: 3, unique: 2 },
    });
  });

  test('without new clicks nothing is read again, and another request has its own result', async () => {
    const id = await addVisited();
    const before = await statsOf(id);
    await emptyDays(id, NOON);
    expect(await statsOf(id)).toEqual(before);
    expect(await statsOf(id, '?by=country&limit=9')).toMatchObject({ clicks: 4, country: {} });
    expect(await statsOf(id, '?by=country&interval=month')).toMatchObject({ clicks: 4, country: {} });
    await visit(id, [{ at: NOON, bot: 'monitor' }]);
    expect(await statsOf(id)).toMatchObject({ clicks: 4, bots: 1, country: { Chile: 2, Canada: 1 } });
  });

  for (const [what, late, expected] of [
    ['a visit', { visitor: 9, country: 'Peru' }, { clicks: 5, unique: 3, bots: 0 }],
    ['a visit of a machine', { bot: 'preview' }, { clicks: 4, unique: 2, bots: 1 }],
  ] as const) {
    test(`${what} that is counted late is included in the sums`, async () => {
      const id = await addVisited();
      await statsOf(id);
      await emptyPast(id);
      await visit(id, [{ at: NOON - 2 * DAY_MS, ...late }]);
      const { country, ...rest } = await statsOf(id);
      expect(rest).toMatchObject(expected);
      // Everything was read again: of the emptied days only the late visit is left.
      expect(country).toEqual({ Canada: 1, ...('country' in late && { Peru: 1 }) });
    });
  }

  test('the current month counts a visitor of its closed part and of today once', async () => {
    const id = await addVisited();
    const month = { clicks: 4, unique: 2, last: { date: '2026-11-01 00:00:00', clicks: 4, unique: 2 } };
    expect(await statsOf(id, '?interval=month&by=country')).toMatchObject(month);
    await visit(id, [{ at: NOON, visitor: 1 }]);
    expect(await statsOf(id, '?interval=month&by=country')).toMatchObject({
      clicks: 5,
      unique: 2,
      last: { clicks: 5, unique: 2 },
    });
  });

  for (const [what, today, november] of [
    ['together with one of today', [{ visitor: 2 }], { clicks: 2, unique: 2 }],
    ['alone', [], { clicks: 1, unique: 1 }],
  ] as const) {
    test(`a visit in the next month, by a clock that is ahead, does not count for this month, ${what}`, async () => {
      const id = (await site.send('POST', '/api/url/add', { key: user.key, body: { url: 'https://example.com/' } }))
        .json.id;
      const endOfMonth = Date.UTC(2026, 11) - 500;
      await visit(id, [{ at: NOON, visitor: 1 }, ...today.map((one) => ({ ...one, at: endOfMonth }))]);
      await visit(id, [{ at: endOfMonth + 900, visitor: 3 }]);
      site.clock.now = endOfMonth;
      const query = '?interval=month&from=2026-11-01&to=2026-12-31';
      const { json } = await site.send('GET', `/api/url/${id}/stats${query}`, { key: user.key });
      site.clock.now = NOON;
      expect(json.data.series).toMatchObject([november, { clicks: 1, unique: 1 }]);
    });
  }

  test('after a clock was set back, the same number of other visits is not mistaken for the cached ones', async () => {
    const { json } = await site.send('POST', '/api/url/add', { key: user.key, body: { url: 'https://example.com/' } });
    const days = '?from=2026-11-12&to=2026-11-14';
    await visit(json.id, [{ at: NOON }]);
    site.clock.now = NOON + DAY_MS;
    expect(await statsOf(json.id, days)).toMatchObject({ clicks: 0 });
    site.clock.now = NOON;
    await visit(json.id, [{ at: NOON - 3 * DAY_MS }]);
    expect(await statsOf(json.id, days)).toMatchObject({ clicks: 1 });
  });

  test('closed hours are also added up once', async () => {
    const id = await addVisited();
    await visit(id, [{ at: NOON - HOUR_MS, visitor: 3, country: 'Peru' }]);
    const hours = '?interval=hour&by=country';
    expect(await statsOf(id, hours)).toMatchObject({ clicks: 3, country: { Canada: 2, Peru: 1 } });
    await visit(id, [{ at: NOON - HOUR_MS, visitor: 4, country: 'Peru' }]);
    expect(await statsOf(id, hours)).toMatchObject({ clicks: 4, unique: 4, country: { Canada: 2, Peru: 2 } });
  });

  test('the cache stays within its limit, and dropped sums are read again', async () => {
    const [first, second] = [await addVisited(), await addVisited()];
    const { closed } = splitAtOpen(readRange({ interval: 'day' }, NOON), NOON - (NOON % DAY_MS));
    const read = (sums: ClosedSums, id: number) => sums.read({ noun: 'link', id }, closed, [...dimensions], 'version');
    const roomy = new ClosedSums(site.database.db);
    await read(roomy, first);
    const bytesEach = roomy.bytes;
    const narrow = new ClosedSums(site.database.db, 1.5 * bytesEach);
    for (const id of [first, second, first, first, second]) {
      expect(await read(narrow, id)).toMatchObject({ clicks: DAYS_PAST });
      expect(narrow.bytes).toBe(bytesEach);
    }
  });
});
