import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { onEachEngine } from '../../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../../test/support/without-store.ts';
import { fieldError } from '../../../core/errors.ts';

onEachEngine('bulk changes of links', (engine) => {
  let site: TestSite;
  let key: string;
  let ids: number[];

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
  });
  afterAll(() => site.close());

  beforeEach(async () => {
    key = (await site.addUser()).key;
    ids = await Promise.all(
      [1, 2, 3].map(async () => (await post('/api/url/add', { url: 'https://example.com/' })).id),
    );
    ids.sort((one, other) => one - other);
  });

  async function post(path: string, body: object, owner = key) {
    const { status, json } = await site.send('POST', path, { key: owner, body });
    expect(status).toBe(200);
    return json;
  }

  async function change(body: object): Promise<number[]> {
    const { changed } = await post('/api/urls/change', { ids, ...body });
    return changed.map(({ id }: { id: number }) => id);
  }

  async function details(id: number, owner = key) {
    return (await site.send('GET', `/api/url/${id}`, { key: owner })).json.details;
  }

  async function visit(id: number): Promise<number> {
    const { alias } = await details(id);
    return (await site.send('GET', `/${alias}`)).status;
  }

  test('disabling and enabling take effect for the next visit; links that already had the status are not returned', async () => {
    expect(await visit(ids[0] ?? 0)).toBe(302);
    await site.send('PUT', `/api/url/${ids[1]}/update`, {
      key,
      body: { url: 'https://a.example/', status: 'disabled' },
    });
    expect(await change({ status: 'disabled' })).toEqual([ids[0], ids[2]] as number[]);
    expect(await Promise.all(ids.map(visit))).toEqual([410, 410, 410]);
    expect(await change({ status: 'active', ids: [ids[0]] })).toEqual([ids[0]] as number[]);
    expect(await visit(ids[0] ?? 0)).toBe(302);
    expect((await details(ids[1] ?? 0)).longurl).toBe('https://a.example/');
  });

  test('a tag is added and removed; the other tags of a link stay', async () => {
    await change({ add_tag: 'spring', ids: [ids[0]] });
    await change({ add_tag: 'old' });
    expect(await change({ add_tag: 'spring' })).toEqual([ids[1], ids[2]] as number[]);
    expect((await details(ids[0] ?? 0)).tags).toEqual(['old', 'spring']);
    expect(await change({ remove_tag: 'spring', ids: [ids[1], ids[2]] })).toEqual([ids[1], ids[2]] as number[]);
    expect(await Promise.all(ids.map(async (id) => (await details(id)).tags))).toEqual([
      ['old', 'spring'],
      ['old'],
      ['old'],
    ]);
  });

  test('links are added to a channel, keep their other channels, and are removed from it', async () => {
    const [one, two] = [
      (await post('/api/channel/add', { name: 'A' })).id,
      (await post('/api/channel/add', { name: 'B' })).id,
    ];
    await change({ add_channel: one });
    expect(await change({ add_channel: two, ids: [ids[0]] })).toEqual([ids[0]] as number[]);
    expect(await change({ add_channel: two })).toEqual([ids[1], ids[2]] as number[]);
    expect((await details(ids[2] ?? 0)).channels).toEqual([one, two]);
    expect(await change({ remove_channel: two, ids: [ids[1], ids[2]] })).toEqual([ids[1], ids[2]] as number[]);
    const { result } = (await site.send('GET', `/api/channel/${two}`, { key })).json.data;
    expect(result).toBe(1);
    expect((await details(ids[2] ?? 0)).channels).toEqual([one]);
  });

  test('links move to a campaign, and the response is enough to move each back with its weight', async () => {
    const [one, two] = [
      (await post('/api/campaign/add', { name: 'A' })).id,
      (await post('/api/campaign/add', { name: 'B' })).id,
    ];
    await post(`/api/campaign/${one}/assign/${ids[0]}`, { weight: 7 });
    await post(`/api/campaign/${two}/assign/${ids[1]}`, {});
    const { changed } = await post('/api/urls/change', { ids, campaign: two });
    expect(changed).toEqual([
      { id: ids[0], campaign: one, weight: 7 },
      { id: ids[2], campaign: null, weight: null },
    ]);
    const count = async (id: number) => (await site.send('GET', `/api/urls?campaign=${id}`, { key })).json.data.result;
    expect([await count(one), await count(two)]).toEqual([0, 3]);
    await change({ ids: [ids[0]], campaign: one, weight: 7 });
    await change({ ids: [ids[2]], campaign: null });
    expect(await details(ids[0] ?? 0)).toMatchObject({ campaign: one, weight: 7 });
    expect([await count(one), await count(two)]).toEqual([1, 1]);
  });

  test('links are deleted and their aliases stop working; missing ids are ignored', async () => {
    const { alias } = await details(ids[0] ?? 0);
    const { deleted } = await post('/api/urls/delete', { ids: [ids[0], ids[0], ids[2], 999_999] });
    expect(deleted).toEqual([ids[0], ids[2]]);
    expect((await site.send('GET', `/${alias}`)).status).toBe(404);
    expect((await site.send('GET', '/api/urls', { key })).json.data.result).toBe(1);
  });

  test('someone else’s links are not changed, and the response is the same as for missing ones', async () => {
    const { key: other } = await site.addUser();
    const missing = await site.send('POST', '/api/urls/change', {
      key: other,
      body: { ids: [999_999], status: 'disabled' },
    });
    const theirs = await site.send('POST', '/api/urls/change', {
      key: other,
      body: { ids, status: 'disabled', add_tag: 'x' },
    });
    expect(theirs.text).toBe(missing.text);
    expect((await post('/api/urls/delete', { ids }, other)).deleted).toEqual([]);
    expect(await details(ids[0] ?? 0)).toMatchObject({ status: 'active', tags: [] });
    const { id } = await post('/api/channel/add', { name: 'Mine' });
    const refused = await site.send('POST', '/api/urls/change', { key: other, body: { ids, add_channel: id } });
    expect(refused.json.errors).toEqual([fieldError('add_channel', 'no_such_channel')]);
  });

  test('apps replace those of all links, and what is omitted stays', async () => {
    const app = { ios: { url: 'myapp://x' } };
    expect(await change({ app, escape: true })).toEqual(ids);
    expect(await change({ app })).toEqual([]);
    expect(await change({ escape: null })).toEqual(ids);
    expect(await details(ids[0] ?? 0)).toMatchObject({ app, escape: false });
    expect(await change({ app: '' })).toEqual(ids);
    expect((await details(ids[1] ?? 0)).app).toBeNull();
  });

  test('rules replace those of all links, and the lists stay', async () => {
    const devicetarget = [{ device: 'iphone', link: 'https://example.com/ios' }];
    await site.send('PUT', `/api/url/${ids[0]}/update`, { key, body: { url: 'https://example.com/', devicetarget } });
    const rules = [{ when: [], url: 'https://example.com/new' }];
    expect(await change({ rules })).toEqual(ids);
    expect(await change({ rules })).toEqual([]);
    expect(await details(ids[0] ?? 0)).toMatchObject({ rules, device: { iphone: 'https://example.com/ios' } });
    const { alias } = await details(ids[1] ?? 0);
    expect((await site.send('GET', `/${alias}`)).headers.get('Location')).toBe('https://example.com/new');
    expect(await change({ rules: null, ids: [ids[1]] })).toEqual([ids[1]] as number[]);
    expect(await change({ rules: '', app: '', ids: [ids[2]] })).toEqual([ids[2]] as number[]);
    expect((await site.send('GET', `/${alias}`)).headers.get('Location')).toBe('https://example.com/');
  });

  test('rules do not undo a simultaneous change of the lists', async () => {
    const devicetarget = [{ device: 'iphone', link: 'https://example.com/ios' }];
    const rules = [{ when: [], url: 'https://example.com/new' }];
    const body = { url: 'https://example.com/', devicetarget };
    const updates = ids.map((id) => site.send('PUT', `/api/url/${id}/update`, { key, body }));
    await Promise.all([change({ rules }), ...updates]);
    for (const id of ids)
      expect(await details(id)).toMatchObject({ rules, device: { iphone: 'https://example.com/ios' } });
  });

  test('links are deleted while their tags change', async () => {
    for (const tag of ['a', 'b', 'c']) await change({ add_tag: tag });
    const changes = ['a', 'b', 'c'].map((remove_tag) => change({ remove_tag }));
    const added = change({ add_tag: 'd', ids: ids.toReversed() });
    const deleted = ids.map((id) => site.send('DELETE', `/api/url/${id}/delete`, { key }));
    await Promise.all([...changes, added]);
    expect((await Promise.all(deleted)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  const refused: [body: object, field: string][] = [
    [{ ids: [], status: 'active' }, 'ids'],
    [{ ids: 'all' }, 'ids'],
    [{ ids: [1] }, 'ids'],
    [{ ids: [0], status: 'active' }, 'ids.0'],
    [{ ids: Array.from({ length: 101 }, (_, at) => at + 1), status: 'active' }, 'ids'],
    [{ ids: [1], weight: 3 }, 'ids'],
    [{ ids: [1], app: { ios: { url: 'javascript:x' } } }, 'app.ios.url'],
    [{ ids: [1], status: 'gone' }, 'status'],
    [{ ids: [1], add_tag: '' }, 'add_tag'],
    [{ ids: [1], remove_tag: 'x'.repeat(51) }, 'remove_tag'],
    [{ ids: [1], campaign: null, weight: 0 }, 'weight'],
    [
      { ids: [1], rules: [{ when: [{ type: 'os', in: ['iOS', 'Plan 9'] }], url: 'https://a.example/' }] },
      'rules.0.when.0.in.1',
    ],
  ];
  const refusedHere: typeof refused = [
    [{ ids: [1], app: { android: { url: 'x:y', store: 'http://localhost:3000/x' } } }, 'app.android.store'],
    [{ ids: [1], rules: [{ when: [], url: 'http://localhost:3000/x' }] }, 'rules.0.url'],
    [{ ids: [1], campaign: 999_999 }, 'campaign'],
    [{ ids: [1], remove_channel: 999_999 }, 'remove_channel'],
  ];
  async function expectRefused(body: object, field: string): Promise<void> {
    const { status, json } = await site.send('POST', '/api/urls/change', { key, body });
    expect(status).toBe(400);
    expect(json.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  }
  testWithoutStore(engine).each(refused)('%j is refused with the field named', expectRefused);
  test.each(refusedHere)('%j is refused with the field named', expectRefused);

  testWithoutStore(engine)('every endpoint needs a key', async () => {
    for (const [method, path] of [
      ['POST', '/api/urls/change'],
      ['POST', '/api/urls/delete'],
      ['GET', '/api/tags'],
      ['GET', '/api/parameters'],
    ] as const)
      expect((await site.send(method, path, method === 'POST' ? { body: { ids } } : {})).status).toBe(401);
  });

  test('the parameters of the owner’s newest links are listed with their values; those of other users are not', async () => {
    const add = (parameters: object[], owner = key) =>
      post('/api/url/add', { url: 'https://example.com/', parameters }, owner);
    await add([{ name: 'utm_source', value: 'poster' }]);
    await add([{ name: 'utm_source', value: 'mail' }]);
    await add([
      { name: 'ref', value: '' },
      { name: 'utm_source', value: 'poster' },
    ]);
    await add([{ name: 'secret', value: 'x' }], (await site.addUser()).key);
    expect((await site.send('GET', '/api/parameters', { key })).json).toEqual({
      error: 0,
      parameters: [
        { name: 'ref', values: [] },
        { name: 'utm_source', values: ['poster', 'mail'] },
      ],
    });
  });

  test('the owner’s tags are listed alphabetically with their number of links; those of other users are not', async () => {
    await change({ add_tag: 'spring' });
    await change({ add_tag: 'Sale', ids: [ids[0]] });
    await change({ add_tag: 'sp%', ids: [ids[0]] });
    await post('/api/url/add', { url: 'https://example.com/', tags: ['secret'] }, (await site.addUser()).key);
    const list = async (query: string) => (await site.send('GET', `/api/tags?${query}`, { key })).json.data;
    expect((await list('')).tags).toEqual([
      { tag: 'Sale', links: 1 },
      { tag: 'sp%', links: 1 },
      { tag: 'spring', links: 3 },
    ]);
    expect(await list('q=sp&limit=1&page=2')).toMatchObject({
      result: 2,
      maxpage: 2,
      tags: [{ tag: 'spring', links: 3 }],
    });
    expect((await list('q=x')).tags).toEqual([]);
    expect((await site.send('GET', `/api/tags?q=${'x'.repeat(51)}`, { key })).status).toBe(400);
  });
});
