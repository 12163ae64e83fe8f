import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type Sent, type TestSite } from '../../test/support/test-site.ts';
import { readConfig } from '../config/config.ts';
import { warnAboutTakenWords } from './compatible.ts';

test('COMPATIBLE is a list of known words, and names the unknown one', () => {
  const read = (COMPATIBLE: string) => [...readConfig({ COMPATIBLE }).compatible];
  expect(read('')).toEqual([]);
  expect(read(' polr, yourls,')).toEqual(['polr', 'yourls']);
  expect(read('all')).toEqual(['yourls', 'shlink', 'kutt', 'bitly', 'dub', 'polr', 'older']);
  expect(() => read('yourls,polrr')).toThrow('COMPATIBLE must contain only yourls, shlink, kutt, bitly, dub, polr');
  expect(() => read('yourls,polrr')).toThrow('(unknown: polrr), not "yourls,polrr".');
});

onEachEngine('compatible APIs', (engine) => {
  let off: TestSite;
  let site: TestSite;
  let key: string;
  const warned: unknown[] = [];
  const testLog = {
    ...{ debug: () => {}, info: () => {}, error: () => {} },
    warn: (_: string, facts: unknown) => void warned.push(facts),
  };

  beforeAll(async () => {
    off = await openTestSite(engine);
    const { key: plain } = await off.addUser();
    const link = await off.send('POST', '/api/url/add', {
      key: plain,
      body: { url: 'https://example.com/', custom: 'rest' },
    });
    expect(link.status).toBe(200);
    const older = await off.send('GET', `/api?key=${plain}&url=https%3A%2F%2Fexample.com%2F`);
    expect([older.status, older.json.code]).toEqual([404, 'path_not_found']);
    const byToken = await off.send('GET', '/api/account', { headers: { Authorization: `Token ${plain}` } });
    expect(byToken.status).toBe(401);
    await warnAboutTakenWords(off.database.db, ['shlink', 'polr'], testLog);
    site = await openTestSite(engine, { COMPATIBLE: 'all', RATE_LIMIT: '1000' });
    key = (await site.addUser()).key;
  });
  afterAll(async () => {
    await off.close();
    await site.close();
  });

  test('a link whose name a compatible API reserves is named in the log', () => {
    expect(warned).toEqual([{ path: '/rest' }]);
  });

  test('the first segments are reserved while the API is on', async () => {
    for (const custom of ['rest', 'V4', 'links', 'dub']) {
      const { status, json } = await site.send('POST', '/api/url/add', {
        key,
        body: { url: 'https://a.example/', custom },
      });
      expect([custom, status, json.errors?.[0]]).toMatchObject([
        custom,
        400,
        { field: 'custom', code: 'reserved_word' },
      ]);
    }
  });

  test('GET /api creates a link, with and without an alias, as JSON and as text', async () => {
    const plain = await site.send('GET', `/api?key=${key}&url=${encodeURIComponent('https://example.com/?a=1&b=2')}`);
    expect(plain.json).toEqual({ error: 0, short: expect.stringMatching(/^http:\/\/localhost:3000\/\w+$/) });
    expect(plain.headers.get('X-RateLimit-Remaining')).toBe('995');
    const visit = await site.send('GET', new URL(plain.json.short).pathname);
    expect(visit.headers.get('Location')).toBe('https://example.com/?a=1&b=2');
    const named = await site.send('GET', `/api/?key=${key}&url=https%3A%2F%2Fexample.com%2F&custom=older&format=text`);
    expect([named.status, named.text]).toEqual([200, 'http://localhost:3000/older']);
    const taken = await site.send('GET', `/api?key=${key}&url=https%3A%2F%2Fexample.com%2F&custom=older`);
    expect([taken.status, taken.json.error, taken.json.code]).toEqual([409, 1, 'alias_taken']);
    const bad = await site.send('GET', `/api?key=${key}&url=javascript%3Aalert(1)`);
    expect([bad.status, bad.json.errors[0].field]).toEqual([400, 'url']);
    for (const query of ['', '?key=&url=https%3A%2F%2Fa.example%2F', '?key=sp_x&url=https%3A%2F%2Fa.example%2F']) {
      const { status, json } = await site.send('GET', `/api${query}`);
      expect([query, status, json.error, json.code]).toEqual([query, 401, 1, 'key_required']);
    }
  });

  test('a key that may only read creates nothing', async () => {
    const body = { name: 'Reader', scopes: ['read'] };
    const { json } = await site.send('POST', '/api/key/add', { key, body });
    const { status, json: refused } = await site.send('GET', `/api?key=${json.apikey}&url=https%3A%2F%2Fa.example%2F`);
    expect([status, refused.code]).toEqual([403, 'scope_missing']);
  });

  test('a key is refused at other addresses than its own, also by calls that read nothing', async () => {
    const body = { name: 'Office', addresses: ['192.0.2.1'] };
    const { apikey } = (await site.send('POST', '/api/key/add', { key, body })).json;
    const bearer = { headers: { Authorization: `Bearer ${apikey}` } };
    for (const [path, sent, status] of [
      [`/yourls-api.php?action=version&signature=${apikey}`, {}, 403],
      ['/rest/v3/mercure-info', { headers: { 'X-Api-Key': apikey } }, 403],
      ['/api/v2/users', { headers: { 'X-Api-Key': apikey } }, 400],
      ['/v4/user', bearer, 403],
      ['/dub/folders', bearer, 403],
      [`/api/v2/action/lookup?url_ending=older&key=${apikey}`, {}, 401],
    ] as const) {
      const away = await site.send('GET', path, sent);
      expect([path, away.status]).toEqual([path, status]);
      const there = await site.send('GET', path, { ...sent, peer: '192.0.2.1' });
      expect([path, there.status]).toEqual([path, path.endsWith('mercure-info') ? 501 : 200]);
    }
  });

  test('a destination that was sent without the slash after its host is found again by every API', async () => {
    const url = 'https://no-slash.example';
    const shlink = { headers: { 'X-Api-Key': key } };
    const send = (path: string, sent: Sent) => site.send('POST', path, sent);
    const made = await send('/rest/v3/short-urls', { ...shlink, body: { longUrl: url, customSlug: 'bare' } });
    expect(made.json.longUrl).toBe(url);
    for (const form of [url, `${url}/`]) {
      const found = await send('/rest/v3/short-urls', { ...shlink, body: { longUrl: form, findIfExists: true } });
      expect(found.json.shortCode).toBe('bare');
      const reused = await send('/api/url/add', { key, body: { url: form, reuse: true } });
      expect(reused.json).toMatchObject({ shorturl: 'http://localhost:3000/bare', reused: true });
      const kutt = await send('/api/v2/links', { ...shlink, body: { target: form, reuse: true } });
      expect([kutt.status, kutt.json.address]).toEqual([200, 'bare']);
      const dub = await site.send('PUT', '/dub/links/upsert', { key, body: { url: form } });
      expect(dub.json.key).toBe('bare');
      const query = new URLSearchParams({ signature: key, action: 'shorturl', format: 'simple', url: form });
      expect((await site.send('GET', `/yourls-api.php?${query}`)).text).toBe('http://localhost:3000/bare');
    }
  });

  test('a link named like a path of Dub is for visitors, and the path for clients of Dub', async () => {
    const { id } = (await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/own' } })).json;
    await site.database.db.updateTable('links').set({ alias: 'links' }).where('id', '=', id).execute();
    const client = { key, headers: { 'User-Agent': 'speakeasy-sdk/typescript 0.73.5 2.1.2 0.0.1 dub' } };
    // The second time, the link is cached.
    for (let round = 1; round <= 2; round += 1) {
      const visit = await site.send('GET', '/links');
      expect([visit.status, visit.headers.get('Location')]).toEqual([302, 'https://example.com/own']);
      const list = await site.send('GET', '/links', client);
      expect([list.status, Array.isArray(list.json)]).toEqual([200, true]);
    }
  });

  test('our own API takes `Authorization: Token` too', async () => {
    const headers = { Authorization: `Token ${key}` };
    expect((await site.send('GET', '/api/account', { headers })).status).toBe(200);
    expect((await site.send('GET', '/api/account', { headers: { Authorization: 'Token sp_x' } })).status).toBe(401);
  });

  test('the request is logged and measured like one of our API, without its key', async () => {
    const { headers } = await site.send('GET', `/api?key=${key}&url=https%3A%2F%2Fexample.com%2F`);
    const id = headers.get('X-Request-Id') ?? '';
    const line = JSON.parse(site.logLines.find((text) => text.includes(id)) ?? '{}');
    expect(line).toMatchObject({
      message: 'request',
      method: 'GET',
      path: '/api',
      status: 200,
      user: expect.any(Number),
    });
    expect(site.logLines.join()).not.toContain(key);
  });
});
