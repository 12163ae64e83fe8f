import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Dub } from 'dub';
import { openDubClient } from '../../../test/support/dub-client.ts';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';
const SDK = 'speakeasy-sdk/typescript 0.73.5 2.933.0 0.0.1 dub';

onEachEngine('the compatible API of Dub', (engine) => {
  let site: TestSite;
  let key: string;
  let dub: Dub;

  const openClient = (token: string, serverURL?: string) => openDubClient(site, token, serverURL);

  async function visit(path: string, headers: Record<string, string> = {}) {
    return site.send('GET', path, { headers: { 'User-Agent': AGENT, ...headers } });
  }

  beforeAll(async () => {
    site = await openTestSite(engine, { COMPATIBLE: 'dub', RATE_LIMIT: '10000' });
    key = (await site.addUser()).key;
    dub = openClient(key);
  });
  afterAll(() => site.close());

  test('tags have an id and a color, and are renamed on all links', async () => {
    const client = openClient((await site.addUser()).key);
    const tag = await client.tags.create({ name: 'Team', color: 'pink' });
    expect(tag).toMatchObject({ name: 'Team', color: 'pink' });
    await expect(client.tags.create({ name: 'team' })).rejects.toMatchObject({ error: { code: 'conflict' } });
    const link = await client.links.create({ url: 'https://example.com/', tagIds: [tag.id], tagNames: 'free' });
    expect(link.tags).toContainEqual(tag);
    expect((await client.tags.list()).map(({ name }) => name)).toEqual(['Team', 'free']);
    expect(await client.tags.update(tag.id, { name: 'Crew' })).toEqual({ ...tag, name: 'Crew' });
    expect((await client.links.get({ linkId: link.id })).tags).toContainEqual({ ...tag, name: 'Crew' });
    expect((await client.links.list({ tagIds: [tag.id] })).result).toHaveLength(1);
    expect(await client.tags.delete(tag.id)).toEqual({ id: tag.id });
    expect((await client.links.get({ linkId: link.id })).tags?.map(({ name }) => name)).toEqual(['free']);
    await expect(client.tags.delete(tag.id)).rejects.toMatchObject({ error: { code: 'not_found' } });
  });

  test('domains are added, listed, changed and deleted', async () => {
    const added = await dub.domains.create({ slug: 'go.example.org', notFoundUrl: 'https://example.org/404' });
    expect(added).toMatchObject({ slug: 'go.example.org', notFoundUrl: 'https://example.org/404', primary: false });
    const { result } = await dub.domains.list();
    expect(result.map(({ slug, primary }) => [slug, primary])).toEqual([
      ['localhost:3000', true],
      ['go.example.org', false],
    ]);
    const link = await dub.links.create({ url: 'https://example.com/d', domain: 'go.example.org', key: 'd' });
    expect(link).toMatchObject({ domain: 'go.example.org', shortLink: 'https://go.example.org/d' });
    expect(await dub.links.get({ domain: 'go.example.org', key: 'd' })).toEqual(link);
    await dub.links.delete(link.id);
    expect(await dub.domains.update('go.example.org', { notFoundUrl: null })).toMatchObject({ notFoundUrl: null });
    expect(await dub.domains.delete('go.example.org')).toEqual({ slug: 'go.example.org' });
  });

  test('analytics answers every group, and events are the single clicks', async () => {
    const client = openClient((await site.addUser()).key);
    const one = await client.links.create({
      url: 'https://example.com/1',
      key: 'one-stats',
      tagNames: 't',
      utmSource: 'news',
    });
    await client.links.create({ url: 'https://example.com/2', key: 'two-stats' });
    await visit('/one-stats', { Referer: 'https://news.example/a' });
    await visit('/one-stats');
    await visit('/one-stats~');
    await visit('/two-stats');
    expect((await client.links.get({ linkId: one.id })).clicks).toBe(3);
    const groups = [
      ...['timeseries', 'continents', 'regions', 'countries', 'cities', 'devices', 'browsers', 'os', 'triggers'],
      ...['referers', 'referer_urls', 'top_links', 'top_urls'],
    ] as const;
    for (const groupBy of groups) {
      const rows = await client.analytics.retrieve({ groupBy, interval: '7d' } as never);
      expect([groupBy, Array.isArray(rows)]).toEqual([groupBy, true]);
    }
    const read = (query: object) => client.analytics.retrieve(query as never) as Promise<unknown>;
    const counts = { leads: 0, sales: 0, saleAmount: 0 };
    expect(await read({ interval: 'all' })).toEqual({ clicks: 4, ...counts });
    expect(await read({})).toEqual({ clicks: 4, ...counts });
    expect(await read({ linkId: one.id })).toEqual({ clicks: 3, ...counts });
    expect(await read({ domain: 'localhost:3000', key: 'one-stats', browser: 'Chrome' })).toEqual({
      clicks: 3,
      ...counts,
    });
    expect(await read({ tagId: one.tagId, referer: 'news.example' })).toEqual({ clicks: 1, ...counts });
    expect(await read({ event: 'sales' })).toEqual({ clicks: 0, ...counts });
    expect(await read({ groupBy: 'browsers' })).toEqual([{ browser: 'Chrome', clicks: 4, ...counts }]);
    expect(await read({ groupBy: 'devices' })).toEqual([{ device: 'Desktop', clicks: 4, ...counts }]);
    expect(await read({ groupBy: 'triggers', linkId: one.id })).toEqual([
      { trigger: 'link', clicks: 2, ...counts },
      { trigger: 'qr', clicks: 1, ...counts },
    ]);
    expect(await read({ groupBy: 'referers' })).toEqual([
      { referer: '(direct)', clicks: 3, ...counts },
      { referer: 'news.example', clicks: 1, ...counts },
    ]);
    expect(await read({ groupBy: 'top_links' })).toMatchObject([
      { key: 'one-stats', clicks: 3 },
      { key: 'two-stats', clicks: 1 },
    ]);
    const series = (await read({ groupBy: 'timeseries', interval: '7d', timezone: 'Europe/Berlin' })) as {
      start: string;
      clicks: number;
    }[];
    expect(series.at(-1)).toMatchObject({ start: '2026-11-15T23:00:00.000Z', clicks: 4 });
    await expect(client.analytics.retrieve({ country: '-DE' })).rejects.toMatchObject({
      error: { code: 'unprocessable_entity' },
    });

    const events = await client.events.list({ linkId: one.id, limit: 2 });
    const rest = await client.events.list({ linkId: one.id, limit: 2, page: 2 });
    const all = [...events, ...rest].map(
      (row) => row as unknown as { click: { id: string; qr: boolean }; link: { id: string } },
    );
    expect(all.map(({ link }) => link.id)).toEqual([one.id, one.id, one.id]);
    expect(new Set(all.map(({ click }) => click.id)).size).toBe(3);
    expect(all.filter(({ click }) => click.qr)).toHaveLength(1);
    expect(await client.events.list({})).toHaveLength(4);
  });

  test('at the root, only clients of Dub reach the API', async () => {
    const atRoot = openClient(key, 'http://localhost:3000');
    const link = await atRoot.links.create({ url: 'https://example.com/', key: 'at-root' });
    expect(await atRoot.links.get({ linkId: link.id })).toEqual(link);
    expect(await atRoot.qrCodes.get({ url: link.shortLink })).toContain('PNG');
    const open = new URL(link.qrCode);
    const picture = await site.send('GET', open.pathname + open.search);
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    expect((await site.send('GET', '/dub/qr?url=https://other.example/')).status).toBe(401);
    expect((await site.send('GET', '/links', { headers: { 'User-Agent': SDK } })).status).toBe(404);
    expect((await site.send('GET', '/links', { key })).status).toBe(404);
    expect((await site.send('GET', '/links', { key, headers: { 'User-Agent': SDK } })).status).toBe(200);
    expect((await site.send('GET', '/dub')).status).toBe(404);
  });

  test('failures have the shape of Dub', async () => {
    const wrong = await site.send('GET', '/dub/links', { key: 'nope' });
    expect([wrong.status, wrong.json.error.message]).toEqual([401, 'Unauthorized: Invalid API key.']);
    const none = await site.send('GET', '/dub/links');
    expect([none.status, none.json.error]).toMatchObject([
      401,
      { code: 'unauthorized', message: 'Missing Authorization header.' },
    ]);
    for (const body of ['{', Buffer.from('{"url":"https://example.com/\xe4"}', 'latin1')]) {
      const broken = await site.send('POST', '/dub/links', { key, body });
      expect([broken.status, broken.json.error.code]).toEqual([400, 'bad_request']);
    }
    expect((await site.send('GET', '/dub/partners', { key })).json.error.code).toBe('not_found');
    const limited = await site.send('POST', '/api/key/add', {
      key,
      body: { name: 'r', scopes: ['read'], rate_limit: 3 },
    });
    const reading = openClient(limited.json.apikey);
    await expect(reading.links.create({ url: 'https://example.com/' })).rejects.toMatchObject({
      error: { code: 'forbidden' },
    });
    await reading.links.count();
    await reading.links.count();
    const over = await site.send('GET', '/dub/links', { key: limited.json.apikey });
    expect([over.status, over.json.error.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(
      ['Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) =>
        over.headers.has(name),
      ),
    ).toEqual([true, true, true, true]);
  });
});
