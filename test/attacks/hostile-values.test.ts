import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { bodyFieldsOf, fillPath, operations, parametersOf } from '../support/operations.ts';
import { openTestSite, type Sent, type TestSite } from '../support/test-site.ts';

/** Neither text nor number: `String()` and `Number()` of it throw. */
const NOT_TEXT = { toString: 1, valueOf: 1 };

const HOSTILE: unknown[] = [
  NOT_TEXT,
  JSON.parse('{"__proto__": {"toString": 1}}'),
  ...[1e308, 9_007_199_254_740_992, -1, true],
  ...['99999999999y', '+275760-09-13T00:00:00Z', 'constructor'],
];

/** Few of them, for calls that are slow. */
const FEW: unknown[] = [NOT_TEXT, [NOT_TEXT], { a: NOT_TEXT }, 1e308, '99999999999y', '+275760-09-13T00:00:00Z'];

/** The same value at the places where lists of objects have texts. */
function nest(value: unknown): unknown[] {
  const parts = { ...{ type: value, name: value, value, url: value, link: value, in: [value], id: value } };
  const more = { location: value, device: value, language: value, data: value, text: value, title: value };
  const rule = { ...{ name: value, url: 'https://example.com/' }, when: [parts, { type: 'country', in: [value] }] };
  const split = { when: [], split: [{ url: value, name: value, weight: value }] };
  return [value, [value], [[value]], [{ ...parts, ...more }], [rule, split], { ...parts, ...more }];
}

onEachEngine('values that are no text', (engine) => {
  let site: TestSite;
  let key: string;
  let requests = 0;

  beforeAll(async () => {
    site = await openTestSite(engine, { COMPATIBLE: 'all' });
    key = (await site.addUser()).key;
    await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/', custom: 'one' } });
  });
  afterAll(() => site.close());

  /** Each from another address, because some endpoints limit them. */
  function send(method: string, path: string, sent: Sent = {}) {
    requests += 1;
    return site.send(method, path, { key, peer: `198.51.${(requests >> 8) & 255}.${requests & 255}`, ...sent });
  }

  async function listBroken(requested: [method: string, path: string, sent: Sent][]) {
    const broken = [];
    for (const [method, path, sent] of requested) {
      const { status } = await send(method, path, sent);
      if (status >= 500 && status !== 503) broken.push([method, path, status, JSON.stringify(sent.body)]);
    }
    return broken;
  }

  test('are refused in the body of every operation', async () => {
    guards('input-bounds');
    const requested = operations.flatMap(({ method, path, operation }) => {
      const names = bodyFieldsOf(operation);
      const bodies = HOSTILE.flatMap(nest).map((value) => Object.fromEntries(names.map((name) => [name, value])));
      if (names.length === 0 || path.includes('/backup')) return [];
      return bodies.map((body): [string, string, Sent] => [method, fillPath(path, '1'), { body }]);
    });
    expect(await listBroken(requested)).toEqual([]);
  });

  test('are refused in the query of every operation', async () => {
    guards('input-bounds');
    const texts = HOSTILE.map((value) => encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value)));
    const requested = operations.flatMap(({ method, path, operation }) => {
      const names = parametersOf(operation, 'query').map(encodeURIComponent);
      const queries = names.length === 0 ? [] : texts.map((text) => names.map((name) => `${name}=${text}`).join('&'));
      if (operation.responses['200']?.content?.['text/event-stream']) return [];
      return queries.map((query): [string, string, Sent] => [method, `${fillPath(path, '1')}?${query}`, {}]);
    });
    expect(await listBroken(requested)).toEqual([]);
  });

  test('are refused in the rows of an imported file', async () => {
    guards('input-bounds');
    const names = ['url', 'custom', 'created', 'clicks', 'tags', 'domain', 'expiry', 'rules', 'parameters', 'password'];
    const links = HOSTILE.flatMap(nest).flatMap((value) => [
      value,
      ...names.map((name) => ({ url: 'https://example.com/', [name]: value })),
    ]);
    const headers = { 'Content-Type': 'application/json' };
    const requested = ['', '?taken=rename', '?taken=rename&tag=x'].flatMap((query) =>
      Array.from({ length: Math.ceil(links.length / 500) }, (_, page): [string, string, Sent] => {
        const body = { links: links.slice(page * 500, page * 500 + 500) };
        return ['POST', `/api/urls/import${query}${query === '' ? '?' : '&'}dry_run=1`, { body, headers }];
      }),
    );
    expect(await listBroken(requested)).toEqual([]);
  });

  test('are refused by the APIs of other products', async () => {
    guards('input-bounds');
    const [kutt, shlink] = [{ 'X-API-KEY': key }, { 'X-Api-Key': key }];
    const link = (await send('POST', '/api/v2/links', { headers: kutt, body: { target: 'https://example.com/' } }))
      .json;
    const target = 'https://example.com/';
    const calls: [method: string, path: string, headers: Record<string, string>, base: object, names: string[]][] = [
      ...(['POST /api/v2/links', `PATCH /api/v2/links/${link.id}`] as const).map(
        (call): [string, string, Record<string, string>, object, string[]] => [
          ...(call.split(' ') as [string, string]),
          kutt,
          { target },
          ['target', 'customurl', 'address', 'password', 'description', 'expire_in', 'reuse', 'domain', 'apikey'],
        ],
      ),
      ['POST', '/api/v2/domains', kutt, {}, ['address', 'homepage']],
      ...(['POST /rest/v3/short-urls', 'PATCH /rest/v3/short-urls/one'] as const).map(
        (call): [string, string, Record<string, string>, object, string[]] => [
          ...(call.split(' ') as [string, string]),
          shlink,
          { longUrl: target },
          [
            ...['longUrl', 'deviceLongUrls', 'validSince', 'validUntil', 'maxVisits', 'tags', 'title', 'crawlable'],
            ...['forwardQuery', 'customSlug', 'pathPrefix', 'findIfExists', 'domain', 'shortCodeLength'],
          ],
        ],
      ),
      ['POST', '/rest/v3/short-urls/one/redirect-rules', shlink, {}, ['redirectRules', 'longUrl', 'conditions']],
      ['PUT', '/rest/v3/tags', shlink, { oldName: 'a', newName: 'b' }, ['oldName', 'newName']],
      ['PATCH', '/rest/v3/domains/redirects', shlink, { domain: 'x.example' }, ['domain', 'baseUrlRedirect']],
      ['POST', '/v4/shorten', {}, { long_url: target }, ['long_url', 'domain', 'group_guid', 'tags', 'title']],
      [
        ...(['POST', '/v4/bitlinks', {}, { long_url: target }] as const),
        ['long_url', 'keyword', 'expiration_at', 'tags', 'title', 'archived', 'deeplinks', 'domain'],
      ],
      ['PATCH', '/v4/bitlinks/localhost:3000/one', {}, {}, ['long_url', 'title', 'tags', 'expiration_at', 'archived']],
      ['POST', '/v4/expand', {}, {}, ['bitlink_id']],
      ...(['POST /dub/links', 'PUT /dub/links/upsert', 'POST /dub/tags', 'POST /dub/domains'] as const).map(
        (call): [string, string, Record<string, string>, object, string[]] => [
          ...(call.split(' ') as [string, string]),
          {},
          { url: target },
          [
            ...[
              'url',
              'key',
              'domain',
              'expiresAt',
              'tagIds',
              'tagNames',
              'tagId',
              'geo',
              'ios',
              'keyLength',
              'prefix',
            ],
            ...['comments', 'password', 'externalId', 'utm_source', 'name', 'color', 'slug', 'testVariants'],
          ],
        ],
      ),
      ['PATCH', '/dub/links/bulk', {}, { linkIds: [] }, ['linkIds', 'externalIds', 'data']],
      ['POST', '/api/v2/action/shorten', {}, { key, url: target }, ['url', 'custom_ending', 'is_secret', 'key']],
      ['POST', '/api/v2/action/shorten_bulk', {}, { key, response_type: 'json' }, ['data']],
    ];
    const json = { 'Content-Type': 'application/json' };
    const requested = calls.flatMap(([method, path, headers, base, names]) =>
      names.flatMap((name) =>
        FEW.map((value): [string, string, Sent] => [
          ...([method, path] as const),
          { headers: { ...json, ...headers }, body: { ...base, [name]: value } },
        ]),
      ),
    );
    const bulk = (entry: object) => JSON.stringify({ links: [{ url: target, ...entry }] });
    for (const value of FEW)
      for (const name of ['url', 'custom_ending', 'is_secret']) {
        const body = { key, response_type: 'json', data: bulk({ [name]: value }) };
        requested.push(['POST', '/api/v2/action/shorten_bulk', { headers: json, body }]);
      }
    const texts = ['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31', '1e308'];
    for (const text of texts.map(encodeURIComponent))
      for (const [path, headers] of [
        [`/v4/bitlinks/localhost:3000/one/clicks?unit=month&unit_reference=${text}`, {}],
        [`/v4/bitlinks/localhost:3000/one/clicks?unit=hour&units=5&unit_reference=${text}`, {}],
        [`/v4/bitlinks/localhost:3000/one/countries?unit=week&unit_reference=${text}`, {}],
        [`/dub/analytics?start=${text}`, {}],
        [`/dub/analytics?end=${text}`, {}],
        [`/dub/analytics?groupBy=timeseries&start=${text}&end=${text}`, {}],
        [`/dub/analytics?interval=ytd&timezone=Asia%2FTokyo&end=${text}`, {}],
        [`/dub/events?start=${text}&end=${text}`, {}],
        [`/rest/v3/short-urls?startDate=${text}&endDate=${text}`, shlink],
        [`/rest/v3/short-urls/one/visits?startDate=${text}`, shlink],
        [`/rest/v3/visits/orphan?endDate=${text}`, shlink],
        [`/api/v2/data/link?key=${key}&response_type=json&url_ending=one&stats_type=day&left_bound=${text}`, {}],
        [`/api/v2/data/link?key=${key}&response_type=json&url_ending=one&stats_type=day&right_bound=${text}`, {}],
        [`/yourls-api.php?signature=${key}&action=stats&filter=${text}&limit=${text}&start=${text}&timestamp=`, {}],
        [`/yourls-api.php?signature=x&timestamp=${text}`, {}],
      ] as const)
        requested.push(['GET', path, { headers }]);
    expect(await listBroken(requested)).toEqual([]);
  });

  test('are refused in the arguments of every tool of MCP', async () => {
    guards('input-bounds');
    const rpc = (method: string, params: object) =>
      send('POST', '/mcp', {
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: { jsonrpc: '2.0', id: 1, method, params },
      });
    const { tools } = (await rpc('tools/list', {})).json.result;
    const wrong = [];
    for (const { name, inputSchema } of tools)
      for (const argument of Object.keys(inputSchema.properties))
        for (const value of [...FEW, { social: [NOT_TEXT] }, { social: NOT_TEXT }, 'a\0b', 'a\ud800']) {
          const given = {
            id: 1,
            dry_run: true,
            ...(name === 'create_link' && { url: 'https://example.com/' }),
            [argument]: value,
          };
          const { status, json } = await rpc('tools/call', { name, arguments: given });
          const text = json?.result?.content?.[0]?.text ?? JSON.stringify(json);
          if (status >= 500 || text.includes('internal') || text.includes('request ID'))
            wrong.push([name, argument, JSON.stringify(value), text.slice(0, 80)]);
        }
    expect(wrong).toEqual([]);
  });
});
