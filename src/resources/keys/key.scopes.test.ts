import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { type GrantedScope, hasScope, type Scope } from '../../core/scope.ts';
import type { OpenApi } from '../../http/openapi.ts';

const GRANTED: GrantedScope[][] = [['read'], ['write'], ['read', 'write'], ['links:read'], ['account']];

onEachEngine('scopes of keys', (engine) => {
  let site: TestSite;
  let first: string;
  let limited: { scopes: GrantedScope[]; key: string }[];

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '5000' });
    first = (await site.addUser()).key;
    limited = [];
    for (const scopes of GRANTED) limited.push({ scopes, key: await addKey({ scopes }) });
  });
  afterAll(() => site.close());

  async function addKey(limits: object, key = first): Promise<string> {
    const { json } = await site.send('POST', '/api/key/add', { key, body: { name: 'Limited', ...limits } });
    return json.apikey;
  }

  testWithoutStore(engine)(
    'every endpoint that needs a key refuses a key without its scope, and names the scope',
    async () => {
      const { paths } = (await site.send('GET', '/api/openapi.json')).json as OpenApi;
      const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
      );
      for (const { scopes, key } of limited) {
        for (const { path, method, security, 'x-scope': scope } of operations) {
          if (security) continue;
          expect([path, method, typeof scope]).toEqual([path, method, 'string']);
          if (hasScope(scopes, scope as Scope)) continue;
          const { status, json } = await site.send(method, path.replace(/\{\w+\}/g, '999999'), { key });
          expect([path, method, status, json.code, json.params]).toEqual([
            path,
            method,
            403,
            'scope_missing',
            { scope },
          ]);
        }
      }
    },
  );

  test('a key with the scope of an endpoint may use it', async () => {
    const key = await addKey({ scopes: ['links:read', 'links:write'] });
    const added = await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/' } });
    expect(added.json.error).toBe(0);
    expect((await site.send('GET', `/api/url/${added.json.id}`, { key })).status).toBe(200);
    expect((await site.send('GET', `/api/url/${added.json.id}/stats`, { key })).json.params).toEqual({
      scope: 'stats:read',
    });
  });

  test('the list shows the limits of keys, in normal form', async () => {
    const { key, id } = await site.addUser();
    const limits = {
      scopes: ['read', 'read', 'links:write'],
      addresses: ['10.1.2.3/8', '2001:0DB8::1', '::ffff:192.0.2.1'],
      rate_limit: 5,
      expires: '2027-01-01 00:00:00',
    };
    await addKey(limits, key);
    const { data } = (await site.send('GET', '/api/keys', { key })).json;
    expect(data.keys[0]).toMatchObject({
      account: false,
      workspace: id,
      scopes: ['read', 'links:write'],
      addresses: ['10.0.0.0/8', '2001:db8::1', '192.0.2.1'],
      rate_limit: 5,
      expiry: '2027-01-01 00:00:00',
    });
    expect(data.keys[1]).toMatchObject({ account: true, scopes: null, addresses: null, rate_limit: null });
  });

  test('a key creates no stronger key', async () => {
    const key = await addKey({ scopes: ['account', 'links:read'] });
    const attempts: [object, string][] = [
      [{}, 'links:write'],
      [{ scopes: ['read'] }, 'qr:read'],
      [{ scopes: ['links:write'] }, 'links:write'],
    ];
    for (const [limits, scope] of attempts) {
      const { status, json } = await site.send('POST', '/api/key/add', { key, body: { name: 'Stronger', ...limits } });
      expect([status, json.code, json.params]).toEqual([403, 'scope_missing', { scope }]);
    }
    expect(await addKey({ scopes: ['links:read'] }, key)).toStartWith('sp_');
    expect(await addKey({ scopes: ['links:read'], account: true }, key)).toStartWith('sp_');
  });

  test('a key creates no key that is accepted from more addresses, more often or for longer', async () => {
    const peer = '203.0.113.7';
    const own = { addresses: ['203.0.113.0/24'], rate_limit: 5, expires: '2027-01-01 00:00:00' };
    const key = await addKey({ ...own, account: true });
    const send = (limits: object) =>
      site.send('POST', '/api/key/add', { key, peer, body: { name: 'Stronger', ...own, ...limits } });
    for (const [limits, field] of [
      [{ addresses: null }, 'addresses'],
      [{ addresses: ['203.0.113.7', '203.0.112.0/23'] }, 'addresses'],
      [{ rate_limit: null }, 'rate_limit'],
      [{ expires: '2027-01-01 00:00:01' }, 'expires'],
    ] as const) {
      const { status, json } = await send(limits);
      expect([status, json.code, json.errors?.[0].field]).toEqual([403, 'scope_missing', field]);
    }
    expect((await send({ addresses: ['203.0.113.128/25'], rate_limit: 4 })).json.apikey).toStartWith('sp_');
  });

  test('account: true is the scope account', async () => {
    const key = await addKey({ scopes: ['links:read'], account: true });
    expect((await site.send('GET', '/api/account', { key })).status).toBe(200);
    expect((await site.send('GET', '/api/qr', { key })).status).toBe(403);
  });

  test('a key is accepted from its addresses only', async () => {
    const key = await addKey({ addresses: ['203.0.113.0/24', '2001:db8::/32'] });
    async function statusFrom(address: string): Promise<number> {
      return (await site.send('GET', '/api/urls', { key, peer: address })).status;
    }
    expect(await statusFrom('203.0.113.7')).toBe(200);
    expect(await statusFrom('::ffff:203.0.113.7')).toBe(200);
    expect(await statusFrom('2001:db8:1::1')).toBe(200);
    expect(await statusFrom('203.0.114.7')).toBe(403);
    expect(await statusFrom('2001:db9::1')).toBe(403);
  });

  test('requests from other addresses do not use up the requests of a key', async () => {
    const key = await addKey({ addresses: ['203.0.113.0/24'], rate_limit: 1 });
    const send = (peer: string) => site.send('GET', '/api/urls', { key, peer });
    expect([(await send('198.51.100.9')).status, (await send('198.51.100.9')).status]).toEqual([403, 403]);
    expect((await send('203.0.113.7')).status).toBe(200);
  });

  test('a key learns the URL of shared statistics only if it may read them', async () => {
    const added = await site.send('POST', '/api/url/add', { key: first, body: { url: 'https://example.com/' } });
    const path = `/api/url/${added.json.id}/share`;
    const key = await addKey({ scopes: ['links:read', 'links:write'] });
    for (const method of ['POST', 'PUT', 'GET']) {
      const { json } = await site.send(method, path, { key, ...(method !== 'GET' && { body: {} }) });
      expect([method, json.data.shared, json.data.url]).toEqual([method, true, null]);
    }
    const reading = await addKey({ scopes: ['links:read', 'stats:read'] });
    expect((await site.send('GET', path, { key: reading })).json.data.url).toContain('/app/shared/');
  });

  test('a key has its own rate limit, which never exceeds that of the server', async () => {
    const [low, high] = [await addKey({ rate_limit: 2 }), await addKey({ rate_limit: 999_999 })];
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await site.send('GET', '/api/urls', { key: low })).status);
    expect(statuses).toEqual([200, 200, 429]);
    const ofServer = (await site.send('GET', '/api/urls', { key: first })).headers.get('X-RateLimit-Limit');
    const ofHigh = (await site.send('GET', '/api/urls', { key: high })).headers.get('X-RateLimit-Limit');
    expect(ofHigh).toBe(ofServer);
  });

  for (const [what, limits, field] of [
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['links:read', 'links:delete'] }, 'scopes.1'],
    ['a scope that is no list', { scopes: 'read' }, 'scopes'],
    ['no address', { addresses: [] }, 'addresses'],
    ['a host name as an address', { addresses: ['example.com'] }, 'addresses.0'],
    ['a prefix that is too long', { addresses: ['10.0.0.0/33'] }, 'addresses.0'],
    ['a rate limit of 0', { rate_limit: 0 }, 'rate_limit'],
    ['half a request', { rate_limit: 1.5 }, 'rate_limit'],
  ] as const) {
    test(`${what} is refused with the field named`, async () => {
      const { key } = await site.addUser();
      const { status, json } = await site.send('POST', '/api/key/add', { key, body: { name: 'x', ...limits } });
      expect([status, json.errors[0].field]).toEqual([400, field]);
      expect((await site.send('GET', '/api/keys', { key })).json.data.result).toBe(1);
    });
  }
});
