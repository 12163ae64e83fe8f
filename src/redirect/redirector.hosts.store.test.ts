import { afterAll, beforeAll, beforeEach, expect, mock, spyOn, test } from 'bun:test';
import { newStoreEnvironment, onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { waitUntil } from '../../test/support/wait.ts';
import { cacheRules } from './store-cache.ts';

const { loadLimitMs } = cacheRules;

const DESTINATION = 'https://example.com/target';
const NEW = 'https://example.com/new';
const ENVIRONMENT = { BASE_URL: 'https://sgn.example' };

// The offset of the clock that the caches use; a site reads the clock function when it is opened.
let aheadMs = 0;
const realNow = performance.now.bind(performance);
beforeAll(() => {
  spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs);
});
afterAll(() => {
  mock.restore();
});

interface Client {
  send(method: string, path: string, body?: object): Promise<{ id: number }>;
  visit(host: string, path: string): Promise<string>;
}

function clientOf(site: TestSite, key: string): Client {
  return {
    async send(method, path, body) {
      const { status, json, text } = await site.send(method, path, { key, body });
      if (status !== 200) throw new Error(text);
      return json;
    },
    async visit(host, path) {
      const { status, headers } = await site.send('GET', path, { headers: { Host: host } });
      return `${status} ${headers.get('Location')}`;
    },
  };
}

onEachEngine('cached domains', (engine) => {
  let site: TestSite;
  let client: Client;
  let host: string;
  let count = 0;

  beforeAll(async () => {
    site = await openTestSite(engine, ENVIRONMENT);
    client = await openClient();
  });
  afterAll(() => site.close());
  beforeEach(() => {
    count += 1;
    host = `d${count}.brand.example`;
  });

  async function openClient(): Promise<Client> {
    const opened = clientOf(site, (await site.addUser()).key);
    await opened.send('POST', '/api/url/add', { url: `${DESTINATION}/main`, custom: 'link' });
    return opened;
  }

  /** Runs the work with a new site whose visits wait for the store only as long as in production. */
  async function withImpatientSite(work: () => Promise<void>): Promise<void> {
    const patient = { site, client };
    site = await openTestSite(engine, ENVIRONMENT, { loadLimitMs });
    client = await openClient();
    try {
      await work();
    } finally {
      await site.close();
      ({ site, client } = patient);
    }
  }

  function addDomain(fields: object = {}): Promise<{ id: number }> {
    return client.send('POST', '/api/domain/add', { domain: `https://${host}`, ...fields });
  }

  function addLink(custom = 'link'): Promise<{ id: number }> {
    return client.send('POST', '/api/url/add', { url: DESTINATION, custom, domain: host });
  }

  test('a new domain serves its next visit', async () => {
    for (const path of ['/', '/link']) expect(await client.visit(host, path)).toBe('404 null');
    await addDomain({ redirectroot: NEW });
    expect(await client.visit(host, '/')).toBe(`302 ${NEW}`);
    expect(await client.visit(host, '/link')).toBe('404 null');
    await addLink();
    expect(await client.visit(host, '/link')).toBe(`302 ${DESTINATION}`);
  });

  test('a changed domain redirects to its new URLs with the next visit', async () => {
    const { id } = await addDomain({ redirectroot: DESTINATION, redirect404: DESTINATION });
    for (const path of ['/', '/lost']) expect(await client.visit(host, path)).toBe(`302 ${DESTINATION}`);
    await client.send('PUT', `/api/domain/${id}/update`, { redirectroot: NEW, redirect404: '' });
    expect(await client.visit(host, '/')).toBe(`302 ${NEW}`);
    expect(await client.visit(host, '/lost')).toBe('404 null');
  });

  test('a deleted domain serves nothing from the next visit on, even if it was cached', async () => {
    const { id } = await addDomain({ redirectroot: NEW });
    await addLink(`only-${count}`);
    for (let round = 0; round < 3; round += 1)
      expect(await client.visit(host, `/only-${count}`)).toBe(`302 ${DESTINATION}`);
    await client.send('DELETE', `/api/domain/${id}/delete?force=1`);
    for (const path of ['/', `/only-${count}`, `/only-${count}?a`, `/only-${count}+`])
      expect(await client.visit(host, path)).toBe('404 null');
    expect(await client.visit('sgn.example', `/only-${count}`)).toBe(`302 ${DESTINATION}`);
  });

  test('a link that moves to another host is found only there', async () => {
    await addDomain();
    const { id } = await addLink(`mover-${count}`);
    const everywhere = async () => [
      await client.visit(host, `/mover-${count}`),
      await client.visit('sgn.example', `/mover-${count}`),
    ];
    for (let round = 0; round < 2; round += 1) expect(await everywhere()).toEqual([`302 ${DESTINATION}`, '404 null']);
    await client.send('PUT', `/api/url/${id}/update`, { url: DESTINATION, domain: '' });
    for (let round = 0; round < 2; round += 1) expect(await everywhere()).toEqual(['404 null', `302 ${DESTINATION}`]);
    await client.send('PUT', `/api/url/${id}/update`, { url: DESTINATION, domain: host });
    expect(await everywhere()).toEqual([`302 ${DESTINATION}`, '404 null']);
  });

  for (const [what, does] of [
    ['fails', () => Promise.reject(new Error('the store is away'))],
    ['does not answer', () => new Promise<never>(() => {})],
  ] as const) {
    test(`while the store ${what} known domains are served, unknown hosts get 503, and the main host needs no query`, () =>
      withImpatientSite(async () => {
        await addDomain({ redirectroot: NEW, redirect404: NEW });
        await addLink();
        const others = [`nobody${count}.example`, `never-seen${count}.example`] as const;
        const known = async () => [await client.visit(host, '/link'), await client.visit(host, '/')];
        // On a busy machine, the store may answer too late at first.
        for (const [visited, path, expected] of [
          [host, '/link', `302 ${DESTINATION}`],
          [host, '/', `302 ${NEW}`],
          [others[0], '/link', '404 null'],
          ['sgn.example', '/link', `302 ${DESTINATION}/main`],
        ] as const)
          await waitUntil(`${visited} is cached`, async () => (await client.visit(visited, path)) === expected);
        const { domains, links } = site.site.services;
        const spies = [
          spyOn(domains, 'findByName').mockImplementation(does),
          spyOn(links, 'findByAlias').mockImplementation(does),
        ];
        try {
          for (const laterMs of [0, 3_000, 10_000, 1_500, 60_000]) {
            aheadMs += laterMs;
            expect(await known()).toEqual([`302 ${DESTINATION}`, `302 ${NEW}`]);
            expect(await client.visit(others[0], '/link')).toBe('404 null');
            expect(await client.visit(others[1], '/link')).toBe('503 null');
          }
          spies[0]?.mockClear();
          expect(await client.visit('sgn.example', '/link')).toBe(`302 ${DESTINATION}/main`);
          expect(spies[0]).not.toHaveBeenCalled();
        } finally {
          for (const spy of spies) spy.mockRestore();
        }
        aheadMs += 60_000;
      }));
  }

  test('200 visits at once to a host that is not known ask the store once', async () => {
    await addDomain();
    await addLink();
    const lookUp = spyOn(site.site.services.domains, 'findByName');
    const answers = await Promise.all(Array.from({ length: 200 }, () => client.visit(host, '/link')));
    expect(new Set(answers)).toEqual(new Set([`302 ${DESTINATION}`]));
    expect(lookUp).toHaveBeenCalledTimes(1);
    lookUp.mockRestore();
  });
});

onEachEngine('two nodes with one store', (engine) => {
  test('a domain that is added, changed or deleted on one node takes effect on the other within five seconds', async () => {
    for (const base of [{ BASE_URL: 'https://sgn.example' }, {}]) {
      const environment = { ...(await newStoreEnvironment(engine)), ...base };
      const [here, there] = [await openTestSite(engine, environment), await openTestSite(engine, environment)];
      const { key } = await here.addUser();
      const [client, other] = [clientOf(here, key), clientOf(there, key)];
      const host = 'go.brand.example';
      const visits = async () => {
        // Caches the link of the main host, so that only the host distinguishes the two.
        expect(await other.visit('localhost:3000', '/link')).toBe(`302 ${DESTINATION}/main`);
        return [await other.visit(host, '/'), await other.visit(host, '/link')].join(' ');
      };
      await client.send('POST', '/api/url/add', { url: `${DESTINATION}/main`, custom: 'link' });
      const before = await visits();
      expect(before).toBe(base.BASE_URL ? '404 null 404 null' : `200 null 302 ${DESTINATION}/main`);
      // Without BASE_URL the main host serves this name, but only until it becomes a domain.
      for (let round = 0; round < 2; round += 1) expect(await visits()).toBe(before);
      const { id } = await client.send('POST', '/api/domain/add', { domain: `https://${host}`, redirectroot: NEW });
      await client.send('POST', '/api/url/add', { url: DESTINATION, custom: 'link', domain: host });
      aheadMs += 5_000;
      for (let round = 0; round < 3; round += 1) expect(await visits()).toBe(`302 ${NEW} 302 ${DESTINATION}`);
      await client.send('PUT', `/api/domain/${id}/update`, { redirectroot: DESTINATION });
      aheadMs += 5_000;
      expect(await visits()).toBe(`302 ${DESTINATION} 302 ${DESTINATION}`);
      await client.send('DELETE', `/api/domain/${id}/delete?force=1`);
      aheadMs += 5_000;
      expect(await visits()).toBe(before);
      await Promise.all([here.close(), there.close()]);
    }
  });
});
