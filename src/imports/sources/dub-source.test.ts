import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { importFromSite } from '../../../test/support/import-from-site.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';
const HOUR = 3_600_000;

onEachEngine('importing from Dub', (engine) => {
  // The compatible API of another Signpost speaks the protocol of Dub.
  let source: TestSite;
  let target: TestSite;
  let sourceKey: string;
  let hasEvents = true;
  const asked: string[] = [];

  function run(owner: number, taken: 'skip' | 'rename' = 'skip', isDryRun = false) {
    const intercept = (path: string) => {
      asked.push(path);
      return !hasEvents && path.endsWith('/events') ? { status: 403, text: '{"error":{}}' } : undefined;
    };
    return importFromSite({ product: 'dub', source, key: sourceKey, target, intercept }, owner, {
      settings: { taken },
      isDryRun,
    });
  }

  async function readLink(key: string, alias: string) {
    const { json } = await target.send('GET', `/api/urls?short=${alias}`, { key });
    return (await target.send('GET', `/api/url/${json.data.urls[0]?.id}`, { key })).json;
  }

  async function create(body: object) {
    const { status, json } = await source.send('POST', '/dub/links', { key: sourceKey, body });
    expect(status).toBe(200);
    return json;
  }

  async function visit(path: string, headers: Record<string, string> = {}) {
    await source.send('GET', path, { headers: { 'User-Agent': CHROME, ...headers } });
  }

  beforeAll(async () => {
    source = await openTestSite(engine, { COMPATIBLE: 'dub', RATE_LIMIT: '10000' });
    target = await openTestSite(engine, { RATE_LIMIT: '10000' });
    target.clock.now += 24 * HOUR;
    sourceKey = (await source.addUser()).key;
    await create({
      ...{ url: 'https://example.com/a', key: 'dub-a', utm_source: 'news', tagNames: ['one', 'two'], comments: 'note' },
      ...{ geo: { DE: 'https://example.com/de' }, ios: 'https://example.com/ios', expiresAt: '2030-01-01T00:00:00Z' },
      ...{ expiredUrl: 'https://example.com/over', title: 'Title', description: 'Text', proxy: true },
    });
    await create({ url: 'https://example.com/b', key: 'dub-b' });
    await create({ url: 'https://example.com/c', key: 'dub-c', password: 'secret word' });
    await visit('/dub-a', { Referer: 'https://news.example/x' });
    source.clock.now += HOUR;
    await visit('/dub-a');
    await visit('/dub-a~');
    await visit('/dub-b');
  });
  afterAll(async () => {
    await source.close();
    await target.close();
  });

  test('links and every click arrive, a second run changes nothing, and a later one adds what is new', async () => {
    const user = await target.addUser();
    const tried = await run(user.id, 'skip', true);
    const { report } = await run(user.id);
    expect(report).toMatchObject({ rows: 3, imported: 2, refused: 1, clicks: 4, bots: 0, undated: 0 });
    expect(tried.report).toMatchObject({ rows: 3, imported: 2, refused: 1, clicks: 4 });
    // The password cannot be read, so the link must not be open.
    expect((await target.send('GET', '/dub-c')).status).toBe(404);
    const { details, data } = await readLink(user.key, 'dub-a');
    expect(details).toMatchObject({
      ...{ longurl: 'https://example.com/a?utm_source=news', tags: ['one', 'two'], description: 'note' },
      ...{ location: { germany: 'https://example.com/de' }, device: { ios: 'https://example.com/ios' } },
      ...{
        expiry: '2030-01-01 00:00:00',
        expiry_url: 'https://example.com/over',
        metatitle: 'Title',
        metadescription: 'Text',
      },
    });
    expect(data).toMatchObject({ clicks: 3, topBrowsers: { Chrome: 3 }, topReferrers: { 'news.example': 1 } });
    expect(data.imported).toMatchObject({ clicks: 3, undated: 0, from: 'dub' });
    const again = await run(user.id);
    expect(again.report).toMatchObject({ imported: 0, existing: 2, clicks: 0 });
    await visit('/dub-b');
    await create({ url: 'https://example.com/d', key: 'dub-d' });
    const later = await run(user.id);
    expect(later.report).toMatchObject({ imported: 1, existing: 2, clicks: 1, undated: 0 });
    expect((await readLink(user.key, 'dub-b')).data.clicks).toBe(2);
  });

  test('without single clicks, the totals are undated, also at later runs', async () => {
    hasEvents = false;
    const before = asked.filter((path) => path === '/dub/events').length;
    const user = await target.addUser();
    const { report } = await run(user.id, 'rename');
    await visit('/dub-b');
    const later = await run(user.id, 'rename');
    hasEvents = true;
    const withEvents = await run(user.id, 'rename');
    expect([later.report.clicks, later.report.undated, withEvents.report.clicks]).toEqual([1, 1, 0]);
    expect(report).toMatchObject({ clicks: 5, undated: 5 });
    // The plan is asked once; afterward the links are known to be without dates.
    expect(asked.filter((path) => path === '/dub/events').length - before).toBe(1);
  });
});
