import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { NOON, openTestSite, type Received, type TestSite } from '../../../test/support/test-site.ts';

const DAY_MS = 86_400_000;

onEachEngine('the items of a channel', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());
  afterEach(() => {
    site.clock.now = NOON;
  });

  async function make(path: string, body: object, owner = key): Promise<Received['json']> {
    const { status, json } = await site.send('POST', path, { key: owner, body });
    expect([status, json.errors]).toEqual([200, undefined]);
    return json;
  }
  const addChannel = async (owner = key): Promise<number> => (await make('/api/channel/add', { name: 'c' }, owner)).id;
  const addLink = async (fields: object = {}, owner = key): Promise<number> =>
    (await make('/api/url/add', { url: 'https://example.com/', ...fields }, owner)).id;
  const addQr = async (fields: object = {}, owner = key): Promise<number> =>
    (await make('/api/qr/add', { type: 'text', data: 'x', ...fields }, owner)).id;

  function assign(channel: number | string, type: string, item: number | string, method = 'POST', owner = key) {
    return site.send(method, `/api/channel/${channel}/assign/${type}/${item}`, { key: owner });
  }

  async function itemsOf(channel: number, query = '') {
    return (await site.send('GET', `/api/channel/${channel}${query}`, { key })).json.data;
  }

  async function namesIn(channel: number): Promise<string[]> {
    const { items, result } = await itemsOf(channel, '?limit=100');
    expect(items).toHaveLength(result);
    return items.map(({ type, id }: { type: string; id: number }) => `${type} ${id}`);
  }

  test('links and QR codes are in one list by their creation dates, with the reference fields and no others', async () => {
    proves('channels.assign', ':channelid', ':type', ':itemid', 'answer.error', 'answer.message');
    proves('channels.held', 'type', 'id', 'title', 'preview', 'link', 'date');
    proves('channels.items', ':id', 'answer.items', 'answer.error');
    const channel = await addChannel();
    const { id: old, shorturl } = await make('/api/url/add', { url: 'https://example.com/a' });
    site.clock.now = NOON + DAY_MS;
    const { id: qr, link } = await make('/api/qr/add', { type: 'text', data: 'x', name: 'Menu' });
    site.clock.now = NOON + 2 * DAY_MS;
    const titled = await addLink({ metatitle: 'Sale', custom: `sale-${engine}` });
    // The order of assignment differs from the order of creation.
    for (const [type, id] of [
      ['qr', qr],
      ['links', titled],
      ['links', old],
    ] as const) {
      const { status, json } = await assign(channel, type, id);
      expect([status, json]).toEqual([200, { error: 0, message: 'Item successfully added to the channel.' }]);
    }
    const { json } = await site.send('GET', `/api/channel/${channel}`, { key });
    expect(json.error).toBe('0');
    const preview = expect.stringMatching(/^http:\/\/localhost:3000\/card\/(links|qr)\/\d+-[\w-]{22}\.png$/);
    expect(json.data.items).toEqual([
      {
        type: 'links',
        id: titled,
        title: 'Sale',
        preview,
        link: `http://localhost:3000/sale-${engine}`,
        date: '2026-11-18',
      },
      { type: 'qr', id: qr, title: 'Menu', preview, link, date: '2026-11-17' },
      { type: 'links', id: old, title: 'example.com', preview, link: shorturl, date: '2026-11-16' },
    ]);
    const previews = json.data.items.map((item: { preview: string }) => item.preview);
    expect(new Set(previews).size).toBe(3);
  });

  test('the items are paginated, newest first', async () => {
    proves('channels.items', 'limit', 'page', 'answer.result', 'answer.perpage', 'answer.currentpage');
    proves('channels.items', 'answer.nextpage', 'answer.maxpage');
    const channel = await addChannel();
    expect(await itemsOf(channel)).toEqual({
      result: 0,
      perpage: 10,
      currentpage: 1,
      nextpage: 1,
      maxpage: 1,
      items: [],
    });
    const names: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      site.clock.now = NOON + index * 1_000;
      const type = index % 2 === 0 ? 'links' : 'qr';
      const id = await (type === 'links' ? addLink({ channel }) : addQr({ channel }));
      names.unshift(`${type} ${id}`);
    }
    expect(await namesIn(channel)).toEqual(names);
    const page = await itemsOf(channel, '?limit=2&page=2');
    expect(page).toMatchObject({ result: 5, perpage: 2, currentpage: 2, nextpage: 3, maxpage: 3 });
    expect(page.items.map(({ id }: { id: number }) => id)).toEqual(
      names.slice(2, 4).map((name) => Number(name.split(' ')[1])),
    );
    expect(await itemsOf(channel, '?limit=2&page=4')).toMatchObject({ result: 5, items: [] });
    const { status, json } = await site.send('GET', `/api/channel/${channel}?page=0`, { key });
    expect([status, json.errors[0].field]).toEqual([400, 'page']);
  });

  test('an item can be in several channels, and at most once in each', async () => {
    const [one, two] = [await addChannel(), await addChannel()];
    const [link, qr] = [await addLink(), await addQr()];
    for (let times = 0; times < 2; times += 1) {
      for (const channel of [one, two]) {
        expect((await assign(channel, 'links', link)).status).toBe(200);
        expect((await assign(channel, 'qr', qr)).status).toBe(200);
      }
    }
    expect((await namesIn(one)).sort()).toEqual([`links ${link}`, `qr ${qr}`]);
    expect((await site.send('GET', `/api/url/${link}`, { key })).json.details.channels).toEqual([one, two]);
    expect((await site.send('GET', `/api/qr/${qr}`, { key })).json.details.channels).toEqual([one, two]);
  });

  test('an item is removed from one channel only, and cannot be removed twice', async () => {
    const [one, two] = [await addChannel(), await addChannel()];
    const [link, other] = [await addLink(), await addLink()];
    for (const channel of [one, two]) for (const id of [link, other]) await assign(channel, 'links', id);
    const removed = await assign(one, 'links', link, 'DELETE');
    expect(removed.json).toEqual({ error: 0, message: 'Item successfully removed from the channel.' });
    expect(await namesIn(one)).toEqual([`links ${other}`]);
    expect(await namesIn(two)).toEqual([`links ${other}`, `links ${link}`]);
    const again = await assign(one, 'links', link, 'DELETE');
    expect([again.status, again.json.code]).toEqual([404, 'item_not_found']);
    expect((await itemsOf(one)).result).toBe(1);
  });

  test('an unknown item type is refused before any lookup', async () => {
    const channel = await addChannel();
    for (const [type, of] of [
      ['link', channel],
      ['LINKS', channel],
      ['pixels', channel],
      ['%00', channel],
      ['links%2F1', 999_999],
    ] as const) {
      for (const method of ['POST', 'DELETE']) {
        const { status, json } = await assign(of, type, 1, method);
        expect([status, json.errors?.map(({ field }: { field: string }) => field)]).toEqual([400, ['type']]);
      }
    }
    for (const path of ['/assign/links', '/assign/links/', '/assign', '/assign//1'])
      expect((await site.send('POST', `/api/channel/${channel}${path}`, { key })).json.code).toBe('path_not_found');
  });

  test('someone else’s item responds like a missing one, and is not assigned', async () => {
    const { key: other } = await site.addUser();
    const channel = await addChannel();
    const foreign = { links: await addLink({}, other), qr: await addQr({}, other), bio: 1 };
    for (const [type, id] of Object.entries(foreign)) {
      const theirs = await assign(channel, type, id);
      expect(theirs.status).toBe(404);
      expect(theirs.json).toEqual({ error: 1, message: 'Item not found.', code: 'item_not_found' });
      for (const missing of ['999999', '0', 'x', '-1', '1.5', '99999999999999999999'])
        expect((await assign(channel, type, missing)).text).toBe(theirs.text);
    }
    expect(await namesIn(channel)).toEqual([]);
    expect((await assign(channel, 'links', foreign.links, 'DELETE')).status).toBe(404);
  });

  test('deleting a channel unassigns its items and keeps them', async () => {
    proves('channels.delete', 'items are unassigned');
    const [gone, kept] = [await addChannel(), await addChannel()];
    const [link, qr] = [await addLink(), await addQr()];
    for (const channel of [gone, kept]) {
      await assign(channel, 'links', link);
      await assign(channel, 'qr', qr);
    }
    await site.send('DELETE', `/api/channel/${gone}/delete`, { key });
    expect((await site.send('GET', `/api/url/${link}`, { key })).json.details.channels).toEqual([kept]);
    expect((await site.send('GET', `/api/qr/${qr}`, { key })).json.details.channels).toEqual([kept]);
    expect(await namesIn(kept)).toHaveLength(2);
    const rows = await site.database.db
      .selectFrom('channel_items')
      .select('kind')
      .where('channel_id', '=', gone)
      .execute();
    expect(rows).toEqual([]);
  });

  test('deleting a link or QR code removes it from its channels and keeps their counts correct', async () => {
    const [one, two] = [await addChannel(), await addChannel()];
    const [link, qr, stays] = [await addLink(), await addQr(), await addLink({ channel: one })];
    for (const channel of [one, two]) {
      await assign(channel, 'links', link);
      await assign(channel, 'qr', qr);
    }
    await site.send('DELETE', `/api/url/${link}/delete`, { key });
    expect([await namesIn(one), await namesIn(two)]).toEqual([[`links ${stays}`, `qr ${qr}`], [`qr ${qr}`]]);
    await site.send('DELETE', `/api/qr/${qr}/delete`, { key });
    expect([await namesIn(one), await namesIn(two)]).toEqual([[`links ${stays}`], []]);
  });

  test('simultaneous assigning, removing and deleting leaves no orphaned rows and no wrong counts', async () => {
    const channels = [await addChannel(), await addChannel()];
    const links = await Promise.all(Array.from({ length: 8 }, () => addLink()));
    const work = links.flatMap((link, index) => [
      ...channels.flatMap((channel) => [assign(channel, 'links', link), assign(channel, 'links', link)]),
      assign(channels[index % 2] ?? 0, 'links', link, 'DELETE'),
      ...(index % 2 === 0 ? [site.send('DELETE', `/api/url/${link}/delete`, { key })] : []),
    ]);
    const statuses = (await Promise.all(work)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    const { db } = site.database;
    for (const channel of channels) {
      const rows = await db.selectFrom('channel_items').select('item_id').where('channel_id', '=', channel).execute();
      expect((await itemsOf(channel)).result).toBe(rows.length);
      const deleted = links.filter((_, index) => index % 2 === 0);
      expect(rows.filter(({ item_id }) => deleted.includes(item_id))).toEqual([]);
      expect(await namesIn(channel)).toHaveLength(rows.length);
    }
  });
});
