import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { openTestSite, type Received, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const ROOT = 'https://example.com/welcome';
const LOST = 'https://example.com/lost';

onEachEngine('branded domains', (engine) => {
  let site: TestSite;
  let key: string;
  let otherKey: string;
  let count = 0;

  beforeAll(async () => {
    // DNS lookups have their own tests.
    const findAddresses = () => Promise.reject(new Error('no name service'));
    site = await openTestSite(engine, { BASE_URL: 'https://sgn.example' }, { findAddresses });
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  function add(domain: string, fields: object = {}, owner = key): Promise<Received> {
    return site.send('POST', '/api/domain/add', { key: owner, body: { domain, ...fields } });
  }

  async function addNew(fields: object = {}, owner = key): Promise<number> {
    count += 1;
    const { status, json } = await add(`https://d${count}.brand.example`, fields, owner);
    expect(status).toBe(200);
    return json.id;
  }

  async function listOf(owner: string, query = '') {
    return (await site.send('GET', `/api/domains${query}`, { key: owner })).json.data;
  }

  function update(id: number, body: object, owner = key): Promise<Received> {
    return site.send('PUT', `/api/domain/${id}/update`, { key: owner, body });
  }

  test('an added domain returns its id and is listed with the reference fields and our own', async () => {
    proves('domains.create', 'domain', 'answer.error', 'answer.id');
    proves('domains.item', 'id', 'domain', 'redirectroot', 'redirect404');
    proves('domains.list', 'answer.error', 'answer.result', 'answer.perpage', 'answer.currentpage', 'answer.nextpage');
    proves('domains.list', 'answer.maxpage', 'answer.domains');
    const { key: owner } = await site.addUser();
    const { status, json } = await add('https://Go.Shop.Example/', { redirectroot: ROOT }, owner);
    expect(status).toBe(200);
    expect(json).toEqual({ error: 0, id: expect.any(Number) });
    const list = await site.send('GET', '/api/domains', { key: owner });
    expect(list.json).toEqual({
      error: '0',
      data: {
        result: 1,
        perpage: 10,
        currentpage: 1,
        nextpage: 1,
        maxpage: 1,
        domains: [
          {
            id: json.id,
            domain: 'https://go.shop.example',
            redirectroot: ROOT,
            redirect404: '',
            links: 0,
            items: 0,
            dns: 'unknown',
            dns_checked: '2026-11-16 12:00:00',
            verified: false,
            verified_by: null,
            taken: false,
            date: '2026-11-16 12:00:00',
          },
        ],
      },
    });
    expect(list.text).toContain('"domain":"https:\\/\\/go.shop.example"');
    const one = (await site.send('GET', `/api/domain/${json.id}`, { key: owner })).json;
    const proof = { name: '_signpost.go.shop.example', value: expect.stringMatching(/^[\w-]{43}$/) };
    const own = { records: expect.any(Array), proof, apple_app_site_association: null, assetlinks: null };
    expect(one).toEqual({ error: 0, details: { ...list.json.data.domains[0], ...own } });
  });

  const written: [text: string, stored: string][] = [
    ['http://plain.example', 'http://plain.example'],
    ['HTTPS://UPPER.Example', 'https://upper.example'],
    ['https://dotted.example.', 'https://dotted.example'],
    ['https://port.example:8443', 'https://port.example:8443'],
    ['https://own.example:443', 'https://own.example'],
    ['http://own80.example:80/', 'http://own80.example'],
    ['http://odd.example:443', 'http://odd.example:443'],
    ['https:\\\\slashes.example\\', 'https://slashes.example'],
    ['https://deep.under.it.example', 'https://deep.under.it.example'],
  ];
  test.each(written)('%s is stored as %s', async (text, stored) => {
    const { json } = await add(text);
    const { details } = (await site.send('GET', `/api/domain/${json.id}`, { key })).json;
    expect(details.domain).toBe(stored);
  });

  test('an internationalized name is stored as punycode, with a warning', async () => {
    const { status, json } = await add('https://bücher.example');
    expect(status).toBe(200);
    expect(json.warning).toContain('xn--bcher-kva.example');
    expect(json.warning_details).toMatchObject([{ code: 'domain_name', params: { name: 'xn--bcher-kva.example' } }]);
    expect((await listOf(key, '?q=xn--bcher')).domains[0].domain).toBe('https://xn--bcher-kva.example');
  });

  test('a host that the owner already has is 409 in any spelling, and nothing is stored', async () => {
    await add('https://taken.example');
    const before = (await listOf(key)).result;
    for (const text of ['https://taken.example', 'http://taken.example', 'https://TAKEN.example./'])
      expect([(await add(text)).json.code, (await listOf(key)).result]).toEqual(['domain_taken', before]);
    expect((await add('https://taken.example:99')).status).toBe(200);
    expect((await add('https://taken.example', {}, otherKey)).status).toBe(200);
  });

  test('an update changes sent fields, keeps omitted ones, and clears null or ""', async () => {
    proves('domains.create', 'redirectroot', 'redirect404');
    proves('domains.update', ':id', 'redirectroot', 'redirect404', 'answer.error', 'answer.message');
    const id = await addNew({ redirectroot: ROOT, redirect404: LOST });
    const read = async () => (await site.send('GET', `/api/domain/${id}`, { key })).json.details;
    const { json } = await update(id, { redirectroot: 'https://example.com/b' });
    expect(json).toEqual({ error: 0, message: 'Domain has been updated successfully.' });
    expect(await read()).toMatchObject({ redirectroot: 'https://example.com/b', redirect404: LOST });
    await update(id, { redirectroot: '' });
    expect(await read()).toMatchObject({ redirectroot: '', redirect404: LOST });
    await update(id, { redirect404: null });
    expect(await read()).toMatchObject({ redirectroot: '', redirect404: '' });
    expect((await update(id, {})).status).toBe(200);
    await update(id, { domain: 'https://other.example', links: 7, dns: 'pointing', userid: 1, redirectroot: ROOT });
    expect(await read()).toMatchObject({ links: 0, dns: 'unknown', redirectroot: ROOT });
    expect((await read()).domain).toStartWith('https://d');
  });

  test('a deleted domain is gone, and its name is free again', async () => {
    proves('domains.delete', ':id', 'answer.error', 'answer.message');
    const { json } = await add('https://again.example');
    const gone = await site.send('DELETE', `/api/domain/${json.id}/delete`, { key });
    expect(gone.json).toEqual({ error: 0, message: 'Domain has been deleted successfully.', moved: 0, renamed: [] });
    expect((await site.send('DELETE', `/api/domain/${json.id}/delete`, { key })).status).toBe(404);
    const again = await add('https://again.example', {}, otherKey);
    expect(again.status).toBe(200);
    expect(again.json.id).toBeGreaterThan(json.id);
  });

  test('the list is newest first, and q searches the host', async () => {
    proves('domains.list', 'limit', 'page');
    const { key: owner } = await site.addUser();
    const ids: number[] = [];
    for (const name of ['one', 'two', 'between', 'three', 'four'])
      ids.push((await add(`https://${name}.paged.example`, {}, owner)).json.id);
    const idsIn = async (query: string) => (await listOf(owner, query)).domains.map(({ id }: { id: number }) => id);
    expect(await idsIn('?limit=2&page=2')).toEqual([ids[2], ids[1]] as number[]);
    expect(await listOf(owner, '?limit=2&page=2')).toMatchObject({ result: 5, nextpage: 3, maxpage: 3 });
    expect(await listOf(owner, '?limit=2&page=9')).toMatchObject({ result: 5, domains: [] });
    expect(await idsIn('?q=THREE.')).toEqual([ids[3]] as number[]);
    expect(await listOf(owner, '?q=t&limit=1')).toMatchObject({ result: 3, maxpage: 3 });
    for (const text of ['%25', '_', '%5C', 'nothing'])
      expect(await listOf(owner, `?q=${text}`)).toMatchObject({ result: 0 });
    expect((await site.send('GET', `/api/domains?q=${'x'.repeat(256)}`, { key })).status).toBe(400);
    expect((await site.send('GET', '/api/domains?q=a%00', { key })).status).toBe(400);
  });

  const paths: [string, string][] = [
    ['GET', '/api/domains'],
    ['GET', '/api/domain/1'],
    ['POST', '/api/domain/add'],
    ['POST', '/api/domain/1/verify'],
    ['PUT', '/api/domain/1/update'],
    ['DELETE', '/api/domain/1/delete'],
  ];
  testWithoutStore(engine).each(paths)('%s %s needs a key', async (method, path) => {
    expect((await site.send(method, path, method === 'GET' ? {} : { body: {} })).status).toBe(401);
  });

  test('someone else’s domain responds like a missing one, and is not changed', async () => {
    const id = await addNew({ redirectroot: ROOT });
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/verify', undefined],
      ['PUT', '/update', { redirectroot: LOST }],
      ['DELETE', '/delete', undefined],
      ['DELETE', '/delete?force=1', undefined],
    ] as const) {
      const theirs = await site.send(method, `/api/domain/${id}${path}`, { key: otherKey, body });
      const missing = await site.send(method, `/api/domain/99999${path}`, { key: otherKey, body });
      expect([theirs.status, theirs.json]).toEqual([404, missing.json]);
    }
    expect((await site.send('GET', `/api/domain/${id}`, { key })).json.details.redirectroot).toBe(ROOT);
    expect((await listOf(otherKey, '?limit=1000')).domains.map((domain: { id: number }) => domain.id)).not.toContain(
      id,
    );
  });
});
