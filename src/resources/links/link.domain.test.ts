import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type Received, type TestSite } from '../../../test/support/test-site.ts';
import { fieldError } from '../../core/errors.ts';

const OWN = 'https://example.com/own';

onEachEngine('links on branded domains', (engine) => {
  let site: TestSite;
  let key: string;
  let otherKey: string;
  let count = 0;

  beforeAll(async () => {
    site = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
    for (const [domain, owner] of [
      ['https://go.brand.example', key],
      ['http://alt.brand.example', key],
      ['https://go.brand.example:8443', key],
      ['https://bücher.example', key],
      ['https://their.example', otherKey],
    ] as const)
      expect((await site.send('POST', '/api/domain/add', { key: owner, body: { domain } })).status).toBe(200);
  });
  afterAll(() => site.close());

  function add(fields: object, owner = key): Promise<Received> {
    count += 1;
    return site.send('POST', '/api/url/add', { key: owner, body: { url: OWN, custom: `n${count}`, ...fields } });
  }

  async function details(id: number) {
    return (await site.send('GET', `/api/url/${id}`, { key })).json.details;
  }

  async function countsOf(): Promise<Record<string, number>> {
    const { domains } = (await site.send('GET', '/api/domains?limit=100', { key })).json.data;
    return Object.fromEntries(domains.map(({ domain, links }: { domain: string; links: number }) => [domain, links]));
  }

  async function list(query: Record<string, string>) {
    const { json } = await site.send('GET', `/api/urls?${new URLSearchParams(query)}`, { key });
    return json.data;
  }

  const written: [domain: string, shown: string][] = [
    ['go.brand.example', 'https://go.brand.example'],
    ['GO.Brand.Example', 'https://go.brand.example'],
    ['https://go.brand.example', 'https://go.brand.example'],
    ['HTTPS://GO.BRAND.EXAMPLE/', 'https://go.brand.example'],
    ['http://go.brand.example.', 'https://go.brand.example'],
    ['alt.brand.example', 'http://alt.brand.example'],
    ['go.brand.example:8443', 'https://go.brand.example:8443'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
    ['sgn.example', 'https://sgn.example'],
    ['https://SGN.example/', 'https://sgn.example'],
  ];
  test.each(written)('a link can be created on %s', async (domain, shown) => {
    const { status, json } = await add({ domain });
    expect(status).toBe(200);
    expect(json).toEqual({ error: 0, id: json.id, shorturl: `${shown}/n${count}` });
    const found = await details(json.id);
    expect(found.shorturl).toBe(json.shorturl);
    expect(found.domain).toBe(shown === 'https://sgn.example' ? '' : shown);
  });

  test.each(['their.example', 'nobody.example', 'https://', 'brand.example', '*.brand.example', '1', 'a b'])(
    '%s is refused, with the same text for another user’s domain and a missing one',
    async (domain) => {
      const before = (await list({ limit: '1' })).result;
      const { status, json } = await add({ domain });
      expect(status).toBe(400);
      expect(json.errors).toEqual([fieldError('domain', 'no_such_domain')]);
      expect((await list({ limit: '1' })).result).toBe(before);
    },
  );

  test('a generated alias is on the domain too, and reuse finds only a plain link on the same domain', async () => {
    const url = 'https://example.com/reused';
    const body = { url, reuse: true };
    const make = async (domain?: string) =>
      (await site.send('POST', '/api/url/add', { key, body: { ...body, ...(domain && { domain }) } })).json;
    const branded = await make('go.brand.example');
    expect(branded.shorturl).toMatch(/^https:\/\/go\.brand\.example\/\w{7}$/);
    const main = await make();
    expect(main.shorturl).toStartWith('https://sgn.example/');
    expect([await make('go.brand.example'), await make()]).toEqual([
      { ...branded, reused: true },
      { ...main, reused: true },
    ]);
  });

  test('an alias is taken only on its own domain', async () => {
    for (const domain of ['sgn.example', 'go.brand.example', 'alt.brand.example', 'go.brand.example:8443']) {
      expect((await add({ custom: 'everywhere', domain })).status).toBe(200);
      expect((await add({ custom: 'everywhere', domain })).json.code).toBe('alias_taken');
    }
  });

  test('an alias finds its links on all domains of the owner, a short URL exactly one', async () => {
    const hosts = ['sgn.example', 'go.brand.example', 'alt.brand.example'];
    for (const domain of hosts) await add({ custom: 'findme', domain });
    await add({ custom: 'findme', domain: 'their.example' }, otherKey);
    const shorts = async (query: Record<string, string>) => {
      const { urls, result } = await list(query);
      expect(result).toBe(urls.length);
      return urls.map(({ shorturl }: { shorturl: string }) => shorturl);
    };
    const all = ['http://alt.brand.example/findme', 'https://go.brand.example/findme', 'https://sgn.example/findme'];
    expect(await shorts({ short: 'findme' })).toEqual(all);
    expect(await shorts({ short: 'findme', domain: 'go.brand.example' })).toEqual(all.slice(1, 2));
    for (const short of all) expect([short, await shorts({ short })]).toEqual([short, [short]]);
    expect(await shorts({ short: 'go.brand.example/findme/' })).toEqual(all.slice(1, 2));
    for (const short of ['https://their.example/findme', 'https://elsewhere.example/findme', 'findm'])
      expect([short, await shorts({ short })]).toEqual([short, []]);
  });

  test('a new domain moves the link, an omitted one keeps it, null or "" moves it to the main host', async () => {
    const { id } = (await add({ custom: 'mover', domain: 'go.brand.example' })).json;
    const change = async (body: object) =>
      (await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: OWN, ...body } })).json;
    expect((await change({ metatitle: 'x' })).short).toBe('https://go.brand.example/mover');
    expect((await change({ domain: 'alt.brand.example' })).short).toBe('http://alt.brand.example/mover');
    expect((await change({ domain: '' })).short).toBe('https://sgn.example/mover');
    expect((await change({ domain: 'go.brand.example', custom: 'moved' })).short).toBe(
      'https://go.brand.example/moved',
    );
    expect((await change({ domain: null })).short).toBe('https://sgn.example/moved');
    expect((await change({ domain: 'their.example' })).errors[0].field).toBe('domain');
  });

  test('a move to a domain where the alias is taken is 409, and nothing changes', async () => {
    const { id } = (await add({ custom: 'blocked', domain: 'go.brand.example' })).json;
    await add({ custom: 'blocked' });
    const before = await countsOf();
    const { status, json } = await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: OWN, domain: null } });
    expect([status, json.code]).toEqual([409, 'alias_taken']);
    expect((await details(id)).shorturl).toBe('https://go.brand.example/blocked');
    expect(await countsOf()).toEqual(before);
  });

  test('the link count of each domain is correct after every change', async () => {
    const { key: owner } = await site.addUser();
    const [first, second] = ['https://one.counted.example', 'https://two.counted.example'];
    const send = (method: string, path: string, body?: object) => site.send(method, path, { key: owner, body });
    for (const domain of [first, second]) await send('POST', '/api/domain/add', { domain });
    const links = async () =>
      (await send('GET', '/api/domains')).json.data.domains.map((domain: { links: number }) => domain.links).reverse();
    const ids: number[] = [];
    for (const domain of [first, first, second])
      ids.push((await send('POST', '/api/url/add', { url: OWN, domain })).json.id);
    await send('POST', '/api/url/add', { url: OWN });
    expect(await links()).toEqual([2, 1]);
    await send('POST', '/api/url/add', { url: 'javascript:1', domain: first });
    expect(await links()).toEqual([2, 1]);
    await send('PUT', `/api/url/${ids[0]}/update`, { url: OWN, domain: second });
    expect(await links()).toEqual([1, 2]);
    await send('PUT', `/api/url/${ids[1]}/update`, { url: OWN, domain: '' });
    expect(await links()).toEqual([0, 2]);
    await send('DELETE', `/api/url/${ids[2]}/delete`);
    expect(await links()).toEqual([0, 1]);
  });

  test('the link counts are correct after simultaneous moves, updates and deletions of the same links', async () => {
    const places = ['go.brand.example', 'alt.brand.example', ''];
    const ids: number[] = [];
    for (let index = 0; index < 3; index += 1) ids.push((await add({ domain: places[index] })).json.id);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => {
        const id = ids[index % 3];
        if (index === 12) return site.send('DELETE', `/api/url/${id}/delete`, { key });
        const domain = places[((index * 7) % 5) % 3];
        return site.send('PUT', `/api/url/${id}/update`, { key, body: { url: OWN, domain } });
      }),
    );
    for (const { status } of answers) expect([200, 404]).toContain(status);
    const rows = await site.database.db.selectFrom('domains').select(['id', 'link_count']).execute();
    for (const row of rows) {
      const links = await site.database.db.selectFrom('links').select('id').where('domain_id', '=', row.id).execute();
      expect(links).toHaveLength(row.link_count);
    }
  });

  test('a list shows every link with its own host, and looks up all domains at once', async () => {
    const lookups = spyOn(site.site.services.domains, 'readOrigins');
    const { urls } = await list({ limit: '100' });
    expect(lookups).toHaveBeenCalledTimes(1);
    lookups.mockRestore();
    const hosts = new Set(urls.map(({ shorturl }: { shorturl: string }) => new URL(shorturl).host));
    expect(hosts.size).toBeGreaterThanOrEqual(5);
    for (const { id, shorturl } of urls) expect((await details(id)).shorturl).toBe(shorturl);
  });

  test('the list filters by domain, alone and with other filters', async () => {
    const domains = ['go.brand.example', 'alt.brand.example', 'go.brand.example:8443', 'sgn.example'];
    let sum = 0;
    for (const domain of domains) {
      const { result, urls } = await list({ domain, limit: '100' });
      expect(urls).toHaveLength(result);
      expect(result).toBeGreaterThan(0);
      for (const { shorturl } of urls) expect(new URL(shorturl).host).toBe(domain);
      sum += result;
    }
    expect((await list({ limit: '1' })).result).toBe(sum + 1);
    expect(await list({ domain: 'go.brand.example', q: 'everywh' })).toMatchObject({ result: 1 });
    expect(await list({ domain: 'go.brand.example', order: 'click', limit: '1' })).toMatchObject({ perpage: 1 });
    for (const domain of ['their.example', 'nobody.example', '%'])
      expect(await list({ domain })).toMatchObject({ result: 0, urls: [] });
    expect((await site.send('GET', `/api/urls?domain=${'x'.repeat(301)}`, { key })).json.errors[0].field).toBe(
      'domain',
    );
  });

  const shorts: [short: string, found: string | undefined][] = [
    ['https://go.brand.example/everywhere', 'https://go.brand.example/everywhere'],
    ['http://GO.brand.example:3000/everywhere?utm=1', 'https://go.brand.example/everywhere'],
    ['go.brand.example/everywhere', 'https://go.brand.example/everywhere'],
    ['https://go.brand.example:8443/everywhere', 'https://go.brand.example:8443/everywhere'],
    ['https://sgn.example/everywhere', 'https://sgn.example/everywhere'],
    ['https://their.example/everywhere', undefined],
    ['https://nobody.example/everywhere', undefined],
  ];
  test.each(shorts)('short=%s finds %s', async (short, found) => {
    const { urls } = await list({ short });
    expect(urls.map(({ shorturl }: { shorturl: string }) => shorturl)).toEqual(found ? [found] : []);
  });
});
