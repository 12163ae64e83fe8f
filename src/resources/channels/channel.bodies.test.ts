import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { fieldError } from '../../core/errors.ts';

/** The resources whose bodies name a channel: their paths, a minimal body, and the required fields of an update. */
const NOUNS = {
  links: { one: '/api/url', body: { url: 'https://example.com/' }, list: '/api/urls' },
  qr: { one: '/api/qr', body: { type: 'text', data: 'x' }, list: '/api/qr' },
} as const;

onEachEngine('a channel in a body', (engine) => {
  let site: TestSite;
  let key: string;
  let otherKey: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function addChannel(owner = key): Promise<number> {
    return (await site.send('POST', '/api/channel/add', { key: owner, body: { name: 'c' } })).json.id;
  }

  async function countIn(...channels: number[]): Promise<number[]> {
    const counts: number[] = [];
    for (const id of channels) counts.push((await site.send('GET', `/api/channel/${id}`, { key })).json.data.result);
    return counts;
  }

  for (const [type, { one, body, list }] of Object.entries(NOUNS)) {
    async function add(fields: object = {}): Promise<number> {
      const { status, json } = await site.send('POST', `${one}/add`, { key, body: { ...body, ...fields } });
      expect([status, json.errors]).toEqual([200, undefined]);
      return json.id;
    }

    async function change(id: number, fields: object): Promise<number> {
      return (await site.send('PUT', `${one}/${id}/update`, { key, body: { ...body, ...fields } })).status;
    }

    async function channelsOf(id: number): Promise<number[]> {
      return (await site.send('GET', `${one}/${id}`, { key })).json.details.channels;
    }

    test(`${type}: a new item is added to the channel in its body`, async () => {
      const channel = await addChannel();
      const id = await add({ channel });
      expect(await channelsOf(id)).toEqual([channel]);
      const { items } = (await site.send('GET', `/api/channel/${channel}`, { key })).json.data;
      expect(items).toEqual([expect.objectContaining({ type, id, date: '2026-11-16' })]);
      expect(await channelsOf(await add())).toEqual([]);
      expect(await channelsOf(await add({ channel: null }))).toEqual([]);
    });

    test(`${type}: in an update a channel replaces all others, omitted keeps them, null or "" removes all`, async () => {
      const [a, b, c] = [await addChannel(), await addChannel(), await addChannel()];
      const id = await add({ channel: a });
      await site.send('POST', `/api/channel/${b}/assign/${type}/${id}`, { key });
      expect(await change(id, {})).toBe(200);
      expect(await channelsOf(id)).toEqual([a, b]);
      await change(id, { channel: b });
      expect([await channelsOf(id), await countIn(a, b, c)]).toEqual([[b], [0, 1, 0]]);
      await change(id, { channel: b });
      expect([await channelsOf(id), await countIn(a, b, c)]).toEqual([[b], [0, 1, 0]]);
      await change(id, { channel: c });
      expect([await channelsOf(id), await countIn(a, b, c)]).toEqual([[c], [0, 0, 1]]);
      await site.send('POST', `/api/channel/${a}/assign/${type}/${id}`, { key });
      await change(id, { channel: null });
      expect([await channelsOf(id), await countIn(a, b, c)]).toEqual([[], [0, 0, 0]]);
      await change(id, { channel: a });
      await change(id, { channel: '' });
      expect([await channelsOf(id), await countIn(a, b, c)]).toEqual([[], [0, 0, 0]]);
    });

    test(`${type}: someone else’s channel is refused like an unknown one, and nothing is stored or changed`, async () => {
      const own = await addChannel();
      const id = await add({ channel: own });
      const others = await addChannel(otherKey);
      const count = async () => (await site.send('GET', list, { key })).json.data.result;
      const before = await count();
      const refusals = [];
      for (const channel of [others, 999_999]) {
        refusals.push(await site.send('POST', `${one}/add`, { key, body: { ...body, channel } }));
        refusals.push(await site.send('PUT', `${one}/${id}/update`, { key, body: { ...body, channel } }));
      }
      for (const { status, json, text } of refusals) {
        expect([status, json.errors]).toEqual([400, [fieldError('channel', 'no_such_channel')]]);
        expect(text).toBe(refusals[0]?.text ?? '');
      }
      expect([await count(), await channelsOf(id)]).toEqual([before, [own]]);
      const theirs = await site.send('GET', `/api/channel/${others}`, { key: otherKey });
      expect(theirs.json.data.result).toBe(0);
    });

    testWithoutStore(engine).each([['1'], [0], [-1], [1.5], [[0]], [['1']], [true]])(
      `${type}: %j is not a valid channel`,
      async (channel) => {
        const { status, json } = await site.send('POST', `${one}/add`, { key, body: { ...body, channel } });
        expect([status, json.errors.length]).toEqual([400, 1]);
        // Of a list, the entry may be named.
        expect(['channel', 'channel.0']).toContain(json.errors[0].field);
      },
    );
  }

  test('the list of links filters by channel, with pages, order and other filters', async () => {
    const [channel, empty] = [await addChannel(), await addChannel()];
    const ids: number[] = [];
    for (const fields of [{ tags: ['red'] }, {}, { tags: ['red'] }]) {
      const { json } = await site.send('POST', '/api/url/add', {
        key,
        body: { url: 'https://example.com/', channel, ...fields },
      });
      ids.push(json.id);
    }
    // A QR code with the same id as a link is a different item.
    await site.send('POST', '/api/qr/add', { key, body: { type: 'text', data: 'x', channel } });
    await site.database.db
      .updateTable('links')
      .set({ clicks: 5 })
      .where('id', '=', ids[0] ?? 0)
      .execute();
    const listed = async (query: string, owner = key) => {
      const { urls, result, maxpage } = (await site.send('GET', `/api/urls?${query}`, { key: owner })).json.data;
      return { ids: urls.map(({ id }: { id: number }) => id), result, maxpage };
    };
    const [first, second, third] = ids;
    expect(await listed(`channel=${channel}`)).toEqual({ ids: [third, second, first], result: 3, maxpage: 1 });
    expect(await listed(`channel=${channel}&limit=2&page=2`)).toEqual({ ids: [first], result: 3, maxpage: 2 });
    expect(await listed(`channel=${channel}&order=click`)).toMatchObject({ ids: [first, third, second] });
    expect(await listed(`channel=${channel}&tag=red`)).toMatchObject({ ids: [third, first], result: 2 });
    expect(await listed(`channel=${empty}`)).toEqual({ ids: [], result: 0, maxpage: 1 });
    expect(await listed('channel=999999')).toMatchObject({ ids: [], result: 0 });
    expect(await listed(`channel=${channel}`, otherKey)).toMatchObject({ ids: [], result: 0 });
  });

  test('the list of QR codes filters by channel, with search and order by scans', async () => {
    const channel = await addChannel();
    const ids: number[] = [];
    for (const data of ['one', 'two', 'three']) {
      const body = { type: 'text', data, channel };
      ids.push((await site.send('POST', '/api/qr/add', { key, body })).json.id);
    }
    await site.database.db
      .updateTable('qr_codes')
      .set({ scans: 5 })
      .where('id', '=', ids[0] ?? 0)
      .execute();
    const listed = async (query: string, owner = key) => {
      const { qrs, result } = (await site.send('GET', `/api/qr?${query}`, { key: owner })).json.data;
      return { ids: qrs.map(({ id }: { id: number }) => id), result };
    };
    const [first, second, third] = ids;
    expect(await listed(`channel=${channel}&limit=2`)).toEqual({ ids: [third, second], result: 3 });
    expect(await listed(`channel=${channel}&order=scans`)).toEqual({ ids: [first, third, second], result: 3 });
    expect(await listed(`channel=${channel}&q=TWO`)).toEqual({ ids: [second], result: 1 });
    expect(await listed('channel=999999')).toEqual({ ids: [], result: 0 });
    expect(await listed(`channel=${channel}`, otherKey)).toEqual({ ids: [], result: 0 });
    expect((await site.send('GET', '/api/qr?channel=x', { key })).json.errors[0].field).toBe('channel');
  });

  test('a link requested in a channel does not reuse a link without one', async () => {
    const channel = await addChannel();
    const body = { url: `https://reuse.example/${engine}/channel`, reuse: true };
    const plain = (await site.send('POST', '/api/url/add', { key, body })).json.id;
    const wished = (await site.send('POST', '/api/url/add', { key, body: { ...body, channel } })).json.id;
    expect(wished).not.toBe(plain);
  });
});
