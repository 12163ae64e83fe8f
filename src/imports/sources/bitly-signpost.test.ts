import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { importFromSite } from '../../../test/support/import-from-site.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';
const DAY = 86_400_000;

onEachEngine('importing from Bitly', (engine) => {
  // The compatible API of another Signpost speaks the protocol of Bitly.
  let source: TestSite;
  let target: TestSite;
  let key: string;

  const run = (owner: number) => importFromSite({ product: 'bitly', source, key, target }, owner);

  async function visit(path: string, headers: Record<string, string> = {}) {
    await source.send('GET', path, { headers: { 'User-Agent': CHROME, ...headers } });
  }

  beforeAll(async () => {
    source = await openTestSite(engine, { COMPATIBLE: 'bitly', RATE_LIMIT: '10000' });
    target = await openTestSite(engine, { RATE_LIMIT: '10000' });
    target.clock.now += 3 * DAY;
    key = (await source.addUser()).key;
  });
  afterAll(async () => {
    await source.close();
    await target.close();
  });

  test('clicks are exact by day, referrer and device, and a later run adds what is new', async () => {
    const user = await target.addUser();
    for (const keyword of ['bitly-a', 'bitly-b']) {
      const body = { long_url: `https://example.com/${keyword}`, keyword, title: 'A title', tags: ['t'] };
      expect((await source.send('POST', '/v4/bitlinks', { key, body })).status).toBe(201);
    }
    await visit('/bitly-a', { Referer: 'https://news.example/x' });
    source.clock.now += DAY;
    await visit('/bitly-a');
    await visit('/bitly-a');
    expect((await run(user.id)).report).toMatchObject({ rows: 2, imported: 2, refused: 0, clicks: 3, undated: 0 });
    expect((await run(user.id)).report).toMatchObject({ imported: 0, existing: 2, clicks: 0 });
    await visit('/bitly-a');
    expect((await run(user.id)).report).toMatchObject({ existing: 2, clicks: 1, undated: 0 });

    const { json } = await target.send('GET', '/api/urls?short=bitly-a', { key: user.key });
    const { id } = json.data.urls[0];
    const { details, data } = (await target.send('GET', `/api/url/${id}`, { key: user.key })).json;
    expect(details).toMatchObject({ longurl: 'https://example.com/bitly-a', metatitle: 'A title', tags: ['t'] });
    expect(data).toMatchObject({ clicks: 4, uniqueClicks: 0, topReferrers: { 'news.example': 1 } });
    expect(data.imported).toMatchObject({ clicks: 4, undated: 0, from: 'bitly' });
    const stats = await target.send('GET', `/api/url/${id}/stats?from=2026-11-16&to=2026-11-17`, { key: user.key });
    expect(stats.json.data.series.map(({ clicks }: { clicks: number }) => clicks)).toEqual([1, 3]);
  });
});
