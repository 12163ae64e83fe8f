import { afterAll, beforeAll, expect, test } from 'bun:test';
import { countClicks } from '../../../test/support/count-clicks.ts';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const TARGET = 'https://example.com/page';
const NO_LINK = '3fa85f64-5717-4562-b3fc-2c963f66afa6';

onEachEngine('the API of Kutt', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };
  let other: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine, { COMPATIBLE: 'kutt', RATE_LIMIT: '1000' });
    user = await site.addUser();
    other = await site.addUser();
  });
  afterAll(() => site.close());

  function send(method: string, path: string, body?: unknown, key = user.key) {
    return site.send(method, `/api/v2${path}`, { headers: { 'X-API-KEY': key }, ...(body !== undefined && { body }) });
  }

  async function create(fields: object = {}) {
    const { status, json } = await send('POST', '/links', { target: TARGET, ...fields });
    expect(status).toBe(201);
    return json;
  }

  test('a page of another site may create links, and only that', async () => {
    const asked = await site.send('OPTIONS', '/api/v2/links', { headers: { Origin: 'https://a.example' } });
    expect([asked.status, asked.headers.get('Access-Control-Allow-Methods')]).toEqual([204, 'POST']);
    expect((await send('GET', '/links')).headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  test('reuse returns the existing link with 200', async () => {
    const made = await create({ target: 'https://reuse.example/' });
    const again = await send('POST', '/links', { target: 'https://reuse.example/', reuse: true });
    expect([again.status, again.json.id]).toEqual([200, made.id]);
    const fresh = await send('POST', '/links', { target: 'https://reuse.example/new', reuse: 'true' });
    expect(fresh.status).toBe(201);
  });

  test('a list skips any number of links', async () => {
    const { key } = await site.addUser();
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1)
      made.unshift((await send('POST', '/links', { target: `https://a.example/${count}` }, key)).json.id);
    for (const [limit, skip] of [
      [3, 0],
      [3, 2],
      [3, 6],
      [5, 4],
      [2, 9],
    ] as const) {
      const { json } = await send('GET', `/links?limit=${limit}&skip=${skip}`, undefined, key);
      const shown = json.data.map(({ id }: { id: string }) => id);
      expect({ limit, skip, total: json.total, shown }).toEqual({
        limit,
        skip,
        total: 7,
        shown: made.slice(skip, skip + limit),
      });
    }
    const { json } = await send('GET', '/links?limit=x&skip=-1', undefined, key);
    expect([json.limit, json.skip, json.data.length]).toEqual([10, 0, 7]);
  });

  test('a password stays if bullets are sent or nothing, and goes with null', async () => {
    const { id } = await create({ password: 'abcd' });
    expect((await send('PATCH', `/links/${id}`, { description: 'x', password: '••••' })).json.password).toBe(true);
    expect((await send('PATCH', `/links/${id}`, { description: 'y' })).json.password).toBe(true);
    expect((await send('PATCH', `/links/${id}`, { password: null })).json.password).toBe(false);
    const none = await send('PATCH', `/links/${id}`, { description: 'y', target: TARGET });
    expect([none.status, none.json]).toEqual([400, { error: 'Should at least update one field.' }]);
  });

  test('refusals are 400 with one sentence', async () => {
    await create({ customurl: 'taken' });
    const refused: [object, string | RegExp][] = [
      [{}, 'Target is missing.'],
      [{ target: 5 }, 'Target should be string.'],
      [{ target: `https://a.example/${'x'.repeat(2040)}` }, 'Maximum URL length is 2040.'],
      [{ target: 'javascript:alert(1)' }, /^target: /],
      [{ target: 'http://localhost:3000/x' }, /^target: /],
      [{ target: TARGET, customurl: 'taken' }, 'Custom URL is already in use.'],
      [{ target: TARGET, customurl: 'a b' }, 'Custom URL is not valid.'],
      [{ target: TARGET, customurl: 'api' }, /^customurl: /],
      [{ target: TARGET, password: 'ab' }, 'Password length must be between 3 and 64.'],
      [{ target: TARGET, expire_in: 'soon' }, 'Expire format is invalid. Valid examples: 1m, 8h, 42 days.'],
      [{ target: TARGET, expire_in: '30s' }, 'Expire time should be more than 1 minute.'],
      [{ target: TARGET, expire_in: '99999999999y' }, 'Expire format is invalid. Valid examples: 1m, 8h, 42 days.'],
      [{ target: TARGET, reuse: 'maybe' }, 'Reuse must be boolean.'],
      [{ target: TARGET, reuse: { toString: 1 } }, 'Reuse must be boolean.'],
      [{ target: TARGET, domain: 'not-mine.example' }, /^domain: /],
    ];
    const before = (await send('GET', '/links')).json.total;
    for (const [body, error] of refused) {
      const { status, json } = await send('POST', '/links', body);
      expect([status, Object.keys(json)]).toEqual([400, ['error']]);
      if (typeof error === 'string') expect(json.error).toBe(error);
      else expect(json.error).toMatch(error);
    }
    const broken = await site.send('POST', '/api/v2/links', { headers: { 'X-API-KEY': user.key }, body: '{' });
    expect([broken.status, Object.keys(broken.json)]).toEqual([400, ['error']]);
    expect((await send('GET', '/links')).json.total).toBe(before);
  });

  testWithoutStore(engine)('no key and a wrong key are 401, whatever the path', async () => {
    for (const [method, path] of [
      ['GET', '/links'],
      ['POST', '/links'],
      ['DELETE', `/links/${NO_LINK}`],
      ['GET', '/users'],
      ['GET', '/nothing'],
    ] as const) {
      for (const key of ['', 'sp_wrong']) {
        const { status, json } = await send(method, path, method === 'POST' ? { target: TARGET } : undefined, key);
        expect([path, status, json]).toEqual([path, 401, { error: 'Unauthorized.' }]);
      }
    }
    expect((await send('GET', '/nothing')).status).toBe(404);
  });

  test('unknown ids and ids of others are 400, also for an administrator', async () => {
    const mine = await create();
    const admin = await site.addUser();
    await site.database.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute();
    for (const [key, id] of [
      [user.key, NO_LINK],
      [user.key, '1'],
      [other.key, mine.id],
      [admin.key, mine.id],
    ]) {
      for (const [method, path, body] of [
        ['PATCH', '', { target: 'https://b.example/' }],
        ['DELETE', '', undefined],
        ['GET', '/stats', undefined],
        ['DELETE', '/stats', undefined],
      ] as const) {
        const { status, json } = await send(method, `/links/${id}${path}`, body, key);
        expect([method, path, status, Object.keys(json)]).toEqual([method, path, 400, ['error']]);
      }
      expect((await send('DELETE', `/domains/${id}`, undefined, key)).status).toBe(400);
    }
    expect((await send('GET', '/links?limit=1')).json.data[0]).toMatchObject({ id: mine.id, target: TARGET });
  });

  test('a key that may only read creates nothing', async () => {
    const { json } = await site.send('POST', '/api/key/add', {
      key: user.key,
      body: { name: 'reader', scopes: ['read'] },
    });
    const before = (await send('GET', '/links', undefined, json.apikey)).json.total;
    const { status, json: refusal } = await send('POST', '/links', { target: TARGET }, json.apikey);
    expect([status, Object.keys(refusal)]).toEqual([400, ['error']]);
    expect((await send('GET', '/links')).json.total).toBe(before);
    expect((await send('GET', '/users', undefined, json.apikey)).json).toMatchObject({ email: '', domains: [] });
  });

  test('statistics have the four periods, in the words of Kutt', async () => {
    const { id, address } = await create();
    const { json } = await site.send('GET', `/api/urls?short=${address}`, { key: user.key });
    const subject = { linkId: json.data.urls[0].id, userId: user.id };
    const chrome = { browser: 'Chrome', os: 'iPadOS', country: 'Germany', referrer: 'news.example.com' };
    await countClicks(site.database, subject, [
      { at: site.clock.now, times: 2, ...chrome },
      { at: site.clock.now - 3 * 86_400_000, browser: 'Opera Mini', os: 'Haiku' },
      { at: site.clock.now - 40 * 86_400_000 },
    ]);
    const { json: stats } = await send('GET', `/links/${id}/stats`);
    expect(stats.updatedAt).toBe(new Date(site.clock.now).toISOString());
    expect([stats.lastDay.total, stats.lastDay.views.at(-1), stats.lastDay.views.length]).toEqual([2, 2, 24]);
    expect([stats.lastWeek.total, stats.lastWeek.views]).toEqual([3, [0, 0, 0, 1, 0, 0, 2]]);
    expect([stats.lastMonth.total, stats.lastMonth.views.length]).toEqual([3, 30]);
    expect([stats.lastYear.total, stats.lastYear.views.slice(-2)]).toEqual([4, [1, 3]]);
    const { browser, os, country, referrer } = stats.lastYear.stats;
    expect(browser.slice(0, 3)).toEqual([
      { name: 'chrome', value: 2 },
      { name: 'opera', value: 1 },
      { name: 'other', value: 1 },
    ]);
    expect(browser).toHaveLength(7);
    expect(os.slice(0, 2)).toEqual([
      { name: 'ios', value: 2 },
      { name: 'other', value: 2 },
    ]);
    expect(country).toEqual([
      { name: 'de', value: 2 },
      { name: 'unknown', value: 2 },
    ]);
    expect(referrer).toEqual([
      { name: 'news[dot]example[dot]com', value: 2 },
      { name: 'direct', value: 2 },
    ]);
  });

  test('over the limit: 429 with Retry-After, in the same count as our own API', async () => {
    const { key } = await site.addUser();
    const limited = await site.send('POST', '/api/key/add', { key, body: { name: 'few', rate_limit: 2 } });
    const few = limited.json.apikey;
    expect((await site.send('GET', '/api/urls', { key: few })).status).toBe(200);
    expect((await send('GET', '/links', undefined, few)).status).toBe(200);
    const over = await send('POST', '/links', { target: TARGET }, few);
    expect([over.status, Object.keys(over.json), over.headers.get('X-RateLimit-Remaining')]).toEqual([
      429,
      ['error'],
      '0',
    ]);
    expect(Number(over.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});
