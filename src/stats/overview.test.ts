import { afterAll, beforeAll, expect, test } from 'bun:test';
import { countClicks, type TestClick } from '../../test/support/count-clicks.ts';
import { onEachEngine } from '../../test/support/engines.ts';
import { proves } from '../../test/support/proves.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { transaction } from '../db/transaction.ts';
import { openRollups, saveRollups } from '../rollups/rollup.store.ts';
import { DAY_MS, nounCodes, type RollupKey, spanCodes } from '../rollups/subject.ts';
import { readOverview, showCounts } from './overview.ts';
import { WordTextCache } from './word-text-cache.ts';

const NOTHING = { facebook: 0, twitter: 0, google: 0 };

onEachEngine('the statistics beside a link', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine);
    user = await site.addUser();
  });
  afterAll(() => site.close());

  async function addVisited(clicks: TestClick[]): Promise<number> {
    const { json } = await site.send('POST', '/api/url/add', { key: user.key, body: { url: 'https://example.com/' } });
    await countClicks(site.database, { linkId: json.id, userId: user.id }, clicks);
    return json.id;
  }

  async function overviewOf(id: number) {
    const { imported, ...counted } = (await site.send('GET', `/api/url/${id}`, { key: user.key })).json.data;
    expect(imported).toEqual({ clicks: 0, undated: 0, from: null });
    return counted;
  }

  test('a link without visits has zeros', async () => {
    expect(await overviewOf(await addVisited([]))).toEqual({
      clicks: 0,
      uniqueClicks: 0,
      topCountries: 0,
      topReferrers: 0,
      topBrowsers: 0,
      topOs: 0,
      socialCount: NOTHING,
    });
  });

  test('a link shows its clicks, visitors and largest counts of all time', async () => {
    proves('links.data', 'clicks', 'uniqueClicks', 'topCountries', 'topReferrers', 'topBrowsers', 'topOs');
    proves('links.data', 'socialCount');
    const id = await addVisited([
      { at: NOON, visitor: 1, country: 'Canada', browser: 'Chrome', os: 'Windows', times: 3 },
      { at: NOON - 400 * DAY_MS, visitor: 2, country: 'Chile', referrer: 't.co', social: 'twitter', times: 5 },
      { at: NOON, visitor: 2, referrer: 'lnkd.in', social: 'linkedin' },
      { at: NOON, visitor: 3, bot: 'crawler', times: 7 },
    ]);
    expect(await overviewOf(id)).toEqual({
      clicks: 9,
      uniqueClicks: 2,
      topCountries: { Chile: 5, Canada: 3 },
      topReferrers: { 't.co': 5, 'lnkd.in': 1 },
      topBrowsers: { Chrome: 3 },
      topOs: { Windows: 3 },
      socialCount: { ...NOTHING, twitter: 5 },
    });
    const { text } = await site.send('GET', `/api/url/${id}`, { key: user.key });
    const names = ['clicks', 'uniqueClicks', 'topCountries', 'topReferrers', 'topBrowsers', 'topOs', 'socialCount'];
    expect(Object.keys(JSON.parse(text).data)).toEqual([...names, 'imported']);
  });

  test('a cached overview is read again after the next visit', async () => {
    const id = await addVisited([{ at: NOON, visitor: 1, country: 'Canada' }]);
    const before = await overviewOf(id);
    expect(before).toMatchObject({ clicks: 1, uniqueClicks: 1, topCountries: { Canada: 1 } });
    const total = { noun: nounCodes.link, noun_id: id, span: spanCodes.total };
    await site.database.db
      .updateTable('rollups')
      .set({ counts: null })
      .where((row) => row.and(total))
      .execute();
    expect(await overviewOf(id)).toEqual(before);
    await countClicks(site.database, { linkId: id, userId: user.id }, [{ at: NOON, visitor: 2, country: 'Chile' }]);
    expect(await overviewOf(id)).toMatchObject({ clicks: 2, uniqueClicks: 2, topCountries: { Chile: 1 } });
  });

  test('a link shows only its ten largest counts, largest first, without Other', async () => {
    const clicks = Array.from({ length: 12 }, (_, index) => ({ at: NOON, country: `Land ${index}`, times: index + 1 }));
    const id = await addVisited(clicks);
    const { topCountries } = await overviewOf(id);
    expect(Object.entries(topCountries)).toEqual(Array.from({ length: 10 }, (_, n) => [`Land ${11 - n}`, 12 - n]));

    const few = await addVisited([{ at: NOON, country: 'Land 1' }]);
    const key: RollupKey = { noun: 'link', id: few, span: 'total', start: 0 };
    await transaction(site.database.db, async (tx) => {
      const [rollup] = await openRollups(tx, [key]);
      if (rollup) rollup.clicks += 9;
      rollup?.add('country', 0, 9);
      if (rollup) await saveRollups(tx, [{ key, rollup }]);
    });
    expect((await overviewOf(few)).topCountries).toEqual({ 'Land 1': 1 });
  });

  test('a host with the name of an object property is counted like any other', async () => {
    const id = await addVisited([{ at: NOON, referrer: '__proto__', times: 2 }]);
    const { text } = await site.send('GET', `/api/url/${id}`, { key: user.key });
    expect(text).toContain('"topReferrers":{"__proto__":2}');
  });

  test('counts can be strings, as for QR codes, except totals and networks', async () => {
    const id = await addVisited([{ at: NOON, country: 'Canada', referrer: 'x.com', social: 'twitter', times: 2 }]);
    const words = new WordTextCache(site.database.db);
    const { value } = await readOverview(site.database.db, words, { noun: 'link', id });
    expect(showCounts(value, String)).toEqual({
      clicks: 2,
      uniqueClicks: 1,
      topCountries: { Canada: '2' },
      topReferrers: { 'x.com': '2' },
      topBrowsers: 0,
      topOs: 0,
      socialCount: { ...NOTHING, twitter: 2 },
    });
  });
});
