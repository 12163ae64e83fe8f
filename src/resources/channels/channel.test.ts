import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { fieldError } from '../../core/errors.ts';

const GOOD = { name: 'Newsletter', description: 'All of spring', color: '#FF8800', starred: true };

onEachEngine('channels', (engine) => {
  let site: TestSite;
  let key: string;
  let otherKey: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function add(fields: object = {}, owner = key): Promise<number> {
    const { status, json } = await site.send('POST', '/api/channel/add', { key: owner, body: { ...GOOD, ...fields } });
    expect(status).toBe(200);
    return json.id;
  }

  async function listOf(owner: string, query = '') {
    return (await site.send('GET', `/api/channels${query}`, { key: owner })).json.data;
  }

  async function first() {
    return (await listOf(key, '?limit=1')).channels[0];
  }

  test('a created channel is returned and listed with the reference fields and no others', async () => {
    proves('channels.create', 'name', 'description', 'color', 'starred', 'answer.error', 'answer.id');
    proves('channels.create', 'answer.name', 'answer.description', 'answer.color', 'answer.starred');
    proves('channels.item', 'id', 'name', 'description', 'color', 'starred');
    const { status, json } = await site.send('POST', '/api/channel/add', { key, body: GOOD });
    expect(status).toBe(200);
    const view = { id: json.id, name: 'Newsletter', description: 'All of spring', color: '#ff8800', starred: true };
    expect(json).toEqual({ error: 0, ...view });
    const list = await site.send('GET', '/api/channels?limit=1', { key });
    expect(list.json.error).toBe('0');
    expect(list.json.data.channels).toEqual([view]);
  });

  test('a name is enough: no description, the default color, not starred', async () => {
    for (const body of [{ name: 'Bare' }, { name: 'Bare', description: null, color: '', starred: null }]) {
      const { json } = await site.send('POST', '/api/channel/add', { key, body });
      expect(json).toMatchObject({ name: 'Bare', description: '', color: '#176b62', starred: false });
    }
  });

  test.each([
    ['#abc', '#aabbcc'],
    ['ABC', '#aabbcc'],
    ['#0a1B2c', '#0a1b2c'],
    ['0A1B2C', '#0a1b2c'],
  ])('the color %s is returned as %s', async (color, shown) => {
    await add({ color });
    expect((await first()).color).toBe(shown);
  });

  test('the list is newest first, with the counts of the reference', async () => {
    proves('channels.list', 'limit', 'page', 'answer.error', 'answer.result', 'answer.perpage', 'answer.currentpage');
    proves('channels.list', 'answer.nextpage', 'answer.maxpage', 'answer.channels');
    const { key: owner } = await site.addUser();
    expect((await site.send('GET', '/api/channels', { key: owner })).json).toEqual({
      error: '0',
      data: { result: 0, perpage: 10, currentpage: 1, nextpage: 1, maxpage: 1, channels: [] },
    });
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) ids.push(await add({ name: `n${index}` }, owner));
    const page = await listOf(owner, '?limit=2&page=2');
    expect(page).toMatchObject({ result: 5, perpage: 2, currentpage: 2, nextpage: 3, maxpage: 3 });
    expect(page.channels.map(({ id }: { id: number }) => id)).toEqual([ids[2], ids[1]]);
    expect(await listOf(owner, '?limit=2&page=4')).toMatchObject({ result: 5, currentpage: 4, channels: [] });
  });

  test('an update changes sent fields, keeps omitted ones, and clears null or ""', async () => {
    proves('channels.update', ':id', 'name', 'description', 'color', 'starred', 'answer.error', 'answer.message');
    const id = await add();
    const update = (body: object) => site.send('PUT', `/api/channel/${id}/update`, { key, body });
    expect((await update({ name: 'Letter' })).json).toEqual({
      error: 0,
      message: 'Channel has been updated successfully.',
    });
    expect(await first()).toEqual({ id, ...GOOD, name: 'Letter', color: '#ff8800' });
    await update({ description: 'Summer', color: '0f0', starred: false });
    expect(await first()).toEqual({ id, name: 'Letter', description: 'Summer', color: '#00ff00', starred: false });
    await update({ description: '', color: null, starred: null });
    const empty = { id, name: 'Letter', description: '', color: '#176b62', starred: false };
    expect(await first()).toEqual(empty);
    expect((await update({})).status).toBe(200);
    expect(await first()).toEqual(empty);
  });

  test('a deleted channel is gone, and its id is not reused', async () => {
    proves('channels.delete', ':id', 'answer.error', 'answer.message');
    const id = await add();
    const { result } = await listOf(key);
    const { json } = await site.send('DELETE', `/api/channel/${id}/delete`, { key });
    expect(json).toEqual({ error: 0, message: 'Channel has been deleted successfully.' });
    expect((await listOf(key)).result).toBe(result - 1);
    expect((await site.send('DELETE', `/api/channel/${id}/delete`, { key })).status).toBe(404);
    expect((await site.send('GET', `/api/channel/${id}`, { key })).status).toBe(404);
    expect(await add()).toBeGreaterThan(id);
  });

  const bad: [what: string, fields: object, named: string[]][] = [
    ['an empty name', { name: '  ' }, ['name']],
    ['a null name', { name: null }, ['name']],
    ['a name that is a number', { name: 7 }, ['name']],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, ['name']],
    ['a name with a NUL', { name: 'a\u0000b' }, ['name']],
    ['a name with a bidirectional override', { name: 'a\u202eb' }, ['name']],
    ['a description of 1,001 characters', { description: 'x'.repeat(1_001) }, ['description']],
    ['a description with a lone surrogate', { description: 'a\ud800b' }, ['description']],
    ['a color name', { color: 'red' }, ['color']],
    ['a color of four digits', { color: '#abcd' }, ['color']],
    ['a color that ends with a newline', { color: '#abc\n' }, ['color']],
    ['a color that closes the stylesheet', { color: '#abc;}</style>' }, ['color']],
    ['a color that is a number', { color: 123 }, ['color']],
    ['starred as text', { starred: 'yes' }, ['starred']],
    ['starred as a number', { starred: 1 }, ['starred']],
    ['all fields invalid', { name: 7, description: {}, color: true, starred: [] }, Object.keys(GOOD)],
  ];
  testWithoutStore(engine).each(bad)(
    '%s is refused with the field named, and nothing is stored or changed',
    async (_, fields, named) => {
      const answers = [
        await site.send('POST', '/api/channel/add', { key, body: { ...GOOD, ...fields } }),
        await site.send('PUT', '/api/channel/1/update', { key, body: fields }),
      ];
      for (const { status, json } of answers) {
        expect(status).toBe(400);
        expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(named);
      }
    },
  );

  testWithoutStore(engine)('a body without a name is refused', async () => {
    const { status, json } = await site.send('POST', '/api/channel/add', { key, body: { description: 'x' } });
    expect([status, json.errors]).toEqual([400, [fieldError('name', 'required')]]);
  });

  for (const [method, path] of [
    ['GET', '/api/channels'],
    ['GET', '/api/channel/1'],
    ['POST', '/api/channel/add'],
    ['POST', '/api/channel/1/assign/links/1'],
    ['DELETE', '/api/channel/1/assign/links/1'],
    ['PUT', '/api/channel/1/update'],
    ['DELETE', '/api/channel/1/delete'],
  ] as const) {
    testWithoutStore(engine)(`${method} ${path} without a key is 401 and returns no data`, async () => {
      const { status, json } = await site.send(method, path);
      expect(status).toBe(401);
      expect(json).toEqual({ error: 1, message: 'A valid API key is required.', code: 'key_required' });
    });
  }

  test('someone else’s channel responds like a missing one, and is not changed', async () => {
    const id = await add({ name: 'Mine' });
    const link = { key: otherKey, body: { url: 'https://example.com/' } };
    const own = (await site.send('POST', '/api/url/add', link)).json.id;
    for (const [method, action, body] of [
      ['GET', '', undefined],
      ['PUT', '/update', { name: 'Taken' }],
      ['DELETE', '/delete', undefined],
      ['POST', `/assign/links/${own}`, undefined],
      ['DELETE', `/assign/links/${own}`, undefined],
    ] as const) {
      const others = await site.send(method, `/api/channel/${id}${action}`, { key: otherKey, body });
      expect(others.status).toBe(404);
      expect(others.json).toEqual({ error: 1, message: 'Channel not found.', code: 'channel_not_found' });
      for (const missing of ['999999', '0', 'x', '1e3', '99999999999999999999'])
        expect((await site.send(method, `/api/channel/${missing}${action}`, { key: otherKey, body })).text).toBe(
          others.text,
        );
    }
    expect(await first()).toEqual({ id, ...GOOD, name: 'Mine', color: '#ff8800' });
    expect((await site.send('GET', `/api/channel/${id}`, { key })).json.data.result).toBe(0);
    expect((await listOf(otherKey)).result).toBe(0);
  });
});
