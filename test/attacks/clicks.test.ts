import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { cpuMsOf } from '../support/measure.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

const TORONTO = '99.224.1.1';
const BERLIN = '2003:e1:bf00::1';

onEachEngine('attacks on statistics', (engine) => {
  let at: TestSite;
  let key: string;

  beforeAll(async () => {
    at = await openTestSite(engine, { TRUST_PROXY: '198.51.100.7' });
    ({ key } = await at.addUser());
  });
  afterAll(() => at.close());

  async function addLink(): Promise<{ id: number; path: string }> {
    const { json } = await at.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/' } });
    return { id: json.id, path: new URL(json.shorturl).pathname };
  }

  async function statisticsOf(id: number) {
    return (await at.send('GET', `/api/url/${id}`, { key })).json.data;
  }

  test('61: a forged X-Forwarded-For from a stranger does not change the country; from the proxy its last hop counts', async () => {
    guards('forwarded-headers');
    const { id, path } = await addLink();
    await at.send('GET', path, { peer: TORONTO, headers: { 'X-Forwarded-For': BERLIN } });
    expect((await statisticsOf(id)).topCountries).toEqual({ Canada: 1 });
    const forged = `${'1.2.3.4, '.repeat(5_000)}${BERLIN}`;
    await at.send('GET', path, { peer: '198.51.100.7', headers: { 'X-Forwarded-For': forged } });
    expect((await statisticsOf(id)).topCountries).toEqual({ Canada: 1, Germany: 1 });
  });

  test('63: headers of 100 kB are cut, and the click is counted', async () => {
    guards('input-bounds');
    const { id, path } = await addLink();
    const long = 'x'.repeat(100_000);
    const headers = { 'User-Agent': long, Referer: `https://${long}.example/`, 'Accept-Language': long };
    expect((await at.send('GET', path, { headers })).status).toBe(302);
    expect(await statisticsOf(id)).toMatchObject({ clicks: 1, topReferrers: 0, topBrowsers: 0 });
  });

  test('65: values that look like code or like a property name are stored as plain text', async () => {
    guards('log-lines');
    const { id, path } = await addLink();
    for (const host of ['__proto__', 'constructor', 'a.example']) {
      await at.send('GET', path, { headers: { Referer: `https://${host}/?<script>` } });
    }
    await at.send('GET', path, { headers: { 'User-Agent': "');drop table pages;--", Referer: 'javascript:alert(1)' } });
    const data = await statisticsOf(id);
    expect(data.clicks).toBe(4);
    expect(data.topReferrers).toMatchObject({ 'a.example': 1 });
    expect(JSON.stringify(data)).not.toContain('script');
  });

  test('made-up referrers do not fill the store: after 500 the others are counted together and not stored', async () => {
    guards('bounded-store');
    const { id, path } = await addLink();
    for (let number = 0; number < 1_200; number += 1) {
      await at.send('GET', path, { headers: { Referer: `https://made-up-${number}.example/` } });
      if (number % 400 === 399) await statisticsOf(id);
    }
    const { json } = await at.send('GET', `/api/url/${id}/stats?by=referrer&limit=100`, { key });
    expect(json.data.clicks).toBe(1_200);
    expect(Object.keys(json.data.top.referrer)).toHaveLength(100);
    const words = await sql<{ count: number }>`select count(*) as count from words where text like 'made-up-%'`.execute(
      at.database.db,
    );
    expect(words.rows[0]?.count).toBe(500);
    expect((await statisticsOf(id)).clicks).toBe(1_200);
  });

  const foreign = ['/api/url/ID/stats', '/api/url/ID/clicks', '/api/url/ID/stats?filter[country]=Canada'];
  for (const path of foreign) {
    test(`51: ${path} of another user gets the same response as a link that does not exist`, async () => {
      guards('ownership');
      const { id } = await addLink();
      const stranger = await at.addUser();
      const theirs = await at.send('GET', path.replace('ID', String(id)), { key: stranger.key });
      const missing = await at.send('GET', path.replace('ID', '999999999'), { key: stranger.key });
      expect(theirs.status).toBe(404);
      expect(theirs.text).toBe(missing.text);
    });
  }

  test('62: absurd limits and ranges are clamped or refused, quickly', async () => {
    guards('input-bounds');
    const { id } = await addLink();
    const queries = [
      'clicks?limit=1e9',
      'clicks?limit=-1',
      'clicks?cursor=%00',
      'stats?from=0001-01-01',
      'stats?interval=second',
    ];
    for (const query of queries) {
      let status = 0;
      const cpuMs = await cpuMsOf(async () => {
        status = (await at.send('GET', `/api/url/${id}/${query}`, { key })).status;
      });
      expect({ query, status }).toEqual({ query, status: 400 });
      expect(cpuMs).toBeLessThan(1_000);
    }
    expect((await at.send('GET', `/api/url/${id}/clicks?limit=1000000`, { key })).status).toBe(200);
  });
});
