import { afterAll, beforeAll, expect, test } from 'bun:test';
import { ShlinkApiClient } from '@shlinkio/shlink-js-sdk';
import type { ShlinkShortUrlsListParams } from '@shlinkio/shlink-js-sdk/api-contract';
import { FetchHttpClient } from '@shlinkio/shlink-js-sdk/fetch';
import { onEachEngine } from '../../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

// The unmodified client of Shlink: the same code runs in its web client.
onEachEngine('the SDK of Shlink', (engine) => {
  let site: TestSite;
  let client: ShlinkApiClient;
  let key: string;
  let visits = 0;

  function clientOf(apiKey: string): ShlinkApiClient {
    const send = (url: string, init?: RequestInit) =>
      site.site.handle(new Request(url, init), { requestIP: () => ({ address: '203.0.113.9' }) });
    return new ShlinkApiClient(new FetchHttpClient(send as unknown as typeof fetch), {
      baseUrl: 'http://localhost:3000',
      apiKey,
    });
  }

  beforeAll(async () => {
    site = await openTestSite(engine, { COMPATIBLE: 'shlink' });
    await site.addUser();
    key = (await site.addUser()).key;
    client = clientOf(key);
    await site.send('POST', '/api/domain/add', { key, body: { domain: 'https://go.brand.example' } });
  });
  afterAll(() => site.close());

  /** A visit one second after the one before, by another address. */
  async function visit(path: string, agent: string, headers: Record<string, string> = {}) {
    visits += 1;
    site.clock.now = NOON + visits * 1_000;
    const peer = `10.0.${Math.floor(visits / 200)}.${1 + (visits % 200)}`;
    return site.send('GET', path, { peer, headers: { 'User-Agent': agent, ...headers } });
  }

  /** What a call is refused with. */
  async function refusal(work: Promise<unknown>): Promise<unknown> {
    return work.then(
      () => 'not refused',
      (error: unknown) => error,
    );
  }

  test('creates, finds, changes and deletes short URLs', async () => {
    const created = await client.createShortUrl({
      ...{
        longUrl: 'https://example.com',
        customSlug: 'spring sale/one',
        tags: ['Zeta', 'alpha one'],
        title: ' Sale ',
      },
      ...{ validSince: '2020-01-01T01:00:00+01:00', validUntil: '2030-01-01', maxVisits: 5, forwardQuery: true },
    });
    expect(created).toEqual({
      shortCode: 'spring-sale-one',
      shortUrl: 'http://localhost:3000/spring-sale-one',
      longUrl: 'https://example.com',
      dateCreated: '2026-11-16T12:00:00+00:00',
      tags: ['zeta', 'alpha-one'],
      meta: { validSince: '2020-01-01T00:00:00+00:00', validUntil: '2030-01-01T00:00:00+00:00', maxVisits: 5 },
      domain: null,
      title: 'Sale',
      crawlable: false,
      forwardQuery: true,
      visitsSummary: { total: 0, nonBots: 0, bots: 0 },
      hasRedirectRules: false,
    });
    expect((await client.listShortUrls()).data).toEqual([created]);
    expect(await client.getShortUrl(created)).toEqual(created);
    const changed = await client.updateShortUrl(created, { tags: ['two', 'one'], title: null, maxVisits: null });
    expect(changed).toMatchObject({ tags: ['two', 'one'], title: null, longUrl: 'https://example.com' });
    expect(changed.meta).toEqual({ ...created.meta, maxVisits: null });
    await client.deleteShortUrl(created);
    expect(await refusal(client.getShortUrl(created))).toEqual({
      title: 'Short URL not found',
      type: 'https://shlink.io/api/error/short-url-not-found',
      detail: 'No URL found with short code "spring-sale-one"',
      status: 404,
      shortCode: 'spring-sale-one',
    });
  });

  test('codes have the wanted length, and an existing short URL is found by all given fields', async () => {
    const { shortCode } = await client.createShortUrl({ longUrl: 'https://a.example/', shortCodeLength: 4 });
    expect(shortCode).toHaveLength(4);
    const find = (body: object) =>
      client.createShortUrl({ longUrl: 'https://a.example/', findIfExists: true, ...body });
    expect((await find({})).shortCode).toBe(shortCode);
    const tagged = await find({ tags: ['b', 'a'] });
    expect(tagged.shortCode).not.toBe(shortCode);
    expect((await find({ tags: ['a', 'b'] })).shortCode).toBe(tagged.shortCode);
    expect((await find({ tags: ['a'] })).shortCode).not.toBe(tagged.shortCode);
    const other = await find({ domain: 'go.brand.example', customSlug: 'b' });
    expect(other).toMatchObject({ domain: 'go.brand.example', shortUrl: 'https://go.brand.example/b', shortCode: 'b' });
    expect((await client.getShortUrl(other)).domain).toBe('go.brand.example');
  });

  test('what is wrong is refused by name, and stores nothing', async () => {
    const before = (await client.listShortUrls({ itemsPerPage: -1 })).pagination.totalItems;
    const longUrl = 'https://a.example/';
    await client.createShortUrl({ longUrl, customSlug: 'taken' });
    const wrong: [object, string[]][] = [
      [{}, ['longUrl']],
      [{ longUrl: 'example.com' }, ['longUrl']],
      [{ longUrl: 'mailto:me@example.com' }, ['longUrl']],
      [{ longUrl: 'http://localhost:3000/x' }, ['longUrl']],
      [{ longUrl, customSlug: 'a?b' }, ['customSlug']],
      [{ longUrl, customSlug: 'rest' }, ['customSlug']],
      [{ longUrl, shortCodeLength: 3 }, ['shortCodeLength']],
      [{ longUrl, maxVisits: 'many' }, ['maxVisits']],
      [{ longUrl, validUntil: 'tomorrow' }, ['validUntil']],
      [{ longUrl, tags: 'a' }, ['tags']],
      [{ longUrl, domain: 'other.example' }, ['domain']],
      [{ longUrl, crawlable: true }, ['crawlable']],
    ];
    for (const [body, invalidElements] of wrong) {
      const failure = await refusal(client.createShortUrl(body as { longUrl: string }));
      const type = 'https://shlink.io/api/error/invalid-data';
      expect([body, failure]).toMatchObject([body, { type, status: 400, invalidElements }]);
    }
    expect(await refusal(client.createShortUrl({ longUrl, customSlug: 'taken' }))).toEqual({
      title: 'Invalid custom slug',
      type: 'https://shlink.io/api/error/non-unique-slug',
      detail: 'Provided slug "taken" is already in use.',
      status: 400,
      customSlug: 'taken',
    });
    expect((await client.listShortUrls({ itemsPerPage: -1 })).pagination.totalItems).toBe(before + 1);
  });

  test('lists are filtered, sorted and paged', async () => {
    const { key: ownKey } = await site.addUser();
    const own = clientOf(ownKey);
    for (const [customSlug, tags, title] of [
      ['la', ['x', 'y'], 'Änder'],
      ['lb', ['x'], 'Beta'],
      ['lc', ['y'], 'Gamma'],
    ] as const)
      await own.createShortUrl({ longUrl: `https://${customSlug}.example/`, customSlug, tags: [...tags], title });
    const codes = async (params: ShlinkShortUrlsListParams) =>
      (await own.listShortUrls(params)).data.map(({ shortCode }: { shortCode: string }) => shortCode).join(' ');
    const orderBy = { field: 'shortCode', dir: 'ASC' } as const;
    expect(await codes({ orderBy })).toBe('la lb lc');
    expect(await codes({ orderBy, tags: ['x', 'y'] })).toBe('la lb lc');
    expect(await codes({ orderBy, tags: ['x', 'y'], tagsMode: 'all' })).toBe('la');
    expect(await codes({ orderBy, excludeTags: ['x', 'y'] })).toBe('');
    expect(await codes({ orderBy, excludeTags: ['x', 'y'], excludeTagsMode: 'all' })).toBe('lb lc');
    expect(await codes({ searchTerm: 'ÄNDER' })).toBe('la');
    expect(await codes({ searchTerm: 'lb.exam' })).toBe('lb');
    expect(await codes({ domain: 'DEFAULT', orderBy: { field: 'title', dir: 'DESC' } })).toBe('la lc lb');
    expect(await codes({ domain: 'none.example' })).toBe('');
    expect(await codes({ startDate: '2030-01-01T00:00:00+00:00' })).toBe('');
    expect(await codes({ apiKeyName: 'nobody' })).toBe('');
    const robot = await site.send('POST', '/api/key/add', { key: ownKey, body: { name: 'robot' } });
    await clientOf(robot.json.apikey).createShortUrl({ longUrl: 'https://r.example/', customSlug: 'lr' });
    expect(await codes({ apiKeyName: 'robot' })).toBe('lr');
    await own.deleteShortUrl({ shortCode: 'lr' });
    const page = await own.listShortUrls({ page: '2', itemsPerPage: 2, orderBy });
    expect(page.data.map(({ shortCode }: { shortCode: string }) => shortCode)).toEqual(['lc']);
    expect(page.pagination as object).toEqual({
      ...{ currentPage: 2, pagesCount: 2, itemsPerPage: 2, itemsInCurrentPage: 1, totalItems: 3 },
    });
    await own.updateShortUrl({ shortCode: 'lb' }, { maxVisits: 1 });
    await own.updateShortUrl({ shortCode: 'lc' }, { validUntil: '2020-01-01T00:00:00Z' });
    expect((await visit('/lb', FIREFOX)).status).toBe(302);
    expect(await codes({ orderBy, excludeMaxVisitsReached: true })).toBe('la lc');
    expect(await codes({ orderBy, excludePastValidUntil: true })).toBe('la lb');
    expect(await codes({ orderBy: { field: 'visits', dir: 'DESC' }, itemsPerPage: 1 })).toBe('lb');
  });

  test('redirect rules become rules, and what cannot be expressed is refused as a whole', async () => {
    const code = { shortCode: 'ruled' };
    await client.createShortUrl({ longUrl: 'https://a.example/', customSlug: 'ruled' });
    const condition = (type: string, matchValue: string | null, matchKey: string | null = null) =>
      ({ type, matchKey, matchValue }) as never;
    const redirectRules = [
      {
        longUrl: 'https://ios.example',
        conditions: [condition('device', 'ios'), condition('any-value-query-param', null, 'q')],
      },
      { longUrl: 'https://de.example/', conditions: [condition('language', 'de')] },
      { longUrl: 'https://mobile.example/', conditions: [condition('device', 'mobile')] },
      {
        longUrl: 'https://all.example/',
        conditions: [
          condition('query-param', 'b', 'a'),
          condition('valueless-query-param', null, 'v'),
          condition('ip-address', '192.168.10.0/24'),
          condition('geolocation-country-code', 'DE'),
          condition('geolocation-city-name', 'Berlin'),
          condition('before-date', '2030-01-01T00:00:00+00:00'),
          condition('after-date', '2020-01-01T00:00:00+00:00'),
          condition('browser', 'android_browser'),
        ],
      },
    ];
    const shown = {
      defaultLongUrl: 'https://a.example/',
      redirectRules: redirectRules.map((rule, index) => ({ ...rule, priority: index + 1 })),
    };
    expect(await client.setShortUrlRedirectRules(code, { redirectRules })).toEqual(shown);
    expect(await client.getShortUrlRedirectRules(code)).toEqual(shown);
    expect((await client.getShortUrl(code)).hasRedirectRules).toBe(true);
    expect((await visit('/ruled?q', IPHONE)).headers.get('Location')).toBe('https://ios.example?q=');
    expect((await visit('/ruled', FIREFOX, { 'Accept-Language': 'de-AT' })).headers.get('Location')).toBe(
      'https://de.example/',
    );
    for (const wrong of [
      condition('ip-address', '10.*.1.*'),
      condition('device', 'toaster'),
      condition('geolocation-country-code', 'Germany'),
      condition('before-date', 'soon'),
      condition('moon-phase', 'full'),
    ]) {
      const rules = [{ longUrl: 'https://b.example/', conditions: [wrong] }];
      const failure = await refusal(client.setShortUrlRedirectRules(code, { redirectRules: rules }));
      expect([wrong, failure]).toMatchObject([wrong, { status: 400, invalidElements: ['redirectRules'] }]);
    }
    expect(await client.getShortUrlRedirectRules(code)).toEqual(shown);
    const [row] = (await site.send('GET', '/api/urls?short=ruled', { key })).json.data.urls;
    const split = [{ when: [], split: [{ url: 'https://c.example/', weight: 1 }] }];
    await site.send('PUT', `/api/url/${row.id}/update`, { key, body: { url: 'https://a.example/', rules: split } });
    expect(await refusal(client.getShortUrlRedirectRules(code))).toMatchObject({ status: 400 });
    expect((await client.setShortUrlRedirectRules(code, { redirectRules: [] })).redirectRules).toEqual([]);
    const body = { url: 'https://a.example/', custom: 'closed', password: 'secret' };
    await site.send('POST', '/api/url/add', { key, body });
    expect((await client.getShortUrl({ shortCode: 'closed' })).hasRedirectRules).toBe(true);
    expect(await refusal(client.getShortUrlRedirectRules({ shortCode: 'closed' }))).toMatchObject({ status: 400 });
  });

  test('visits are complete on every page, newest first', async () => {
    const own = clientOf((await site.addUser()).key);
    const code = { shortCode: 'visited' };
    await own.createShortUrl({ longUrl: 'https://a.example/', customSlug: 'visited', tags: ['t'] });
    const first = visits + 1;
    for (let count = 0; count < 6; count += 1) await visit('/visited', count === 3 ? GOOGLEBOT : FIREFOX);
    await visit('/visited', IPHONE, { Referer: 'https://news.example/page' });
    const all = await own.getShortUrlVisits(code);
    expect(all.data).toHaveLength(7);
    expect(all.data[0]).toEqual({
      referer: 'https://news.example',
      date: new Date(NOON + visits * 1_000).toISOString().replace('.000Z', '+00:00'),
      userAgent: expect.stringMatching(/iOS.*Safari/),
      visitLocation: null,
      potentialBot: false,
      visitedUrl: 'http://localhost:3000/visited',
      redirectUrl: null,
    });
    expect(all.data[1]?.userAgent).toMatch(/Windows.*Firefox/);
    const paged = [];
    for (const page of [1, 2, 3, 4]) paged.push(await own.getShortUrlVisits(code, { page, itemsPerPage: 3 }));
    expect(paged.flatMap(({ data }) => data)).toEqual(all.data);
    expect(paged.map(({ pagination }) => [pagination.totalItems, pagination.pagesCount])).toEqual(
      Array.from({ length: 4 }, () => [7, 3]),
    );
    expect((await own.getShortUrlVisits(code, { excludeBots: true })).pagination.totalItems).toBe(6);
    const startDate = new Date(NOON + (first + 1) * 1_000).toISOString();
    const endDate = new Date(NOON + (first + 2) * 1_000).toISOString();
    expect((await own.getShortUrlVisits(code, { startDate, endDate })).pagination.totalItems).toBe(2);
    const summary = { total: 7, nonBots: 6, bots: 1 };
    expect((await own.getShortUrl(code)).visitsSummary).toEqual(summary);
    expect(await own.getVisitsOverview()).toEqual({
      nonOrphanVisits: summary,
      orphanVisits: { total: 0, nonBots: 0, bots: 0 },
    });
    expect((await own.tagsStats()).data).toEqual([{ tag: 't', shortUrlsCount: 1, visitsSummary: summary }]);
    expect((await own.getTagVisits('t')).data).toEqual(all.data);
    expect((await own.getNonOrphanVisits({ domain: 'DEFAULT' })).data).toEqual(all.data);
    expect((await own.getDomainVisits('DEFAULT')).data).toEqual(all.data);
    expect(await refusal(own.getTagVisits('none'))).toMatchObject({ status: 404, tag: 'none' });
    expect(await refusal(own.getDomainVisits('no.example'))).toMatchObject({ status: 404, authority: 'no.example' });
    expect(await own.deleteShortUrlVisits(code)).toEqual({ deletedVisits: 7 });
    expect((await own.getShortUrlVisits(code)).pagination.totalItems).toBe(0);
    expect((await own.getShortUrl(code)).visitsSummary.total).toBe(0);
  });

  test('requests for missing aliases are orphan visits', async () => {
    await visit('/nothing', FIREFOX, { Host: 'go.brand.example' });
    await visit('/nothing', FIREFOX, { Host: 'go.brand.example' });
    const { data, pagination } = await client.getOrphanVisits({ itemsPerPage: 1, page: 2 });
    expect(data).toMatchObject([{ visitedUrl: 'https://go.brand.example/nothing', type: 'invalid_short_url' }]);
    expect(pagination.totalItems).toBe(2);
    expect((await client.getOrphanVisits({ type: 'base_url' })).data).toEqual([]);
    expect((await client.getOrphanVisits({ domain: 'DEFAULT' })).data).toEqual([]);
    expect((await client.getVisitsOverview()).orphanVisits.total).toBe(2);
    expect(await client.deleteOrphanVisits()).toEqual({ deletedVisits: 2 });
    expect((await client.getOrphanVisits()).data).toEqual([]);
  });

  test('tags are renamed and deleted on all short URLs', async () => {
    const own = clientOf((await site.addUser()).key);
    await own.createShortUrl({ longUrl: 'https://a.example/', customSlug: 'tagged', tags: ['m', 'foo', 'a'] });
    await own.editTag({ oldName: 'foo', newName: 'fooRenamed' });
    expect((await own.getShortUrl({ shortCode: 'tagged' })).tags).toEqual(['m', 'fooRenamed', 'a']);
    expect((await own.listTags()).data).toEqual(['a', 'fooRenamed', 'm']);
    expect((await own.listShortUrls({ tags: ['fooRenamed'] })).data).toHaveLength(1);
    expect(await refusal(own.editTag({ oldName: 'none', newName: 'x' }))).toMatchObject({ status: 404 });
    expect(await refusal(own.editTag({ oldName: 'a', newName: 'm' }))).toMatchObject({ status: 409, newName: 'm' });
    await own.deleteTags(['a', 'fooRenamed', 'none']);
    expect((await own.listTags()).data).toEqual(['m']);
  });

  test('domains have the redirects that both products have', async () => {
    const none = { baseUrlRedirect: null, regular404Redirect: null, invalidShortUrlRedirect: null };
    const set = { baseUrlRedirect: 'https://root.example/', regular404Redirect: null, invalidShortUrlRedirect: null };
    expect(await client.editDomainRedirects({ ...set, domain: 'go.brand.example' })).toEqual(set);
    expect(await client.listDomains()).toEqual({
      data: [
        { domain: 'localhost:3000', isDefault: true, redirects: none },
        { domain: 'go.brand.example', isDefault: false, redirects: set },
      ],
      defaultRedirects: none,
    });
    const lost = { ...set, domain: 'go.brand.example', invalidShortUrlRedirect: 'https://lost.example/' };
    const invalidElements = ['regular404Redirect', 'invalidShortUrlRedirect'];
    expect(await refusal(client.editDomainRedirects(lost))).toMatchObject({ status: 400, invalidElements });
    const both = { ...lost, regular404Redirect: 'https://lost.example/' };
    expect(await client.editDomainRedirects(both)).toMatchObject({ regular404Redirect: 'https://lost.example/' });
    expect(await refusal(client.editDomainRedirects({ ...set, domain: 'localhost:3000' }))).toMatchObject({
      status: 400,
      invalidElements: ['baseUrlRedirect'],
    });
    expect(await refusal(client.editDomainRedirects({ ...set, domain: 'no.example' }))).toMatchObject({ status: 404 });
  });

  test('health needs no key, and there are no live updates', async () => {
    expect(await clientOf('').health()).toMatchObject({ status: 'pass', version: '5.1.5' });
    expect(await refusal(client.mercureInfo())).toMatchObject({ status: 501 });
  });

  test('a key is limited as in our own API', async () => {
    const missing = { type: 'https://shlink.io/api/error/missing-authentication', expectedHeaders: ['X-Api-Key'] };
    expect(await refusal(clientOf('').listShortUrls())).toMatchObject({ ...missing, status: 401 });
    const unknown = { type: 'https://shlink.io/api/error/invalid-api-key', status: 401 };
    expect(await refusal(clientOf('wrong').listTags())).toMatchObject(unknown);
    const stranger = clientOf((await site.addUser()).key);
    await client.createShortUrl({ longUrl: 'https://a.example/', customSlug: 'private' });
    const code = { shortCode: 'private' };
    for (const work of [
      () => stranger.getShortUrl(code),
      () => stranger.updateShortUrl(code, { title: 'x' }),
      () => stranger.deleteShortUrl(code),
      () => stranger.getShortUrlVisits(code),
      () => stranger.deleteShortUrlVisits(code),
      () => stranger.getShortUrlRedirectRules(code),
      () => stranger.setShortUrlRedirectRules(code, { redirectRules: [] }),
    ])
      expect(await refusal(work())).toMatchObject({ status: 404, shortCode: 'private' });
    const body = { name: 'reader', scopes: ['read'], rate_limit: 4 };
    const { json } = await site.send('POST', '/api/key/add', { key, body });
    const reader = clientOf(json.apikey);
    expect((await reader.getShortUrl(code)).shortCode).toBe('private');
    expect(await refusal(reader.createShortUrl({ longUrl: 'https://a.example/' }))).toMatchObject({ status: 403 });
    expect(await refusal(reader.deleteTags(['a']))).toMatchObject({
      type: 'https://shlink.io/api/error/forbidden-tag-operation',
    });
    await reader.listTags();
    expect(await refusal(reader.listTags())).toMatchObject({ status: 429, title: 'Too many requests' });
  });
});
