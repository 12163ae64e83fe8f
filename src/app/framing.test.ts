import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { waitUntil } from '../../test/support/wait.ts';
import { type Outbound, OutboundError } from '../lib/outbound/outbound.ts';

const OPEN = 'https://open.example/page';
const CLOSED = 'https://closed.example/page';
const AWAY = 'https://away.example/page';

onEachEngine('frames', (engine) => {
  let site: TestSite;
  let key: string;
  let asked: string[] = [];
  /** While it is set, every outbound response waits for it. */
  let held: Promise<void> | undefined;

  const outbound: Outbound = {
    async get(href) {
      asked.push(href);
      await held;
      if (href.startsWith('https://away.')) throw new OutboundError('away');
      const headers = new Headers(href.startsWith('https://closed.') ? { 'X-Frame-Options': 'SAMEORIGIN' } : {});
      return { url: href, status: 200, headers, bytes: new Uint8Array() };
    },
  };

  beforeAll(async () => {
    site = await openTestSite(engine, {}, { outbound });
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());
  beforeEach(() => {
    asked = [];
    held = undefined;
  });

  async function addLink(fields: object): Promise<{ id: number; path: string }> {
    const { status, json } = await site.send('POST', '/api/url/add', { key, body: { type: 'frame', ...fields } });
    expect(status).toBe(200);
    return { id: json.id, path: new URL(json.shorturl).pathname };
  }

  async function update(id: number, body: object): Promise<void> {
    expect((await site.send('PUT', `/api/url/${id}/update`, { key, body })).status).toBe(200);
  }

  async function visit(path: string, peer = '203.0.113.9'): Promise<string> {
    const { status, headers, text } = await site.send('GET', path, { peer });
    return headers.get('Location') ?? (text.includes('<iframe') ? 'frame' : String(status));
  }

  async function warningOf(id: number): Promise<string | undefined> {
    return (await site.send('GET', `/api/url/${id}`, { key })).json.details.warning;
  }

  test('a destination that forbids framing is redirected to, and the owner gets a warning', async () => {
    const { id, path } = await addLink({ url: CLOSED });
    await site.site.framing.whenDone();
    expect(await visit(path)).toBe(CLOSED);
    expect(await visit(`${path}?a=1`)).toBe(`${CLOSED}?a=1`);
    expect(await warningOf(id)).toBe(
      'Framing is not allowed by closed.example. Visitors are redirected there directly.',
    );
    expect(asked).toEqual([CLOSED]);
  });

  test('a destination that allows framing is framed, without a warning', async () => {
    const { id, path } = await addLink({ url: OPEN });
    await site.site.framing.whenDone();
    expect([await visit(path), await warningOf(id), asked]).toEqual(['frame', undefined, [OPEN]]);
  });

  test('a destination is framed until its check ends, and visitors do not wait for the check', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const { path } = await addLink({ url: CLOSED });
    expect(await visit(path)).toBe('frame');
    resolve();
    await site.site.framing.whenDone();
    expect(await visit(path)).toBe(CLOSED);
  });

  test('a link of another type is not checked until it becomes a frame', async () => {
    const { id, path } = await addLink({ url: CLOSED, type: 'splash' });
    await update(id, { url: CLOSED, description: 'x' });
    expect(asked).toEqual([]);
    await update(id, { url: CLOSED, type: 'frame' });
    await site.site.framing.whenDone();
    expect([await visit(path), asked]).toEqual([CLOSED, [CLOSED]]);
    await update(id, { url: CLOSED, type: 'direct' });
    expect(await warningOf(id)).toBeUndefined();
  });

  test('a new destination is checked', async () => {
    const { id, path } = await addLink({ url: CLOSED });
    await site.site.framing.whenDone();
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    await update(id, { url: OPEN });
    expect([await visit(path), await warningOf(id)]).toEqual(['frame', undefined]);
    resolve();
    await site.site.framing.whenDone();
    expect(await visit(path)).toBe('frame');
    await update(id, { url: CLOSED });
    await site.site.framing.whenDone();
    expect(await visit(path)).toBe(CLOSED);
  });

  test('the result of an old destination is not stored for a new one', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const { id, path } = await addLink({ url: OPEN });
    held = undefined;
    await update(id, { url: CLOSED });
    await waitUntil('the new destination is visited', async () => (await visit(path)) === CLOSED, { everyMs: 1 });
    resolve();
    await site.site.framing.whenDone();
    expect(await visit(path)).toBe(CLOSED);
  });

  test('each destination has its own result, and an unreachable one keeps its previous result', async () => {
    const geotarget = [
      { location: 'Canada', link: CLOSED },
      { location: 'Germany', link: AWAY },
    ];
    const { id, path } = await addLink({ url: OPEN, geotarget });
    await site.site.framing.whenDone();
    expect(asked).toEqual([OPEN, CLOSED, AWAY]);
    const places = ['203.0.113.9', '24.48.0.1', '88.198.1.1'];
    const seen = async () => Promise.all(places.map((peer) => visit(path, peer)));
    expect(await seen()).toEqual(['frame', CLOSED, 'frame']);
    expect(await warningOf(id)).toContain('closed.example.');
    await site.database.db
      .updateTable('links')
      .set({ unframed: JSON.stringify([CLOSED, AWAY]) })
      .where('id', '=', id)
      .execute();
    await update(id, { url: OPEN });
    await site.site.framing.whenDone();
    expect(await seen()).toEqual(['frame', CLOSED, AWAY]);
    expect(await warningOf(id)).toContain('closed.example, away.example.');
  });

  test('of hundreds of destinations ten are checked', async () => {
    const geotarget = [
      'Canada',
      'Germany',
      'Japan',
      'France',
      'Spain',
      'Italy',
      'Peru',
      'Chile',
      'Kenya',
      'India',
      'Iran',
    ];
    await addLink({ url: OPEN, geotarget: geotarget.map((location) => ({ location, link: `${OPEN}?${location}` })) });
    await site.site.framing.whenDone();
    expect(asked).toHaveLength(10);
  });

  test('a link that is deleted during its check leaves nothing behind', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const { id, path } = await addLink({ url: CLOSED });
    await site.send('DELETE', `/api/url/${id}/delete`, { key });
    resolve();
    await site.site.framing.whenDone();
    expect(await visit(path)).toBe('404');
    expect(site.logLines.filter((line) => line.includes('frame'))).toEqual([]);
  });

  test('a stopping server waits for no check and logs nothing about it', async () => {
    const other = await openTestSite(engine, {}, { outbound });
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const { key: owner } = await other.addUser();
    await other.send('POST', '/api/url/add', { key: owner, body: { url: CLOSED, type: 'frame' } });
    await other.close();
    resolve();
    await other.site.framing.whenDone();
    expect(other.logLines.filter((line) => line.includes('frame'))).toEqual([]);
  });

  test('pixels fire before the redirect to a destination that cannot be framed', async () => {
    const body = { type: 'forum', name: 'Shop', tag: 't2_a1b2c3d4' };
    const { id: pixel } = (await site.send('POST', '/api/pixel/add', { key, body })).json;
    const { path } = await addLink({ url: CLOSED, pixels: [pixel] });
    await site.site.framing.whenDone();
    const { text } = await site.send('GET', path);
    expect(text).toContain(`<a id="go" href="${CLOSED}"`);
    expect(text).toContain('data-tags="t2_a1b2c3d4"');
  });
});
