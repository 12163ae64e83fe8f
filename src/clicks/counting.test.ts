import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const TORONTO = '99.224.1.1';

onEachEngine('counting', (engine) => {
  let at: TestSite;
  let key: string;

  beforeAll(async () => {
    at = await openTestSite(engine, { RATE_LIMIT: '100000' });
    ({ key } = await at.addUser());
  });
  afterAll(() => at.close());

  async function addLink(body: object = {}): Promise<{ id: number; path: string }> {
    const { json } = await at.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/', ...body } });
    return { id: json.id, path: new URL(json.shorturl).pathname };
  }

  async function statisticsOf(id: number) {
    return (await at.send('GET', `/api/url/${id}`, { key })).json.data;
  }

  test(`a visit is in the statistics of the next request, by every dimension`, async () => {
    const { id, path } = await addLink();
    const headers = {
      'User-Agent': CHROME,
      'Accept-Language': 'de-CH,de;q=0.9',
      Referer: 'https://www.facebook.com/x',
    };
    await at.send('GET', path, { headers, peer: TORONTO });
    await at.send('GET', path, { headers: { 'User-Agent': IPHONE, Referer: 'https://t.co/abc' }, peer: TORONTO });
    await at.send('GET', path, { headers, peer: TORONTO });
    expect(await statisticsOf(id)).toEqual({
      clicks: 3,
      uniqueClicks: 2,
      topCountries: { Canada: 3 },
      topReferrers: { 'facebook.com': 2, 't.co': 1 },
      topBrowsers: { Chrome: 2, Safari: 1 },
      topOs: { Windows: 2, iOS: 1 },
      socialCount: { facebook: 2, twitter: 1, google: 0 },
      imported: { clicks: 0, undated: 0, from: null },
    });
    const { json } = await at.send('GET', `/api/url/${id}/stats?by=language,device,city`, { key });
    expect(json.data).toMatchObject({ clicks: 3, unique: 2, bots: 0 });
    expect(json.data.top.language).toEqual({ German: 2 });
    expect(json.data.top.device).toEqual({ desktop: 2, mobile: 1 });
    expect(Object.keys(json.data.top.city)[0]).toEndWith(', Canada');
    expect(json.data.series.at(-1)).toMatchObject({ clicks: 3 });
  });

  test(`bots and HEAD requests are counted separately`, async () => {
    const { id, path } = await addLink();
    const agents = ['Googlebot/2.1', 'Twitterbot/1.0', 'UptimeRobot/2.0'];
    for (const agent of agents) await at.send('GET', path, { headers: { 'User-Agent': agent } });
    await at.send('GET', path, { headers: { 'User-Agent': CHROME, 'Sec-Purpose': 'prefetch;prerender' } });
    await at.send('HEAD', path, { headers: { 'User-Agent': CHROME } });
    for (const agent of ['curl/8.5.0', '']) await at.send('GET', path, { headers: { 'User-Agent': agent } });
    expect(await statisticsOf(id)).toMatchObject({ clicks: 2 });
    const { json } = await at.send('GET', `/api/url/${id}/stats?by=bot`, { key });
    expect(json.data).toMatchObject({ clicks: 2, bots: 5 });
    expect(json.data.top.bot).toEqual({ crawler: 1, head: 1, monitor: 1, prefetch: 1, preview: 1 });
  });

  const uncounted: [string, object, string, number][] = [
    ['the preview of a link', {}, '+', 200],
    ['a link with a password that was not given', { password: 'open sesame' }, '', 200],
    ['a link that is disabled', { status: 'disabled' }, '', 410],
    ['a link that has ended', { expiry: '2020-01-01 00:00:00' }, '', 410],
    [
      'a link that has ended and leads elsewhere',
      { expiry: '2020-01-01 00:00:00', expiry_url: 'https://b.example/' },
      '',
      302,
    ],
    ['a link that has not begun', { starts: '2030-01-01 00:00:00' }, '', 404],
  ];
  for (const [what, body, suffix, status] of uncounted) {
    test(`no click: ${what}`, async () => {
      const { id, path } = await addLink(body);
      expect((await at.send('GET', `${path}${suffix}`)).status).toBe(status);
      expect(await statisticsOf(id)).toMatchObject({ clicks: 0, uniqueClicks: 0, topCountries: 0 });
    });
  }

  for (const body of [
    { type: 'frame' },
    { type: 'splash' },
    { geotarget: [{ location: 'Canada', link: 'https://example.ca/' }] },
  ]) {
    test(`one click: ${JSON.stringify(body)}`, async () => {
      const { id, path } = await addLink(body);
      await at.send('GET', `${path}?utm=1`, { peer: TORONTO });
      expect(await statisticsOf(id)).toMatchObject({ clicks: 1 });
    });
  }

  test(`a link with a limit of one click redirects one of 200 concurrent visits, and counts one`, async () => {
    const { id, path } = await addLink({ max_clicks: 1 });
    const answers = await Promise.all(Array.from({ length: 200 }, () => at.send('GET', path)));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(199);
    expect(await statisticsOf(id)).toMatchObject({ clicks: 1 });
  });

  test(`lists show totals, and order=click sorts by them`, async () => {
    const owner = await at.addUser();
    const body = { url: 'https://example.com/' };
    const made = [];
    for (const custom of ['little', 'most', 'none']) {
      made.push(
        await at.send('POST', '/api/url/add', { key: owner.key, body: { ...body, custom: `${custom}-${engine}` } }),
      );
    }
    for (const name of ['most', 'little', 'most']) await at.send('GET', `/${name}-${engine}`);
    const { json } = await at.send('GET', '/api/urls?order=click', { key: owner.key });
    const rows = json.data.urls.map(({ alias, clicks }: { alias: string; clicks: number }) => [alias, clicks]);
    expect(rows).toEqual([
      [`most-${engine}`, 2],
      [`little-${engine}`, 1],
      [`none-${engine}`, 0],
    ]);
    const all = await at.send('GET', '/api/stats', { key: owner.key });
    expect(all.json.data).toMatchObject({ clicks: 3, unique: 1, links: 3 });
  });

  test(`1,000 visits by one visitor are 1,000 clicks and one unique visitor`, async () => {
    const { id, path } = await addLink();
    for (let visit = 0; visit < 1_000; visit += 1) await at.send('GET', path, { headers: { 'User-Agent': CHROME } });
    expect(await statisticsOf(id)).toMatchObject({ clicks: 1_000, uniqueClicks: 1 });
  });

  test(`an erased link loses its counts; a click that is counted too late is dropped and reported`, async () => {
    const { id, path } = await addLink();
    await at.send('GET', path);
    await statisticsOf(id);
    await at.send('GET', path);
    // The visit is in the journal, and the link is deleted before it is counted.
    await at.send('DELETE', `/api/url/${id}/delete?purge=1`, { key });
    await at.send('GET', '/api/stats', { key });
    const left = await sql<{ rows: number }>`select
      (select count(*) from rollups where noun = 2 and noun_id = ${id}) +
      (select count(*) from kept_clicks where subject_key = ${id}) as rows`.execute(at.database.db);
    expect(left.rows[0]?.rows).toBe(0);
    const metrics = await at.send('GET', '/metrics', { peer: '127.0.0.1', headers: { Host: 'localhost:3000' } });
    expect(metrics.text).toMatch(/signpost_clicks_dropped_total\{reason="deleted"\} [1-9]/);
    expect(metrics.text).toContain('signpost_clicks_waiting 0');
  });

  test(`a failure between the counts and the position stores nothing, and the clicks are counted once afterward`, async () => {
    const { id, path } = await addLink();
    await sql`alter table journals rename to journals_away`.execute(at.database.db);
    for (let visit = 0; visit < 5; visit += 1) await at.send('GET', path);
    expect(await statisticsOf(id)).toMatchObject({ clicks: 0 });
    await sql`alter table journals_away rename to journals`.execute(at.database.db);
    let clicks = 0;
    while (clicks < 5) clicks = (await statisticsOf(id)).clicks;
    expect(clicks).toBe(5);
  });

  test(`a clock that is set forward or back changes no count`, async () => {
    const { id, path } = await addLink();
    for (const hours of [0, 1, -1, 0]) {
      at.clock.now = NOON + hours * 3_600_000;
      await at.send('GET', path);
    }
    expect(await statisticsOf(id)).toMatchObject({ clicks: 4, uniqueClicks: 1 });
    const { json } = await at.send('GET', `/api/url/${id}/stats?interval=hour&from=2026-11-16&to=2026-11-16`, { key });
    const hours = json.data.series.filter(({ clicks }: { clicks: number }) => clicks > 0);
    expect(hours.map(({ clicks }: { clicks: number }) => clicks)).toEqual([1, 2, 1]);
  });

  test('each hour, each day and the total have their own clicks and visitors, also while some of them are equal', async () => {
    const { id, path } = await addLink();
    // Two visits in each of these hours, counted one by one: the second adds to rollups that exist.
    for (const [visit, hours] of [0, 0, 1, 1, 24, 24, 25, 25].entries()) {
      at.clock.now = NOON + hours * 3_600_000;
      await at.send('GET', path, { headers: { 'User-Agent': `${CHROME} ${visit}` } });
      expect(await statisticsOf(id)).toMatchObject({ clicks: visit + 1, uniqueClicks: visit + 1 });
    }
    const range = 'from=2026-11-16&to=2026-11-17&by=browser';
    const { json: byDay } = await at.send('GET', `/api/url/${id}/stats?interval=day&${range}`, { key });
    const { json: byHour } = await at.send('GET', `/api/url/${id}/stats?interval=hour&${range}`, { key });
    expect(byDay.data).toMatchObject({ clicks: 8, unique: 8, top: { browser: { Chrome: 8 } } });
    const counted = (data: { series: { clicks: number }[] }) => data.series.flatMap(({ clicks }) => clicks || []);
    expect(counted(byDay.data)).toEqual([4, 4]);
    expect(counted(byHour.data)).toEqual([2, 2, 2, 2]);
    at.clock.now = NOON;
  });
});

onEachEngine('addresses', (engine) => {
  test(`once clicks are counted, no address is on disk or in the store`, async () => {
    const site = await openTestSite(engine, { TRUST_PROXY: '203.0.113.9' });
    const { key } = await site.addUser();
    const { json } = await site.send('POST', '/api/url/add', {
      key,
      body: { url: 'https://example.com/', custom: 'seen' },
    });
    const addresses = ['99.224.17.201', '2a02:8388:1:2::77'];
    for (const address of addresses) {
      await site.send('GET', '/seen', { headers: { 'X-Forwarded-For': address } });
      await site.send('GET', '/seen', { peer: address });
    }
    const { data } = (await site.send('GET', `/api/url/${json.id}`, { key })).json;
    expect(data).toMatchObject({ clicks: 4, uniqueClicks: 2 });
    const { dataDir } = site;
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.some(({ name }) => name.endsWith('.clicks'))).toBe(true);
    for (const { parentPath, name } of files) {
      const bytes = readFileSync(join(parentPath, name));
      for (const address of [...addresses, '203.0.113.9'])
        expect({ name, found: bytes.includes(address) }).toEqual({ name, found: false });
    }
    const rows = await sql<{ bytes: Uint8Array }>`select bytes from kept_clicks`.execute(site.database.db);
    for (const { bytes } of rows.rows)
      for (const address of addresses) expect(Buffer.from(bytes).includes(address)).toBe(false);
    await site.close();
  });
});
