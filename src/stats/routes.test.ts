import { afterAll, beforeAll, expect, test } from 'bun:test';
import { countClicks } from '../../test/support/count-clicks.ts';
import { onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { DAY_MS } from '../rollups/subject.ts';

const TORONTO = '99.224.1.1';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

onEachEngine('statistics of routes', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine);
    user = await site.addUser();
  });
  afterAll(() => site.close());

  const TARGETS = {
    geotarget: [{ location: 'Canada', link: 'https://ca.example/' }],
    devicetarget: [{ device: 'iphone', link: 'https://iphone.example/' }],
    languagetarget: [{ language: 'de', link: 'https://de.example/' }],
  };

  async function addLink(body: object = {}): Promise<{ id: number; path: string }> {
    const { json } = await site.send('POST', '/api/url/add', {
      key: user.key,
      body: { url: 'https://example.com/', ...body },
    });
    return { id: json.id, path: new URL(json.shorturl).pathname };
  }

  async function visit(path: string, { agent = MAC, language = '', peer = '203.0.113.9', method = 'GET' } = {}) {
    await site.send(method, path, { headers: { 'User-Agent': agent, 'Accept-Language': language }, peer });
  }

  async function read(path: string) {
    const { status, json } = await site.send('GET', path, { key: user.key });
    expect({ status, json }).toMatchObject({ status: 200 });
    return json.data;
  }

  const statsOf = (id: number, query = 'by=route') => read(`/api/url/${id}/stats?${query}`);

  test('every click of a person is counted by what chose its destination', async () => {
    const { id, path } = await addLink(TARGETS);
    for (const peer of [TORONTO, TORONTO, '99.224.2.1']) await visit(path, { peer });
    await visit(path, { agent: IPHONE, language: 'de' });
    await visit(`${path}~`, { language: 'de-AT' });
    for (const peer of ['203.0.113.1', '203.0.113.2']) await visit(path, { peer });
    await visit(path, { agent: 'Googlebot/2.1', peer: TORONTO });
    await visit(path, { peer: TORONTO, method: 'HEAD' });

    const data = await statsOf(id);
    expect(data).toMatchObject({ clicks: 7, bots: 2 });
    expect(Object.entries(data.top.route)).toEqual([
      ['geo', 3],
      ['default', 2],
      ['device', 1],
      ['language', 1],
    ]);
    expect(data.routes).toEqual([
      { route: 'geo', clicks: 3, unique: 2 },
      { route: 'default', clicks: 2, unique: 2 },
      { route: 'device', clicks: 1, unique: 1 },
      { route: 'language', clicks: 1, unique: 1 },
    ]);
    expect((await statsOf(id, 'by=route&limit=1')).top.route).toEqual({ geo: 3 });
    expect((await statsOf(id, 'by=route&limit=1')).routes).toHaveLength(4);

    const all = await statsOf(id, '');
    expect([all.top.route, all.routes]).toEqual([data.top.route, undefined]);
    expect((await statsOf(id, 'by=country')).top.route).toBeUndefined();

    const scans = await statsOf(id, 'by=route&filter[source]=QR+code');
    expect([scans.top.route, scans.routes]).toEqual([{ language: 1 }, [{ route: 'language', clicks: 1, unique: 1 }]]);
    expect(await statsOf(id, 'filter[route]=default')).toMatchObject({ clicks: 2, bots: 0 });
    expect(await statsOf(id, 'filter[route]=geo&filter[route]=default&by=route')).toMatchObject({
      clicks: 5,
      bots: 2,
      top: { route: { geo: 3, default: 2 } },
    });
    expect(await statsOf(id, 'filter[route]=rule:A')).toMatchObject({ clicks: 0 });

    const { clicks } = await read(`/api/url/${id}/clicks?limit=100`);
    expect(clicks.map(({ route }: { route: string }) => route).toSorted()).toEqual([
      'default',
      'default',
      'device',
      'geo',
      'geo',
      'geo',
      'geo',
      'geo',
      'language',
    ]);
    const filtered = await read(`/api/url/${id}/clicks?filter[route]=device`);
    expect(filtered.clicks).toMatchObject([{ route: 'device', os: 'iOS' }]);
    expect((await read('/api/stats?by=route')).top.route).toMatchObject({ geo: 3, default: 2 });
  });

  test('rules and variants are named, in any language, or numbered', async () => {
    const { id, path } = await addLink({
      rules: [
        { name: ' Zürich 日本/A ', when: [{ type: 'language', in: ['de'] }], url: 'https://zh.example/' },
        {
          when: [{ type: 'country', in: ['CA'] }],
          split: [{ name: 'Ä', url: 'https://b.example/', weight: 1 }],
        },
        { when: [], split: [{ url: 'https://a.example/', weight: 1 }] },
      ],
    });
    await visit(path, { language: 'de-CH' });
    await visit(path, { peer: TORONTO });
    await visit(path, { peer: TORONTO });
    await visit(`${path}~`);
    expect((await statsOf(id)).top.route).toEqual({ 'rule:2/Ä': 2, 'rule:Zürich 日本/A': 1, 'rule:3/1': 1 });
    const name = encodeURIComponent('rule:Zürich 日本/A');
    expect(await statsOf(id, `filter[route]=${name}`)).toMatchObject({ clicks: 1, unique: 1 });
    expect(await statsOf(id, 'filter[route]=default')).toMatchObject({ clicks: 0 });
  });

  test('a plain link stores no route, and all its clicks have the default one', async () => {
    const { id, path } = await addLink();
    await visit(path, { peer: TORONTO });
    const data = await statsOf(id);
    expect([data.top.route, data.routes]).toEqual([{ default: 1 }, [{ route: 'default', clicks: 1, unique: 1 }]]);
    const { counts } = await site.database.db
      .selectFrom('rollups')
      .select('counts')
      .where('noun', '=', 2)
      .where('noun_id', '=', id)
      .executeTakeFirstOrThrow();
    const kept = await site.database.db
      .selectFrom('kept_clicks')
      .select('bytes')
      .where('subject_key', '=', id)
      .executeTakeFirstOrThrow();
    // The second byte is the number of dimensions.
    expect([counts?.[1], kept.bytes[1]]).toEqual([8, 8]);
    const unvisited = await addLink();
    expect((await statsOf(unvisited.id)).routes).toEqual([]);
  });

  test('the route behind a password is that of the visit which was counted', async () => {
    const { id, path } = await addLink({ ...TARGETS, password: 'open sesame', type: 'splash' });
    await visit(path, { peer: TORONTO });
    const form = await site.send('POST', path, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'password=open+sesame',
      peer: TORONTO,
    });
    const cookie = form.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    await site.send('GET', path, { headers: { 'User-Agent': IPHONE, Cookie: cookie } });
    expect((await statsOf(id)).routes).toEqual([{ route: 'device', clicks: 1, unique: 1 }]);
  });

  test('a rotator counts the route of the picked link, also in the campaign', async () => {
    const { json } = await site.send('POST', '/api/campaign/add', {
      key: user.key,
      body: { slug: 'routes', public: true },
    });
    const { id } = await addLink({ ...TARGETS, campaign: json.id });
    await visit('/r/routes', { agent: IPHONE });
    expect((await statsOf(id)).routes).toEqual([{ route: 'device', clicks: 1, unique: 1 }]);
    expect((await read(`/api/campaign/${json.id}/stats?by=route`)).routes).toEqual([
      { route: 'device', clicks: 1, unique: 1 },
    ]);
  });

  test('a route never has more visitors than clicks, also in a campaign that the link joined later', async () => {
    const { json } = await site.send('POST', '/api/campaign/add', { key: user.key, body: {} });
    const { id, path } = await addLink(TARGETS);
    for (const peer of ['203.0.113.1', '203.0.113.2']) await visit(path, { agent: IPHONE, peer });
    expect((await statsOf(id)).clicks).toBe(2);
    await site.send('POST', `/api/campaign/${json.id}/assign/${id}`, { key: user.key });
    await visit(path, { agent: IPHONE });
    expect((await read(`/api/campaign/${json.id}/stats?by=route`)).routes).toEqual([
      { route: 'device', clicks: 1, unique: 1 },
    ]);
  });

  test('the visitors of a route are unknown once some of its clicks are no longer kept', async () => {
    const { id } = await addLink();
    await countClicks(site.database, { linkId: id, userId: user.id }, [
      { at: NOON - 100 * DAY_MS, visitor: 1, route: 'rule:Zürich/B', times: 3 },
      { at: NOON, visitor: 1, route: 'rule:Zürich/B' },
      { at: NOON, visitor: 2, route: 'geo', times: 3 },
    ]);
    expect((await statsOf(id, 'by=route&from=2026-07-01')).routes).toEqual([
      { route: 'rule:Zürich/B', clicks: 4, unique: null },
      { route: 'geo', clicks: 3, unique: 1 },
    ]);
    expect((await statsOf(id)).routes).toEqual([
      { route: 'geo', clicks: 3, unique: 1 },
      { route: 'rule:Zürich/B', clicks: 1, unique: 1 },
    ]);
  });
});
