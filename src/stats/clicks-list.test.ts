import { afterAll, beforeAll, expect, test } from 'bun:test';
import { countClicks, type TestClick } from '../../test/support/count-clicks.ts';
import { onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { testWithoutStore } from '../../test/support/without-store.ts';
import { DAY_MS, HOUR_MS } from '../rollups/subject.ts';
import { parseCursor, writeCursor } from './clicks-list.ts';

test('a cursor is read back unchanged, and any other text is refused', () => {
  const place = { day: NOON - (NOON % DAY_MS), part: 3, index: 499 };
  expect(parseCursor(writeCursor(place))).toEqual(place);
  const texts = ['', 'x', '1.2.3', '-1.2.3', '1.2', '1.2.3.4', '01.2.3', '1.2.9999999999', '1.2.3\n'];
  for (const text of texts) {
    expect(parseCursor(text)).toBeUndefined();
    if (text !== '1.2.3') expect(parseCursor(Buffer.from(text).toString('base64url'))).toBeUndefined();
  }
  expect(parseCursor(`${writeCursor(place)}=`)).toBeUndefined();
});

onEachEngine('the list of visits', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };
  let other: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine);
    user = await site.addUser();
    other = await site.addUser();
  });
  afterAll(() => site.close());

  function count(linkId: number, clicks: TestClick[]): Promise<void> {
    return countClicks(site.database, { linkId, userId: user.id }, clicks);
  }

  async function addVisited(clicks: TestClick[]): Promise<number> {
    const { json } = await site.send('POST', '/api/url/add', { key: user.key, body: { url: 'https://example.com/' } });
    await count(json.id, clicks);
    return json.id;
  }

  async function list(id: number, query = '') {
    const { status, json } = await site.send('GET', `/api/url/${id}/clicks${query}`, { key: user.key });
    expect({ status, json }).toMatchObject({ status: 200, json: { error: '0' } });
    return json.data as { clicks: { date: string; visitor: string }[]; next: string | null };
  }

  async function visitorsOf(id: number, query: string, onPage: () => Promise<void> = async () => {}) {
    const visitors: number[] = [];
    for (let cursor = ''; ; ) {
      const { clicks, next } = await list(id, `?${query}${cursor}`);
      visitors.push(...clicks.map(({ visitor }) => Number.parseInt(visitor, 16)));
      if (next === null) return visitors;
      cursor = `&cursor=${next}`;
      await onPage();
    }
  }

  test('a visit is listed with texts, with "" for unknown values and without an address', async () => {
    const id = await addVisited([
      { at: NOON - HOUR_MS, bot: 'crawler' },
      {
        at: NOON,
        visitor: 0xabcdef,
        country: 'Canada',
        region: 'Ontario, Canada',
        city: 'Toronto, Canada',
        referrer: 't.co',
        social: 'twitter',
        browser: 'Chrome',
        os: 'Windows',
        device: 'Desktop',
        language: 'French',
        source: 'QR code',
        utm_source: 'letter',
      },
    ]);
    const { clicks, next } = await list(id);
    expect(next).toBeNull();
    expect(clicks).toEqual([
      {
        date: '2026-11-16 12:00:00',
        country: 'Canada',
        region: 'Ontario, Canada',
        city: 'Toronto, Canada',
        referrer: 't.co',
        social: 'twitter',
        browser: 'Chrome',
        os: 'Windows',
        device: 'Desktop',
        language: 'French',
        source: 'QR code',
        ...{ utm_source: 'letter', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '', route: 'default' },
        bot: '',
        visitor: '000000abcdef',
      },
      expect.objectContaining({ date: '2026-11-16 11:00:00', bot: 'crawler', country: '', browser: '' }),
    ] as never);
  });

  test('a link without visits has an empty list', async () => {
    expect(await list(await addVisited([]))).toEqual({ clicks: [], next: null });
  });

  const many = Array.from({ length: 30 }, (_, index) => ({
    at: NOON - 3 * DAY_MS + index * 3 * HOUR_MS,
    visitor: index,
    os: index % 3 === 0 ? 'Linux' : 'iOS',
  })).filter(({ at }) => at <= NOON);
  const newestFirst = many.map(({ visitor }) => visitor).reverse();

  test('pages of any size together are the whole list, newest first, each visit once', async () => {
    const id = await addVisited(many);
    for (const limit of [1, 7, many.length - 1, many.length, 1000]) {
      expect(await visitorsOf(id, `limit=${limit}`)).toEqual(newestFirst);
    }
    expect((await list(id)).clicks).toHaveLength(10);
    expect((await list(id, `?limit=${many.length}`)).next).toBeNull();
  });

  test('a day with more visits than one part can contain is listed completely', async () => {
    const id = await addVisited([
      { at: NOON - HOUR_MS, visitor: 1, times: 1200 },
      { at: NOON, visitor: 2, times: 3 },
    ]);
    const visitors = await visitorsOf(id, 'limit=500');
    expect(visitors).toHaveLength(1203);
    expect(visitors.slice(0, 4)).toEqual([2, 2, 2, 1]);
    expect((await list(id, '?limit=99999')).clicks).toHaveLength(1000);
  });

  test('visits that arrive meanwhile neither repeat nor hide others', async () => {
    const id = await addVisited(many);
    const seen = await visitorsOf(id, 'limit=4', () => count(id, [{ at: NOON, visitor: 5000, times: 150 }]));
    expect(seen).toEqual(newestFirst);
  });

  test('filters and dates narrow the list, to the second', async () => {
    const id = await addVisited(many);
    const linux = newestFirst.filter((visitor) => visitor % 3 === 0);
    expect(await visitorsOf(id, 'limit=2&filter[os]=Linux')).toEqual(linux);
    expect(await visitorsOf(id, 'filter[os]=Atlantis')).toEqual([]);
    expect(await visitorsOf(id, 'from=2026-11-16')).toEqual(newestFirst.slice(0, 5));
    expect(await visitorsOf(id, 'limit=100&to=2026-11-15')).toEqual(newestFirst.slice(5));
    expect(await visitorsOf(id, 'from=2026-11-16+09:00:00&to=2026-11-16+09:00:00')).toEqual([newestFirst[1] as number]);
    expect(await visitorsOf(id, 'from=2026-11-16+09:00:01&to=2026-11-16+11:59:59')).toEqual([]);
  });

  test('visits older than the retention period are not listed, even if they are still stored', async () => {
    const id = await addVisited([{ at: NOON - 91 * DAY_MS }, { at: NOON - 90 * DAY_MS }]);
    expect((await list(id)).clicks).toHaveLength(1);
  });

  async function expectRefused(id: number, query: string, field: string): Promise<void> {
    const { status, json } = await site.send('GET', `/api/url/${id}/clicks?${query}`, { key: user.key });
    expect(status).toBe(400);
    expect(json.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  }

  for (const [query, field] of [
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=ten', 'limit'],
    ['cursor=', 'cursor'],
    ['cursor=abc', 'cursor'],
    [`cursor=${'A'.repeat(65)}`, 'cursor'],
    ['to=tomorrow', 'to'],
  ] as const) {
    testWithoutStore(engine)(`?${query.slice(0, 40)} is refused with the field ${field}`, async () => {
      await expectRefused(1, query, field);
    });
  }

  test('a range that ends before it begins is refused with the field from', async () => {
    await expectRefused(await addVisited([]), 'from=2026-11-16&to=2026-11-15', 'from');
  });

  test('another user’s visits are not found, and a key is required', async () => {
    const path = `/api/url/${await addVisited(many)}/clicks`;
    const stranger = await site.send('GET', path, { key: other.key });
    expect(stranger.status).toBe(404);
    expect(stranger.json).toEqual((await site.send('GET', '/api/url/999999', { key: user.key })).json);
    expect((await site.send('GET', path)).status).toBe(401);
  });
});
