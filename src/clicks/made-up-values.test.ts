import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { guards } from '../../test/support/guards.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { MAX_VALUES, OTHER } from '../rollups/rollup.ts';
import { readTotal } from '../rollups/rollup-read.store.ts';

const TORONTO = '99.224.1.1';
const ALBANIA = '31.171.152.1';

onEachEngine('made-up values', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
    ({ key } = await site.addUser());
  });
  afterAll(() => site.close());

  async function post(path: string, body: object) {
    const { json } = await site.send('POST', path, { key, body });
    expect(json).toMatchObject({ error: 0 });
    return json;
  }

  async function addLink(fields: object = {}): Promise<{ id: number; path: string }> {
    const { id, shorturl } = await post('/api/url/add', { url: 'https://example.com/', ...fields });
    return { id, path: new URL(shorturl).pathname };
  }

  async function addPaths(): Promise<Record<string, string>> {
    const { id: campaign } = await post('/api/campaign/add', {});
    const { path: link } = await addLink({ campaign });
    const { link: scan } = await post('/api/qr/add', { type: 'link', data: 'https://example.com/' });
    const blocks = [{ type: 'link', title: 'A link', url: 'https://example.com/' }];
    const { id, link: rollup } = await post('/api/bio/add', { name: 'Ada', blocks });
    const { details } = (await site.send('GET', `/api/bio/${id}`, { key })).json;
    const bio = new URL(rollup).pathname;
    return { link, scan: new URL(scan).pathname.replace('/qr/', '/q/'), bio, block: `${bio}/${details.blocks[0].id}` };
  }

  async function waitUntilCounted(): Promise<void> {
    await site.send('GET', '/api/stats', { key });
  }

  /** The stored words that begin with `start`. */
  async function readTexts(start = ''): Promise<string[]> {
    const rows = await site.database.db.selectFrom('words').select('text').execute();
    return rows.map(({ text }) => text).filter((text) => text.startsWith(start));
  }

  async function visit(path: string, headers: Record<string, string>, { method = 'GET', peer = TORONTO } = {}) {
    expect((await site.send(method, path, { headers, peer })).status).toBeLessThan(400);
  }

  const MACHINES: [kind: string, method: string, headers: Record<string, string>][] = [
    ['crawler', 'GET', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
    ['preview', 'GET', { 'User-Agent': 'Twitterbot/1.0' }],
    ['monitor', 'GET', { 'User-Agent': 'UptimeRobot/2.0' }],
    ['prefetch', 'GET', { 'Sec-Purpose': 'prefetch' }],
    ['head', 'HEAD', {}],
  ];

  test('bots add only the words of their kind, whatever they visit', async () => {
    guards('bounded-store');
    const paths = await addPaths();
    const before = new Set(await readTexts());
    for (const path of Object.values(paths)) {
      for (const [kind, method, headers] of MACHINES) {
        for (let number = 0; number < 20; number += 1) {
          const made = { Referer: `https://${kind}-${number}.example/`, 'Accept-Language': 'sw' };
          const options = { method, peer: ALBANIA };
          await visit(path, { 'User-Agent': 'Mozilla/5.0 (Haiku) WebPositive/1.2', ...made, ...headers }, options);
        }
      }
    }
    await waitUntilCounted();
    const added = (await readTexts()).filter((text) => !before.has(text));
    expect(added.sort()).toEqual(MACHINES.map(([kind]) => kind).sort());
  });

  test('a visit by a bot is listed with values that people had before, and without other values', async () => {
    guards('bounded-store');
    const { id, path } = await addLink();
    await visit(path, { Referer: 'https://known.example/' });
    await waitUntilCounted();
    const [, , crawler = {}] = MACHINES[0] ?? [];
    await visit(path, { ...crawler, Referer: 'https://known.example/' });
    await visit(path, { ...crawler, Referer: 'https://never-seen.example/' });
    const { json } = await site.send('GET', `/api/url/${id}/clicks`, { key });
    const rows = json.data.clicks.map((click: Record<string, string>) => [click.bot, click.referrer, click.country]);
    expect(rows).toEqual([
      ['crawler', '', 'Canada'],
      ['crawler', 'known.example', 'Canada'],
      ['', 'known.example', 'Canada'],
    ]);
  });

  for (const noun of ['link', 'scan', 'bio', 'block']) {
    test(`${noun}: people add at most as many words as one rollup counts, even within one batch`, async () => {
      guards('bounded-store');
      const path = (await addPaths())[noun] ?? '';
      for (let number = 0; number < MAX_VALUES + 300; number += 1) {
        await visit(path, { Referer: `https://${noun}-${number}.example/` });
      }
      await waitUntilCounted();
      expect(await readTexts(`${noun}-`)).toHaveLength(MAX_VALUES);
      await visit(path, { Referer: `https://${noun}-late.example/` });
      await waitUntilCounted();
      expect(await readTexts(`${noun}-`)).toHaveLength(MAX_VALUES);
    });
  }

  test('counts stay exact: a value without a word is counted as Other', async () => {
    guards('bounded-store');
    const { id, path } = await addLink();
    for (let number = 0; number < MAX_VALUES + 100; number += 1) {
      for (let times = 0; times < 2; times += 1) await visit(path, { Referer: `https://exact-${number}.example/` });
    }
    const { json } = await site.send('GET', `/api/url/${id}/stats?by=referrer&limit=100`, { key });
    expect(json.data.clicks).toBe(2 * (MAX_VALUES + 100));
    expect(new Set(Object.values(json.data.top.referrer))).toEqual(new Set([2]));
    const { words, counts } = (await readTotal(site.database.db, { noun: 'link', id })).list('referrer');
    expect([words[0], counts[0], words.length]).toEqual([OTHER, 200, MAX_VALUES + 1]);
  });
});
