import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { type Outbound, OutboundError } from '../lib/outbound/outbound.ts';
import { createCheckFraming } from './framing.ts';

const OURS = 'https://sgn.example';
const OPEN = 'https://open.example/page';
const CLOSED = 'https://closed.example/page';
const AWAY = 'https://away.example/page';

let asked: string[] = [];
/** While it is set, every outbound response waits for it. */
let held: Promise<void> | undefined;

const outbound: Outbound = {
  async get(href) {
    asked.push(href);
    await held;
    if (href.startsWith('https://away.')) throw new OutboundError('away');
    const headers = new Headers(href.startsWith('https://closed.') ? { 'X-Frame-Options': 'DENY' } : {});
    return { url: href, status: 200, headers, bytes: new Uint8Array() };
  },
};

beforeEach(() => {
  asked = [];
  held = undefined;
});

test('each destination is checked, and unknown results are left out', async () => {
  const known = await createCheckFraming(outbound, OURS)([OPEN, AWAY, CLOSED]);
  expect([...known]).toEqual([
    [OPEN, true],
    [CLOSED, false],
  ]);
  expect(asked).toEqual([OPEN, AWAY, CLOSED]);
});

test('responses after the time limit are ignored, and no further destination is checked', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  const destinations = Array.from({ length: 12 }, (_, index) => `${CLOSED}/${index}`);
  const known = await createCheckFraming(outbound, OURS, 1)(destinations);
  expect([known.size, asked.length]).toEqual([0, 10]);
  resolve();
  await Bun.sleep(0);
  expect([known.size, asked.length]).toEqual([0, 10]);
});

test('a bug is not mistaken for an unavailable site', async () => {
  const broken: Outbound = { get: () => Promise.reject(new TypeError('a bug')) };
  expect(createCheckFraming(broken, OURS)([OPEN])).rejects.toThrow('a bug');
});

onEachEngine('the destinations of overlays', (engine) => {
  let site: TestSite;
  let key: string;
  let type: string;

  beforeAll(async () => {
    site = await openTestSite(engine, {}, { outbound });
    key = (await site.addUser()).key;
    const body = { type: 'message', name: 'Look' };
    type = `overlay-${(await site.send('POST', '/api/overlay/add', { key, body })).json.id}`;
  });
  afterAll(() => site.close());

  async function addLink(fields: object): Promise<{ id: number; path: string; warning?: string }> {
    const { json } = await site.send('POST', '/api/url/add', { key, body: { type, ...fields } });
    return { id: json.id, path: new URL(json.shorturl).pathname, warning: json.warning };
  }

  async function update(id: number, body: object): Promise<string | undefined> {
    return (await site.send('PUT', `/api/url/${id}/update`, { key, body })).json.warning;
  }

  async function visit(path: string): Promise<string> {
    const { text } = await site.send('GET', path);
    return text.includes('<iframe') ? 'over' : 'before';
  }

  async function warningOf(id: number): Promise<string | undefined> {
    return (await site.send('GET', `/api/url/${id}`, { key })).json.details.warning;
  }

  const WARNING =
    'Framing is not allowed by closed.example. The overlay is shown before the destination instead, with a button to continue.';

  test('the response lists the ones that cannot be framed, and known ones are not checked again', async () => {
    const link = await addLink({ url: CLOSED });
    expect(link.warning).toBe(WARNING);
    expect(await warningOf(link.id)).toBe(WARNING);
    expect([await visit(link.path), asked]).toEqual(['before', [CLOSED]]);
    expect(await update(link.id, { url: OPEN })).toBeUndefined();
    expect([await visit(link.path), await warningOf(link.id)]).toEqual(['over', undefined]);
    expect(await update(link.id, { url: CLOSED })).toBe(WARNING);
    await site.site.framing.whenDone();
    expect([await visit(link.path), asked]).toEqual(['before', [CLOSED, OPEN, CLOSED]]);
  });

  test('only the ones that do not respond in time are checked in the background', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = `${CLOSED}/slow`;
    const other = await openTestSite(
      engine,
      {},
      {
        outbound: {
          async get(href) {
            asked.push(href);
            if (href === slow) await promise;
            const headers = new Headers({ 'X-Frame-Options': 'DENY' });
            return { url: href, status: 200, headers, bytes: new Uint8Array() };
          },
        },
      },
    );
    const { key: owner } = await other.addUser();
    await other.send('POST', '/api/overlay/add', { key: owner, body: { type: 'message', name: 'Look' } });
    const devicetarget = [{ device: 'iphone', link: slow }];
    const body = { url: CLOSED, type: 'overlay-1', devicetarget };
    const { json } = await other.send('POST', '/api/url/add', { key: owner, body });
    const kept = async () => (await other.site.services.links.findById(json.id))?.unframed;
    expect([json.warning, await kept()]).toEqual([WARNING, [CLOSED]]);
    resolve();
    await other.site.framing.whenDone();
    expect(await kept()).toEqual([CLOSED, slow]);
    expect(asked).toEqual([CLOSED, slow, slow]);
    await other.close();
  });

  test('an unavailable one keeps its previous result', async () => {
    const { id, path } = await addLink({ url: AWAY });
    await site.site.framing.whenDone();
    expect(await visit(path)).toBe('over');
    await site.database.db
      .updateTable('links')
      .set({ unframed: JSON.stringify([AWAY]) })
      .where('id', '=', id)
      .execute();
    expect(await update(id, { url: AWAY, description: 'x' })).toContain('away.example');
    expect(await visit(path)).toBe('before');
  });

  test('removing the overlay causes no check', async () => {
    const { id } = await addLink({ url: OPEN });
    asked = [];
    expect(await update(id, { url: CLOSED, type: 'direct' })).toBeUndefined();
    expect(asked).toEqual([]);
  });
});
