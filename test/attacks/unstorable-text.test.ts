import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { bodyFieldsOf, fillPath, operations, parametersOf } from '../support/operations.ts';
import { openTestSite, type Sent, type TestSite } from '../support/test-site.ts';

const NUL = 'a\u0000b';
const HALF = 'a\ud800b';

// Endpoints for sessions only refuse a key before they read anything.
const REFUSED_EARLIER = [401, 403];

onEachEngine('text that no store takes', (engine) => {
  let site: TestSite;
  let key: string;
  let requests = 0;

  beforeAll(async () => {
    site = await openTestSite(engine, { COMPATIBLE: 'yourls,shlink,kutt,bitly,dub,polr,older' });
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  /** Each from another address, because some endpoints limit them. */
  function send(method: string, path: string, sent: Sent = {}) {
    requests += 1;
    return site.send(method, path, { key, peer: `198.51.${requests >> 8}.${requests & 255}`, ...sent });
  }

  /** Whether the response refuses these fields, or refused the request before it read them. */
  async function assertRefused(method: string, path: string, names: string[], body?: object) {
    const { status, json } = await send(method, path, body && { body });
    const fields: string[] = (json?.errors ?? []).map(({ field }: { field: string }) => field);
    const missing = status === 400 ? names.filter((name) => !fields.some((field) => field.startsWith(name))) : [];
    const isRefused = (status === 400 && missing.length === 0) || REFUSED_EARLIER.includes(status);
    return isRefused ? [] : [{ request: `${method} ${path}`, status, missing }];
  }

  test('a NUL in the path of an operation is refused', async () => {
    guards('storable-text');
    const wrong = [];
    for (const { method, path, operation } of operations) {
      const names = parametersOf(operation, 'path');
      if (names.length > 0) wrong.push(...(await assertRefused(method, fillPath(path, 'a%00b'), names)));
    }
    expect(wrong).toEqual([]);
  });

  test('a NUL in the query of an operation is refused', async () => {
    guards('storable-text');
    const wrong = [];
    for (const { method, path, operation } of operations) {
      const names = parametersOf(operation, 'query');
      const query = names.map((name) => `${encodeURIComponent(name)}=a%00b`).join('&');
      if (names.length > 0) wrong.push(...(await assertRefused(method, `${fillPath(path, '1')}?${query}`, names)));
    }
    expect(wrong).toEqual([]);
  });

  test.each([NUL, HALF])('%j in the body of an operation is refused', async (text) => {
    guards('storable-text');
    const wrong = [];
    for (const { method, path, operation } of operations) {
      const names = bodyFieldsOf(operation);
      if (names.length === 0) continue;
      const body = Object.fromEntries(names.map((name) => [name, text]));
      wrong.push(...(await assertRefused(method, fillPath(path, '1'), names, body)));
    }
    expect(wrong).toEqual([]);
  });

  test('each such text is named at its place, beside the other invalid fields', async () => {
    guards('storable-text');
    const body = { url: 'no URL', tags: ['a', NUL], parameters: [{ name: HALF, value: NUL }], unknown: { a: [NUL] } };
    const { status, json } = await send('POST', '/api/url/add', { body });
    expect(status).toBe(400);
    expect(json.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      ...['parameters.0.name', 'parameters.0.value', 'tags.1', 'unknown.a.0', 'url'],
    ]);
  });

  test('a row of an imported file is refused, and not the file', async () => {
    guards('storable-text');
    const links = [{ url: 'https://example.com/1' }, { url: 'https://example.com/2', description: NUL }];
    const headers = { 'Content-Type': 'application/json' };
    const { status, json } = await send('POST', '/api/urls/import', { body: { links }, headers });
    expect(status).toBe(200);
    expect(json.rows.map(({ errors = [] }: { errors?: unknown[] }) => errors.length)).toEqual([0, 1]);
  });

  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const foreign: [name: string, method: string, path: string, sent: () => Sent, status: number][] = [
    ['YOURLS, user name', 'GET', '/yourls-api.php?username=a%00b&password=hello', () => ({}), 400],
    ['YOURLS, password', 'GET', '/yourls-api.php?username=ab&password=a%00b', () => ({}), 400],
    ['YOURLS, signature', 'GET', '/yourls-api.php?signature=a%00b', () => ({}), 400],
    ['YOURLS, form', 'POST', '/yourls-api.php', () => ({ body: 'username=a%00b&password=hello', headers: form }), 400],
    ['YOURLS, raw', 'POST', '/yourls-api.php', () => ({ body: 'username=a\0b&password=hello', headers: form }), 400],
    ['YOURLS, alias', 'GET', '/yourls-api.php?action=expand&shorturl=a%00b&signature=KEY', () => ({}), 400],
    ['Shlink, short URL', 'GET', '/rest/v3/short-urls/a%00b', byHeader, 400],
    ['Shlink, visits', 'GET', '/rest/v3/short-urls/a%00b/visits', byHeader, 400],
    ['Shlink, deleted visits', 'DELETE', '/rest/v3/short-urls/a%00b/visits', byHeader, 400],
    ['Shlink, rules', 'GET', '/rest/v3/short-urls/a%00b/redirect-rules', byHeader, 400],
    ['Shlink, change', 'PATCH', '/rest/v3/short-urls/a%00b', () => ({ ...byHeader(), body: { title: 'x' } }), 400],
    ['Shlink, tag', 'GET', '/rest/v3/tags/a%00b/visits', byHeader, 400],
    ['Shlink, domain', 'GET', '/rest/v3/domains/a%00b/visits', byHeader, 400],
    ['Shlink, filter', 'GET', '/rest/v3/short-urls?searchTerm=a%00b', byHeader, 400],
    ['Shlink, old name', 'PUT', '/rest/v3/tags', () => ({ ...byHeader(), body: { oldName: NUL, newName: 'x' } }), 400],
    ['Shlink, half', 'PUT', '/rest/v3/tags', () => ({ ...byHeader(), body: { oldName: HALF, newName: 'x' } }), 400],
    ['Kutt, target', 'POST', '/api/v2/links', () => ({ ...byKutt(), body: { target: NUL } }), 400],
    [
      'Kutt, form',
      'POST',
      '/api/v2/links',
      () => ({ headers: { ...byKutt().headers, ...form }, body: 'target=%00' }),
      400,
    ],
    ['Kutt, search', 'GET', '/api/v2/links?search=a%00b', byKutt, 400],
    ['Kutt, UUID', 'GET', '/api/v2/links/a%00b/stats', byKutt, 400],
    ['Kutt, address', 'POST', '/api/v2/domains', () => ({ ...byKutt(), body: { address: NUL } }), 400],
    ['Bitly, bitlink', 'GET', '/v4/bitlinks/localhost:3000/a%00b', () => ({}), 400],
    ['Bitly, body', 'POST', '/v4/expand', () => ({ body: { bitlink_id: `localhost:3000/${NUL}` } }), 400],
    ['Bitly, group', 'GET', '/v4/groups/a%00b/bitlinks', () => ({}), 400],
    ['Bitly, query', 'GET', '/v4/groups/B1/bitlinks?query=a%00b', () => ({}), 400],
    ['Dub, id', 'GET', '/dub/links/a%00b', () => ({}), 422],
    ['Dub, external id', 'PATCH', '/dub/links/ext_a%00b', () => ({ body: { title: 'x' } }), 422],
    ['Dub, key', 'GET', '/dub/links/info?domain=localhost:3000&key=a%00b', () => ({}), 422],
    ['Dub, tag', 'POST', '/dub/tags', () => ({ body: { name: NUL } }), 422],
    ['Dub, bulk', 'PATCH', '/dub/links/bulk', () => ({ body: { externalIds: [NUL], data: { title: 'x' } } }), 422],
    ['Dub, domain', 'PATCH', '/dub/domains/a%00b', () => ({ body: { slug: 'x.example' } }), 422],
    ['Dub, events', 'GET', '/dub/events?externalId=a%00b', () => ({}), 422],
    ['Dub, QR code', 'GET', '/dub/qr?url=http%3A%2F%2Fa%00b', () => ({}), 422],
    ['Polr, ending', 'GET', '/api/v2/action/lookup?key=KEY&url_ending=a%00b', () => ({}), 400],
    ['Polr, key', 'GET', '/api/v2/action/lookup?key=a%00b&url_ending=x', () => ({}), 400],
    ['an older program', 'GET', '/api?key=KEY&url=https%3A%2F%2Fexample.com&custom=a%00b', () => ({}), 400],
  ];
  function byHeader() {
    return { headers: { 'X-Api-Key': key } };
  }
  function byKutt() {
    return { headers: { 'X-API-KEY': key } };
  }

  test('is refused by the APIs of other products, in their words', async () => {
    guards('storable-text');
    const answered = [];
    for (const [name, method, path, sent] of foreign)
      answered.push([name, (await send(method, path.replace('KEY', key), sent())).status]);
    expect(answered).toEqual(foreign.map(([name, , , , status]) => [name, status]));
  });

  test('finds nothing on public pages', async () => {
    guards('storable-text');
    const found = [];
    for (const path of [
      ...['/a%00b', '/a%00b+', '/a%00b~', '/r/a%00b', '/@a%00b', '/u/a%00b/c', '/u/a/b%00c', '/cta/a%00b', '/qr/a%00b'],
      ...[
        '/app/a%00b',
        '/docs/a%00b',
        '/.well-known/a%00b',
        '/card/a%00b',
        '/block/a%00b',
        '/a%00b/b',
        '/robots%00.txt',
      ],
      ...['/internal/tls-ask?domain=a%00b.example', '/setup?token=a%00b', '/docs/search.json?q=%00'],
    ]) {
      for (const method of ['GET', 'POST']) {
        const { status } = await send(method, path, { peer: '127.0.0.1', ...(method === 'POST' && { body: 'a=%00' }) });
        if (status >= 500) found.push([method, path, status]);
      }
    }
    expect(found).toEqual([]);
  });
});
