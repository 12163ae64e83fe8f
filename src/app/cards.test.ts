import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { makeLogo } from '../../test/support/code-samples.ts';
import { onEachEngine } from '../../test/support/engines.ts';
import { fetchFile, scanFile } from '../../test/support/qr-visitor.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { MemoryWindows } from '../bus/memory-windows.ts';
import { readPictureHeader } from '../lib/picture/picture-header.ts';
import { createCardNames } from './card-names.ts';
import { createCardHandler } from './cards.ts';

onEachEngine('preview pictures', (engine) => {
  let site: TestSite;
  let key: string;
  let channel: number;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    channel = (await site.send('POST', '/api/channel/add', { key, body: { name: 'c' } })).json.id;
  });
  afterAll(() => site.close());

  /** Creates a link or a QR code; returns its id, its URL and the URL of its picture. */
  async function add(path: string, body: object): Promise<{ id: number; link: string; preview: string }> {
    const { json } = await site.send('POST', path, { key, body: { ...body, channel } });
    const { items } = (await site.send('GET', `/api/channel/${channel}?limit=1000`, { key })).json.data;
    const type = path.startsWith('/api/qr') ? 'qr' : 'links';
    return items.find((item: { id: number; type: string }) => item.id === json.id && item.type === type);
  }
  const addLink = (fields: object = {}) => add('/api/url/add', { url: 'https://target.example/', ...fields });
  const addQr = (fields: object = {}) => add('/api/qr/add', { type: 'text', data: 'Hello', ...fields });

  test('of a link are PNGs of 1200 by 630 with the short URL as a QR code and cache headers', async () => {
    const { link, preview } = await addLink({ metatitle: 'Spring sale' });
    const { status, headers, bytes } = await fetchFile(site, preview);
    expect(status).toBe(200);
    expect(readPictureHeader(bytes)).toEqual({ kind: 'png', width: 1200, height: 630 });
    expect(scanFile(bytes)).toBe(link);
    expect(headers.get('Content-Type')).toBe('image/png');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('Cache-Control')).toBe('private, no-cache');
  });

  test('of a QR code show its design, with logo and frame', async () => {
    const logo = Buffer.from(makeLogo());
    const file = await site.send('POST', '/api/file', { key, body: logo, headers: { 'Content-Type': 'image/png' } });
    const design = { style: 'rounded', foreground: 'rgb(49,46,129)', frame: 'Scan me', logo: file.json.id };
    const { id, preview } = await addQr({ name: 'Menu', ...design });
    const before = await fetchFile(site, preview);
    expect([before.status, scanFile(before.bytes)]).toEqual([200, 'Hello']);
    await site.send('PUT', `/api/qr/${id}/update`, { key, body: { data: 'Changed', logo: null } });
    const after = await fetchFile(site, preview, { 'If-None-Match': before.headers.get('ETag') ?? '' });
    expect([after.status, scanFile(after.bytes)]).toEqual([200, 'Changed']);
  });

  test('give 304 to a client that has the picture, until something that it shows changes', async () => {
    const { id, preview } = await addLink({ metatitle: 'One', custom: `tagged-${engine}` });
    const ask = async (tag = '') => {
      const { status, headers } = await fetchFile(site, preview, { 'If-None-Match': tag });
      return { status, tag: headers.get('ETag') ?? '' };
    };
    const { tag } = await ask();
    expect(await ask(tag)).toEqual({ status: 304, tag });
    const change = (fields: object) =>
      site.send('PUT', `/api/url/${id}/update`, { key, body: { url: 'https://target.example/', ...fields } });
    await change({ description: 'not shown', status: 'disabled' });
    expect((await ask(tag)).status).toBe(304);
    const tags = [tag];
    for (const fields of [{ metatitle: 'Two' }, { custom: `renamed-${engine}` }, { password: 'x' }]) {
      await change(fields);
      const next = await ask(tags.at(-1));
      expect(next.status).toBe(200);
      tags.push(next.tag);
    }
    expect(new Set(tags).size).toBe(4);
  });

  test('of a link with a password do not depend on its destination or its title', async () => {
    const { id, preview } = await addLink({ password: 'open sesame', metatitle: 'Secret plans' });
    const before = await fetchFile(site, preview);
    const body = { url: 'https://elsewhere.example/', metatitle: 'Other plans' };
    await site.send('PUT', `/api/url/${id}/update`, { key, body });
    const after = await fetchFile(site, preview);
    expect(after.headers.get('ETag')).toBe(before.headers.get('ETag') ?? '');
    expect(Buffer.compare(after.bytes, before.bytes)).toBe(0);
    await site.send('PUT', `/api/url/${id}/update`, { key, body: { ...body, password: null } });
    expect((await fetchFile(site, preview)).headers.get('ETag')).not.toBe(before.headers.get('ETag'));
  });

  // What a picture shows does not depend on the engine.
  if (engine === 'sqlite')
    test('can show titles of any script and length', async () => {
      for (const metatitle of [
        '春の大セール',
        'مرحبا بالعالم',
        '🎉🎉',
        'x'.repeat(255),
        `${'long words '.repeat(20)}`,
        '</svg><script>',
      ]) {
        const { link, preview } = await addLink({ metatitle });
        const { status, bytes } = await fetchFile(site, preview);
        expect([status, scanFile(bytes)]).toEqual([200, link]);
      }
    });

  test('with an invalid signature are the 404 page, whatever the path names', async () => {
    const { id, preview } = await addLink();
    const { pathname } = new URL(preview);
    const seal = pathname.slice(-26, -4);
    const paths = [
      `/card/links/${id}.png`,
      `/card/links/${id}-${'A'.repeat(22)}.png`,
      `/card/links/${id + 1}-${seal}.png`,
      `/card/links/0${id}-${seal}.png`,
      `/card/qr/${id}-${seal}.png`,
      `/card/bio/${id}-${seal}.png`,
      `/card/users/${id}-${seal}.png`,
      `/card/links/${id}-${seal}`,
      `/card/links/${id}-${seal}.svg`,
      `${pathname}/x`,
      '/card/',
      '/card',
    ];
    for (const path of paths) {
      const { status, headers } = await site.send('GET', path, { peer: '198.51.100.9' });
      expect([path, status, headers.get('Content-Type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
    }
    expect((await site.send('POST', pathname)).status).toBe(405);
    expect((await site.send('HEAD', pathname)).status).toBe(200);
    await site.send('DELETE', `/api/url/${id}/delete`, { key });
    expect((await site.send('GET', pathname, { peer: '198.51.100.10' })).status).toBe(404);
  });

  test('have other URLs with another secret, and do not exist on an unknown Host', async () => {
    const own = await openTestSite(engine, { BASE_URL: 'https://sign.example' });
    const { key: owner } = await own.addUser();
    const { id } = (await own.send('POST', '/api/channel/add', { key: owner, body: { name: 'c' } })).json;
    const body = { url: 'https://target.example/', channel: id };
    await own.send('POST', '/api/url/add', { key: owner, body });
    const [item] = (await own.send('GET', `/api/channel/${id}`, { key: owner })).json.data.items;
    expect(item.preview).toStartWith('https://sign.example/card/links/1-');
    const { pathname } = new URL(item.preview);
    expect((await own.send('GET', pathname, { headers: { Host: 'sign.example' } })).status).toBe(200);
    expect((await own.send('GET', pathname, { headers: { Host: 'evil.example' } })).status).toBe(404);
    expect((await site.send('GET', pathname, { peer: '198.51.100.12' })).status).toBe(404);
    await own.close();
  });
});

describe('the handler of preview pictures', () => {
  const PEER = { requestIP: () => ({ address: '198.51.100.11' }) };
  const names = createCardNames('http://localhost:3000', 'a secret');

  /** A handler with a card for every id, which records the cards that were drawn. */
  function openHandler() {
    const drawn: string[] = [];
    const source = async (id: number) => ({ tag: `tag-${id}`, read: async () => ({ title: String(id), address: '' }) });
    const answer = createCardHandler({
      names,
      sources: { links: source, qr: source, bio: source },
      draw: async ({ title }) => {
        drawn.push(title);
        return Buffer.from(title);
      },
      windows: new MemoryWindows(() => NOON),
      findClientAddress: () => '203.0.113.9',
      respondNotFound: async () => new Response(null, { status: 404 }),
      now: () => NOON,
    });
    async function ask(id: number): Promise<number> {
      const url = names.urlOf({ kind: 'links', id });
      return (await answer(new Request(url), PEER, new URL(url).pathname))?.status ?? 0;
    }
    return { drawn, ask };
  }

  test('a client above the drawing limit gets 429, except for pictures that are cached', async () => {
    const { ask, drawn } = openHandler();
    const statuses: number[] = [];
    for (let id = 1; id <= 122; id += 1) statuses.push(await ask(id));
    expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true);
    expect(statuses.slice(120)).toEqual([429, 429]);
    expect(await ask(100)).toBe(200);
    expect(drawn).toHaveLength(120);
  });

  test('concurrent requests for the same picture draw it once', async () => {
    const { ask, drawn } = openHandler();
    expect(await Promise.all(Array.from({ length: 10 }, () => ask(7)))).toEqual(Array(10).fill(200));
    expect(drawn).toEqual(['7']);
  });
});
