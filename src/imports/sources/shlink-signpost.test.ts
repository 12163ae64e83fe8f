import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { importFromSite } from '../../../test/support/import-from-site.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { formatDay } from '../../lib/date-time.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const DAY = 86_400_000;

// The compatible API of another Signpost speaks the protocol of Shlink.
onEachEngine('importing from Shlink', (engine) => {
  let source: TestSite;
  let target: TestSite;
  let sourceKey: string;

  beforeAll(async () => {
    source = await openTestSite(engine, { COMPATIBLE: 'shlink', RATE_LIMIT: '10000' });
    target = await openTestSite(engine, { RATE_LIMIT: '10000' });
    sourceKey = (await source.addUser()).key;
  });
  afterAll(() => Promise.all([source.close(), target.close()]));

  async function visit(path: string, agent: string, { peer, referrer }: { peer?: string; referrer?: string } = {}) {
    const headers = { 'User-Agent': agent, ...(referrer && { Referer: referrer }) };
    await source.send('GET', path, { headers, ...(peer && { peer }) });
  }

  async function readLink(site: TestSite, key: string, alias: string) {
    const { json } = await site.send('GET', `/api/urls?short=${alias}`, { key });
    const { id } = json.data.urls[0];
    const range = `from=${formatDay(target.clock.now - 20 * DAY)}&to=${formatDay(target.clock.now)}`;
    const { data } = (
      await site.send('GET', `/api/url/${id}/stats?${range}&interval=day&by=country,browser,referrer,os,city`, { key })
    ).json;
    const { details } = (await site.send('GET', `/api/url/${id}`, { key })).json;
    const { clicks, bots, top } = data;
    // Shlink does not tell visitors apart.
    const days = data.series.map((day: Record<string, unknown>) => [day.date, day.clicks, day.bots]);
    return { details, stats: { clicks, bots, days, top } };
  }

  test('every count is the same by day, country, browser and referrer, and so are rules, tags and limits', async () => {
    const rules = [
      {
        url: 'https://example.de/',
        when: [
          { type: 'country', in: ['DE'] },
          { type: 'language', in: ['de'] },
        ],
      },
    ];
    const fields = { tags: ['one', 'two'], metatitle: 'Title', max_clicks: 100, expiry: '2090-01-02 03:04:05', rules };
    for (const body of [
      { custom: 'sl-a', ...fields },
      { custom: 'sl-b', forward_query: false },
      { custom: 'sl-c', password: 'open sesame' },
      { custom: 'sl-d', status: 'disabled' },
    ])
      await source.send('POST', '/api/url/add', { key: sourceKey, body: { url: 'https://example.com/', ...body } });
    for (let day = 0; day < 3; day += 1) {
      await visit('/sl-a', CHROME, { peer: '8.8.8.8', referrer: 'https://news.example/x' });
      await visit('/sl-a', FIREFOX, { peer: '193.0.6.139' });
      await visit('/sl-a', BOT, { peer: '8.8.8.8' });
      if (day > 0) await visit('/sl-b', FIREFOX, { peer: '193.0.6.139', referrer: 'https://t.co/x' });
      source.clock.now += DAY;
    }
    target.clock.now = source.clock.now + DAY;
    const user = await target.addUser();
    const run = () => importFromSite({ product: 'shlink', source, key: sourceKey, target }, user.id);
    expect((await run()).report).toMatchObject({ rows: 4, imported: 2, refused: 2, clicks: 8, bots: 3, undated: 0 });
    expect([(await target.send('GET', '/sl-c')).status, (await target.send('GET', '/sl-d')).status]).toEqual([
      404, 404,
    ]);
    for (const alias of ['sl-a', 'sl-b']) {
      const [theirs, ours] = [await readLink(source, sourceKey, alias), await readLink(target, user.key, alias)];
      expect(theirs.stats.clicks).toBeGreaterThan(1);
      expect(ours.stats).toEqual(theirs.stats);
      for (const field of ['tags', 'rules', 'metatitle', 'max_clicks', 'expiry', 'forward_query', 'longurl'])
        expect([field, ours.details[field]]).toEqual([field, theirs.details[field]]);
    }
    expect((await run()).report).toMatchObject({ rows: 4, imported: 0, existing: 2, refused: 2, clicks: 0, bots: 0 });
    await visit('/sl-b', CHROME);
    source.clock.now += DAY;
    expect((await run()).report).toMatchObject({ existing: 2, clicks: 1, bots: 0, undated: 0 });
  });
});
