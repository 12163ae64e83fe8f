import { afterAll, beforeAll, expect, test } from 'bun:test';
import { countClicks } from '../../test/support/count-clicks.ts';
import { onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { testWithoutStore } from '../../test/support/without-store.ts';
import { fieldError } from '../core/errors.ts';
import { HOUR_MS } from '../rollups/subject.ts';

onEachEngine('statistics in a time zone', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };
  let id: number;

  beforeAll(async () => {
    site = await openTestSite(engine);
    user = await site.addUser();
    const { json } = await site.send('POST', '/api/url/add', { key: user.key, body: { url: 'https://example.com/' } });
    id = json.id;
    const midnight = Date.UTC(2026, 10, 15);
    await countClicks(site.database, { linkId: id, userId: user.id }, [
      { at: midnight - 2 * HOUR_MS, visitor: 1, os: 'Linux' },
      { at: midnight - HOUR_MS, visitor: 1, os: 'Linux' },
      { at: midnight, visitor: 2, os: 'Linux' },
      { at: midnight + 23 * HOUR_MS, visitor: 2, os: 'Linux' },
      { at: NOON, visitor: 1, os: 'Linux', times: 2 },
    ]);
  });
  afterAll(() => site.close());

  async function statsOf(query: string, path = `/api/url/${id}`) {
    const { status, json } = await site.send('GET', `${path}/stats?${query}`, { key: user.key });
    expect({ status, json }).toMatchObject({ status: 200 });
    return json.data;
  }

  for (const [zone, days] of [
    ['UTC', { '2026-11-14': [2, 1], '2026-11-15': [2, 1], '2026-11-16': [2, 1] }],
    ['Europe/Berlin', { '2026-11-14': [1, 1], '2026-11-15': [2, 2], '2026-11-16': [3, 2] }],
    ['America/New_York', { '2026-11-14': [3, 2], '2026-11-15': [1, 1], '2026-11-16': [2, 1] }],
    ['Pacific/Kiritimati', { '2026-11-15': [3, 2], '2026-11-16': [1, 1], '2026-11-17': [2, 1] }],
  ] as const) {
    test(`days are cut in ${zone}, from rollups and from kept clicks`, async () => {
      for (const [path, filter] of [
        [undefined, ''],
        [undefined, '&filter[os]=Linux'],
        ['/api', ''],
        ['/api', '&filter[os]=Linux'],
      ] as const) {
        const data = await statsOf(`zone=${zone}&by=os${filter}`, path);
        const counted = data.series.filter(({ clicks }: { clicks: number }) => clicks > 0);
        const expected = Object.entries(days).map(([day, [clicks, unique]]) => {
          return { date: `${day} 00:00:00`, clicks, unique, bots: 0 };
        });
        expect(counted).toEqual(expected);
        expect(data).toMatchObject({ clicks: 6, unique: 2, top: { os: { Linux: 6 } } });
      }
    });
  }

  test('the dates of the request are dates of the zone', async () => {
    for (const filter of ['', '&filter[os]=Linux']) {
      const query = `zone=Europe/Berlin&from=2026-11-15&to=2026-11-15${filter}`;
      expect(await statsOf(query)).toMatchObject({
        from: '2026-11-15 00:00:00',
        to: '2026-11-15 23:59:59',
        clicks: 2,
        series: [{ date: '2026-11-15 00:00:00', clicks: 2, unique: 2 }],
      });
      const hours = await statsOf(`${query}&interval=hour`);
      expect(hours.series.slice(0, 2)).toMatchObject([
        { date: '2026-11-15 00:00:00', clicks: 1 },
        { date: '2026-11-15 01:00:00', clicks: 1 },
      ]);
      const months = await statsOf(`${query}&interval=month`);
      expect(months).toMatchObject({ clicks: 2, series: [{ date: '2026-11-01 00:00:00', clicks: 2, unique: 2 }] });
    }
  });

  test('the visits of a link have dates of the zone', async () => {
    const path = `/api/url/${id}/clicks?zone=Europe/Berlin&from=2026-11-15&to=2026-11-15`;
    const { json } = await site.send('GET', path, { key: user.key });
    const dates = json.data.clicks.map(({ date }: { date: string }) => date);
    expect(dates).toEqual(['2026-11-15 01:00:00', '2026-11-15 00:00:00']);
  });

  testWithoutStore(engine)('an unknown zone is refused by its name', async () => {
    for (const path of [`/api/url/${id}/stats`, `/api/url/${id}/clicks`, '/api/stats']) {
      for (const zone of ['Mars/Olympus', '%2B01:00', '']) {
        const { status, json } = await site.send('GET', `${path}?zone=${zone}`, { key: user.key });
        expect([status, json.errors]).toEqual([400, [fieldError('zone', 'not_a_time_zone')]]);
      }
    }
  });
});
