import { afterAll, beforeAll, expect, mock, spyOn, test } from 'bun:test';
import { newStoreEnvironment, onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { waitUntil } from '../../test/support/wait.ts';
import { cacheRules } from './store-cache.ts';

const { loadLimitMs } = cacheRules;

const URL_ = 'https://example.com/';

// The offset of the clock that the caches use; a site reads the clock function when it is opened.
let aheadMs = 0;
// The time at which that clock has stopped.
let stoppedMs: number | undefined;
const realNow = performance.now.bind(performance);
beforeAll(() => {
  spyOn(performance, 'now').mockImplementation(() => (stoppedMs ?? realNow()) + aheadMs);
});
afterAll(() => {
  mock.restore();
});

onEachEngine('cached rotators', (engine) => {
  let site: TestSite;
  let key: string;
  let count = 0;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  /** Runs the work with a new site whose visits wait for the store only as long as in production. */
  async function withImpatientSite(work: () => Promise<void>): Promise<void> {
    const patient = { site, key };
    site = await openTestSite(engine, {}, { loadLimitMs });
    key = (await site.addUser()).key;
    try {
      await work();
    } finally {
      await site.close();
      ({ site, key } = patient);
    }
  }

  async function send(method: string, path: string, body?: object) {
    const { status, json } = await site.send(method, path, { key, body });
    expect([path, status, json.errors]).toEqual([path, 200, undefined]);
    return json;
  }

  /** A public campaign with one link; both were visited. */
  async function addRotator(fields: object = {}) {
    count += 1;
    const slug = `rotator-${count}`;
    const { id } = await send('POST', '/api/campaign/add', { slug, public: true });
    const link = await send('POST', '/api/url/add', { url: URL_, campaign: id, ...fields });
    // On a busy machine, the store may answer too late at first.
    await waitUntil('the rotator is cached', async () => (await visit(`/r/${slug}`)).startsWith('302'));
    return { id: id as number, slug, path: `/r/${slug}`, link: link.id as number };
  }

  async function visit(path: string): Promise<string> {
    const { status, headers } = await site.send('GET', path, {
      peer: `10.0.${count}.${Math.floor(aheadMs / 1_000) % 250}`,
    });
    return `${status} ${headers.get('Location')}`;
  }

  type Rotator = Awaited<ReturnType<typeof addRotator>>;
  const changes: [what: string, change: (rotator: Rotator) => Promise<unknown>, expected: string][] = [
    [
      'a link’s new destination',
      ({ link }) => send('PUT', `/api/url/${link}/update`, { url: `${URL_}new` }),
      `302 ${URL_}new`,
    ],
    [
      'a link’s new alias',
      ({ link }) => send('PUT', `/api/url/${link}/update`, { url: URL_, custom: `moved-${link}` }),
      `302 ${URL_}`,
    ],
    [
      'a disabled link',
      ({ link }) => send('PUT', `/api/url/${link}/update`, { url: URL_, status: 'disabled' }),
      '404 null',
    ],
    [
      'a link that an update removes from the campaign',
      ({ link }) => send('PUT', `/api/url/${link}/update`, { url: URL_, campaign: null }),
      '404 null',
    ],
    [
      'a link that is removed from the campaign',
      ({ id, link }) => send('DELETE', `/api/campaign/${id}/assign/${link}`),
      '404 null',
    ],
    ['a deleted link', ({ link }) => send('DELETE', `/api/url/${link}/delete`), '404 null'],
    [
      'a campaign made private',
      ({ id }) => send('PUT', `/api/campaign/${id}/update`, { name: 'x', public: false }),
      '404 null',
    ],
    [
      'another slug',
      ({ id }) => send('PUT', `/api/campaign/${id}/update`, { name: 'x', slug: `other-${id}` }),
      '404 null',
    ],
    ['a deleted campaign', ({ id }) => send('DELETE', `/api/campaign/${id}/delete`), '404 null'],
  ];
  test.each(changes)('%s takes effect with the next visit', async (_, change, expected) => {
    const rotator = await addRotator();
    await change(rotator);
    expect(await visit(rotator.path)).toBe(expected);
  });

  test('a new link or slug takes effect with the next visit', async () => {
    const { id, slug, path, link } = await addRotator();
    await send('PUT', `/api/url/${link}/update`, { url: URL_, status: 'disabled' });
    expect([await visit(path), await visit(`/r/new-${id}`)]).toEqual(['404 null', '404 null']);
    await send('PUT', `/api/url/${link}/update`, { url: URL_, status: 'active' });
    expect(await visit(path)).toBe(`302 ${URL_}`);
    await send('PUT', `/api/campaign/${id}/update`, { name: 'x', slug: `new-${id}` });
    expect([await visit(path), await visit(`/r/new-${id}`)]).toEqual(['404 null', `302 ${URL_}`]);
    const other = await send('POST', '/api/campaign/add', { slug, public: true });
    expect(await visit(path)).toBe('404 null');
    await send('POST', `/api/campaign/${other.id}/assign/${link}`);
    expect([await visit(path), await visit(`/r/new-${id}`)]).toEqual([`302 ${URL_}`, '404 null']);
    const second = await send('POST', '/api/url/add', { url: `${URL_}second`, campaign: id });
    expect(await visit(`/r/new-${id}`)).toBe(`302 ${URL_}second`);
    await send('PUT', `/api/url/${second.id}/update`, { url: URL_, max_clicks: 1 });
    expect([await visit(`/r/new-${id}`), await visit(`/r/new-${id}`)]).toEqual([`302 ${URL_}`, '404 null']);
    await send('PUT', `/api/url/${second.id}/update`, { url: URL_, max_clicks: 2 });
    expect(await visit(`/r/new-${id}`)).toBe(`302 ${URL_}`);
  });

  test('a visit to a cached rotator needs no query and no promise', async () => {
    const { path } = await addRotator();
    const { campaigns, links } = site.site.services;
    const spies = [spyOn(campaigns, 'findPublicId'), spyOn(links, 'findCandidates'), spyOn(links, 'findByAlias')];
    const request = new Request(`http://localhost:3000${path}`);
    expect(site.site.handle(request, { requestIP: () => ({ address: '203.0.113.9' }) })).toBeInstanceOf(Response);
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  test('while the store is unavailable, cached rotators pick cached links, and others get 503', async () => {
    const { id, path } = await addRotator();
    const counted = await addRotator({ max_clicks: 100 });
    // In the same campaign, but never visited, so it is not cached.
    const unknown = await send('POST', '/api/url/add', { url: `${URL_}unknown`, campaign: id });
    await send('POST', `/api/campaign/${id}/assign/${unknown.id}`, { weight: 1000 });
    const { campaigns, links } = site.site.services;
    const away = async () => {
      throw new Error('the store is away');
    };
    // The rotation has changed, so it is loaded again.
    const lookup = spyOn(links, 'findByAlias').mockImplementation(away);
    expect(await visit(path)).toBe(`302 ${URL_}`);
    const spies = [
      lookup,
      spyOn(campaigns, 'findPublicId').mockImplementation(away),
      spyOn(links, 'findCandidates').mockImplementation(away),
      spyOn(links, 'spendClick').mockImplementation(away),
    ];
    for (const laterMs of [0, 3_000, 10_000, 60_000]) {
      aheadMs += laterMs;
      expect(await visit(path)).toBe(`302 ${URL_}`);
    }
    expect(await visit('/r/never-was')).toBe('503 null');
    expect(await visit(counted.path)).toBe('503 null');
    for (const spy of spies) spy.mockRestore();
    aheadMs += 60_000;
    expect(await visit(counted.path)).toBe(`302 ${URL_}`);
  });

  test('an unavailable store is queried once by each visit, however many links need it', () =>
    withImpatientSite(async () => {
      const { id, path } = await addRotator();
      for (const max_clicks of [null, null, null, 900, 900, 900]) {
        const other = await send('POST', '/api/url/add', { url: `${URL_}x`, campaign: id, max_clicks });
        await send('POST', `/api/campaign/${id}/assign/${other.id}`, { weight: 1000 });
        if (max_clicks !== null) await visit(new URL(other.shorturl).pathname);
      }
      const { links } = site.site.services;
      const lookup = spyOn(links, 'findByAlias').mockImplementation(() => new Promise<never>(() => {}));
      const spend = spyOn(links, 'spendClick').mockImplementation(async () => {
        throw new Error('the store is away');
      });
      // The cache looks again for what becomes old, so the clock moves only by the limit of each visit.
      stoppedMs = realNow();
      for (let visits = 1; visits <= 8; visits += 1) {
        expect(await visit(path)).toBe(`302 ${URL_}`);
        expect(lookup.mock.calls.length + spend.mock.calls.length).toBeLessThanOrEqual(visits);
        aheadMs += loadLimitMs;
      }
      stoppedMs = undefined;
      lookup.mockRestore();
      spend.mockRestore();
    }));

  test('an alias that another link has taken is not followed', async () => {
    const { path, link } = await addRotator({ custom: 'handed-on' });
    const { db } = site.database;
    await db.updateTable('links').set({ alias: 'elsewhere' }).where('id', '=', link).execute();
    await send('POST', '/api/url/add', { url: 'https://stranger.example/', custom: 'handed-on' });
    expect(await visit('/handed-on')).toBe('302 https://stranger.example/');
    expect(await visit(path)).toBe('404 null');
    aheadMs += 5_000;
    expect(await visit(path)).toBe(`302 ${URL_}`);
  });

  test('a link that has ended is not tried again', async () => {
    const { id, path } = await addRotator();
    const dead = await send('POST', '/api/url/add', { url: URL_, campaign: id });
    await send('POST', `/api/campaign/${id}/assign/${dead.id}`, { weight: 1000 });
    expect(await visit(path)).toBe(`302 ${URL_}`);
    // Simulates a change on another node.
    await site.database.db.updateTable('links').set({ alias: 'gone-elsewhere' }).where('id', '=', dead.id).execute();
    site.site.redirector.forget(0, new URL(dead.shorturl).pathname.slice(1));
    const tries = spyOn(site.site.redirector, 'visitPickedLink');
    for (let visits = 0; visits < 20; visits += 1) expect(await visit(path)).toBe(`302 ${URL_}`);
    expect(tries.mock.calls.length).toBeLessThanOrEqual(21);
    tries.mockRestore();
  });

  test('1,000 concurrent visits to an uncached rotator query the store once', async () => {
    const { id, path } = await addRotator();
    await send('PUT', `/api/campaign/${id}/update`, { name: 'forgotten' });
    const { campaigns, links } = site.site.services;
    const spies = [spyOn(campaigns, 'findPublicId'), spyOn(links, 'findCandidates')];
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => visit(path)));
    expect(new Set(answers)).toEqual(new Set([`302 ${URL_}`]));
    for (const spy of spies) {
      expect(spy).toHaveBeenCalledTimes(1);
      spy.mockRestore();
    }
  });
});

onEachEngine('rotators of two nodes with one store', (engine) => {
  test('a change on one node takes effect on the other within five seconds', async () => {
    const environment = await newStoreEnvironment(engine);
    const [here, there] = [await openTestSite(engine, environment), await openTestSite(engine, environment)];
    const { key } = await here.addUser();
    const { id } = (await here.send('POST', '/api/campaign/add', { key, body: { slug: 'shared', public: true } })).json;
    const links: number[] = [];
    for (const url of ['https://one.example/', 'https://two.example/'])
      links.push((await here.send('POST', '/api/url/add', { key, body: { url, campaign: id } })).json.id);
    const places = async () => {
      const found = new Set<string | null>();
      for (let visits = 0; visits < 40; visits += 1)
        found.add((await there.send('GET', '/r/shared')).headers.get('Location'));
      return [...found].sort();
    };
    expect(await places()).toEqual(['https://one.example/', 'https://two.example/']);
    await here.send('DELETE', `/api/campaign/${id}/assign/${links[0]}`, { key });
    aheadMs += 5_000;
    expect(await places()).toEqual(['https://two.example/']);
    await here.send('PUT', `/api/campaign/${id}/update`, { key, body: { name: 'x', public: false } });
    aheadMs += 5_000;
    expect((await there.send('GET', '/r/shared')).status).toBe(404);
    await Promise.all([here.close(), there.close()]);
  });
});
