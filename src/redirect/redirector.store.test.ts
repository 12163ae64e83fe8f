import { afterAll, afterEach, beforeAll, expect, mock, spyOn, test } from 'bun:test';
import { newStoreEnvironment, onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { waitUntil } from '../../test/support/wait.ts';
import { cacheRules } from './store-cache.ts';

const { loadLimitMs } = cacheRules;

const OLD = 'https://example.com/old';
const NEW = 'https://example.com/new';

// The offset of the clock that the cache uses; a site reads the clock function when it is opened.
let aheadMs = 0;
const realNow = performance.now.bind(performance);
beforeAll(() => {
  spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs);
});
afterAll(() => {
  mock.restore();
});

onEachEngine('cached links', (engine) => {
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

  async function addLink(fields: object = {}): Promise<{ id: number; path: string }> {
    const { json } = await site.send('POST', '/api/url/add', { key, body: { url: OLD, ...fields } });
    return { id: json.id, path: new URL(json.shorturl).pathname };
  }

  async function visit(path: string): Promise<string> {
    const { status, headers } = await site.send('GET', path);
    return `${status} ${headers.get('Location')}`;
  }

  /** Visits again and again: on a busy machine, the store may answer too late at first. */
  async function visitUntil(path: string, expected: string): Promise<void> {
    await waitUntil(`${path} answers ${expected}`, async () => (await visit(path)) === expected);
  }

  async function update(id: number, body: object): Promise<void> {
    const { status } = await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: OLD, ...body } });
    expect(status).toBe(200);
  }

  /** Runs the work while the lookup of a link is replaced by `does`. */
  async function withLookup(does: () => Promise<undefined>, work: () => Promise<void>): Promise<void> {
    const { links } = site.site.services;
    const lookup = spyOn(links, 'findByAlias').mockImplementation(does);
    try {
      await work();
    } finally {
      lookup.mockRestore();
    }
  }
  const failing = async () => {
    throw new Error('the store is away');
  };
  const silent = () => new Promise<undefined>(() => {});

  const changes: [string, object, object, string][] = [
    ['a new destination', {}, { url: NEW }, `302 ${NEW}`],
    ['a new code', {}, { redirect_code: 301 }, `301 ${OLD}`],
    ['a link switched off', {}, { status: 'disabled' }, '410 null'],
    ['a link switched on', { status: 'disabled' }, { status: 'active' }, `302 ${OLD}`],
    ['an end', {}, { expiry: '2026-11-16 11:59:59' }, '410 null'],
    ['no end anymore', { expiry: '2026-11-16 11:59:59' }, { expiry: '' }, `302 ${OLD}`],
    ['a password', {}, { password: 'secret' }, '200 null'],
    ['one more click', { max_clicks: 1 }, { max_clicks: 2 }, `302 ${OLD}`],
    ['other parameters', {}, { parameters: [{ name: 'a', value: 'b' }] }, `302 ${OLD}?a=b`],
  ];
  test.each(changes)('%s takes effect with the next visit', async (_, fields, change, expected) => {
    const { id, path } = await addLink(fields);
    await visit(path);
    await visit(path);
    await update(id, change);
    expect(await visit(path)).toBe(expected);
  });

  test('a deleted or renamed link is gone with the next visit', async () => {
    const one = await addLink();
    expect(await visit(one.path)).toBe(`302 ${OLD}`);
    await site.send('DELETE', `/api/url/${one.id}/delete`, { key });
    expect(await visit(one.path)).toBe('404 null');
    const two = await addLink();
    const moved = `moved-${engine}-${two.id}`;
    expect([await visit(two.path), await visit(`/${moved}`)]).toEqual([`302 ${OLD}`, '404 null']);
    await update(two.id, { custom: moved });
    expect([await visit(two.path), await visit(`/${moved}`)]).toEqual(['404 null', `302 ${OLD}`]);
  });

  test('a new link takes effect with the next visit', async () => {
    expect(await visit('/later-made')).toBe('404 null');
    await addLink({ custom: 'later-made' });
    expect(await visit('/later-made')).toBe(`302 ${OLD}`);
  });

  test('a cached link ends on time', async () => {
    const { path } = await addLink({ expiry: '2026-11-16 12:00:01' });
    expect(await visit(path)).toBe(`302 ${OLD}`);
    site.clock.now = NOON + 999;
    expect(await visit(path)).toBe(`302 ${OLD}`);
    site.clock.now = NOON + 1_000;
    expect(await visit(path)).toBe('410 null');
  });

  for (const [what, does] of [
    ['fails', failing],
    ['does not answer', silent],
  ] as const) {
    test(`while the store ${what} known links redirect, and unknown ones get a 503 page`, () =>
      withImpatientSite(async () => {
        const known = await addLink();
        const ending = await addLink({ expiry: '2026-11-16 12:00:01' });
        const unknown = await addLink();
        for (const { path } of [known, ending]) await visitUntil(path, `302 ${OLD}`);
        await withLookup(does, async () => {
          expect(await visit(known.path)).toBe(`302 ${OLD}`);
          // Old enough that the store is queried again and again.
          for (const laterMs of [3_000, 10_000, 1_500, 60_000]) {
            aheadMs += laterMs;
            expect(await visit(known.path)).toBe(`302 ${OLD}`);
            expect(await visit(`${known.path}?a=1`)).toBe(`302 ${OLD}?a=1`);
          }
          const { status, headers, text } = await site.send('GET', unknown.path, {
            headers: { 'Accept-Language': 'de' },
          });
          expect(status).toBe(503);
          expect(headers.get('Content-Type')).toStartWith('text/html');
          expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
          expect(text).toContain('Einen Moment bitte');
          expect(text).not.toContain('the store is away');
          expect(await visit('/never-was')).toBe('503 null');
          site.clock.now = NOON + 1_000;
          expect(await visit(ending.path)).toBe('410 null');
        });
        site.clock.now = NOON;
        aheadMs += 60_000;
        await update(unknown.id, { url: NEW });
        await visitUntil(known.path, `302 ${OLD}`);
        await visitUntil(unknown.path, `302 ${NEW}`);
      }));
  }

  test('a miss is not cached for longer than changes of other nodes may take', async () => {
    expect(await visit('/made-elsewhere')).toBe('404 null');
    const { id } = await addLink({ custom: 'made-here' });
    await site.database.db.updateTable('links').set({ alias: 'made-elsewhere' }).where('id', '=', id).execute();
    aheadMs += 1_001;
    expect(await visit('/made-elsewhere')).toBe(`302 ${OLD}`);
  });

  test('known links redirect after the store was closed', async () => {
    const other = await openTestSite(engine);
    const { key: owner } = await other.addUser();
    for (const custom of ['known', 'counted', 'unknown']) {
      const body = { url: OLD, custom, ...(custom === 'counted' && { max_clicks: 5 }) };
      await other.send('POST', '/api/url/add', { key: owner, body });
    }
    const statuses = async () =>
      Promise.all(['/known', '/counted', '/unknown'].map(async (path) => (await other.send('GET', path)).status));
    await other.send('GET', '/known');
    await other.send('GET', '/counted');
    await other.database.close();
    expect(await statuses()).toEqual([302, 503, 503]);
  });

  test('1,000 concurrent visits to an uncached link query the store once', async () => {
    const { path } = await addLink();
    const lookup = spyOn(site.site.services.links, 'findByAlias');
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => visit(path)));
    expect(new Set(answers)).toEqual(new Set([`302 ${OLD}`]));
    expect(lookup).toHaveBeenCalledTimes(1);
    lookup.mockRestore();
  });
});

onEachEngine('two nodes with one store', (engine) => {
  test('a change on one node takes effect on the other within five seconds', async () => {
    const environment = await newStoreEnvironment(engine);
    const [here, there] = [await openTestSite(engine, environment), await openTestSite(engine, environment)];
    const { key } = await here.addUser();
    const { id } = (await here.send('POST', '/api/url/add', { key, body: { url: OLD, custom: 'shared' } })).json;
    const visit = async () => (await there.send('GET', '/shared')).headers.get('Location');
    const changes = [{ url: NEW }, { url: NEW, status: 'disabled' }, { url: OLD, status: 'active' }];
    expect(await visit()).toBe(OLD);
    for (const [index, expected] of [NEW, null, OLD].entries()) {
      await here.send('PUT', `/api/url/${id}/update`, { key, body: changes[index] });
      aheadMs += 5_000;
      expect(await visit()).toBe(expected);
    }
    await here.send('DELETE', `/api/url/${id}/delete`, { key });
    aheadMs += 5_000;
    expect((await there.send('GET', '/shared')).status).toBe(404);
    await Promise.all([here.close(), there.close()]);
  });
});
