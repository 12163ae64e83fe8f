import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { NOON, openTestSite, type Received, type TestSite } from '../support/test-site.ts';

const GOOD = 'https://example.com/good';

onEachEngine('visits', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    key = (await site.addUser()).key;
    await add({ url: GOOD, custom: 'kept' });
  });
  afterAll(() => site.close());
  afterEach(() => {
    site.clock.now = NOON;
  });

  function add(body: object): Promise<Received> {
    return site.send('POST', '/api/url/add', { key, body });
  }

  async function pathOf(fields: object): Promise<string> {
    const { status, json } = await add({ url: GOOD, ...fields });
    expect(status).toBe(200);
    return new URL(json.shorturl).pathname;
  }

  test.each(['redir_url', 'url', 'next', 'target', 'goto', 'return_to', 'u', 'longurl', '__proto__'])(
    '6: ?%s= on a short link does not change the scheme, host or path of the destination',
    async (name) => {
      guards('destination-fixed');
      const evil = [
        'https://evil.example/',
        '//evil.example',
        '\\\\evil.example',
        '@evil.example',
        'javascript:alert(1)',
      ];
      const open = await pathOf({ url: 'https://example.com' });
      const closed = await pathOf({ url: `https://example.com/?${name}=mine`, forward_query: false });
      const own = await pathOf({ url: `https://example.com/?${name}=mine` });
      for (const value of evil) {
        for (const query of [`?${name}=${encodeURIComponent(value)}`, `?${name}=${value}`, `?${value}`]) {
          const { status, headers } = await site.send('GET', open + query);
          expect(status).toBe(302);
          expect(headers.get('Location')).toStartWith('https://example.com/?');
          expect((await site.send('GET', closed + query)).headers.get('Location')).toBe(
            `https://example.com/?${name}=mine`,
          );
          expect((await site.send('GET', own + query)).headers.get('Location')).toStartWith(
            `https://example.com/?${name}=mine`,
          );
        }
      }
    },
  );

  test('6: no header changes the destination', async () => {
    guards('destination-fixed');
    const path = await pathOf({});
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'X-Original-URL': '//evil.example',
      Referer: 'https://evil.example/',
    };
    expect((await site.send('GET', path, { headers })).headers.get('Location')).toBe(GOOD);
  });

  test('7: CR LF in a parameter’s name or value, or in the visitor’s query, is encoded', async () => {
    guards('destination-format');
    const parameters = [
      { name: 'a\r\nX-Evil: 1', value: 'b\r\n\r\n<script>' },
      { name: 'c', value: '\r\nSet-Cookie: x=1' },
    ];
    const path = await pathOf({ parameters });
    const { status, headers } = await site.send('GET', `${path}?d%0d%0a=%0D%0ALocation:%20https://evil.example/`);
    expect(status).toBe(302);
    expect(headers.get('Location')).toBe(
      `${GOOD}?a%0D%0AX-Evil%3A+1=b%0D%0A%0D%0A%3Cscript%3E&c=%0D%0ASet-Cookie%3A+x%3D1` +
        '&d%0D%0A=%0D%0ALocation%3A+https%3A%2F%2Fevil.example%2F',
    );
    expect([headers.get('X-Evil'), headers.get('Set-Cookie')]).toEqual([null, null]);
  });

  test('10: no page of a link with a password shows its destination', async () => {
    guards('destination-hidden');
    const path = await pathOf({
      url: 'https://vault.example/deep',
      password: 'x',
      metatitle: 'Vault',
      type: 'frame',
    });
    for (const suffix of ['+', '', '/', '?a=1', '+?a=1']) {
      for (const agent of ['Mozilla/5.0', 'facebookexternalhit/1.1']) {
        const { status, text, headers } = await site.send('GET', path + suffix, { headers: { 'User-Agent': agent } });
        expect(status).toBe(200);
        expect(`${text}${JSON.stringify([...headers])}`).not.toMatch(/vault/i);
      }
    }
  });

  test('11: disabled, deleted and expired links stop working immediately', async () => {
    guards('link-lifecycle');
    const make = async (fields: object = {}) => (await add({ url: GOOD, ...fields })).json;
    const statusOf = async (shorturl: string) => (await site.send('GET', new URL(shorturl).pathname)).status;
    const [disabled, deleted, expired] = [await make(), await make(), await make({ expiry: '2026-11-16 12:00:05' })];
    for (const { shorturl } of [disabled, deleted, expired]) expect(await statusOf(shorturl)).toBe(302);
    await site.send('PUT', `/api/url/${disabled.id}/update`, { key, body: { url: GOOD, status: 'disabled' } });
    expect(await statusOf(disabled.shorturl)).toBe(410);
    await site.send('DELETE', `/api/url/${deleted.id}/delete`, { key });
    expect(await statusOf(deleted.shorturl)).toBe(404);
    site.clock.now = NOON + 4_999;
    expect(await statusOf(expired.shorturl)).toBe(302);
    site.clock.now = NOON + 5_000;
    expect(await statusOf(expired.shorturl)).toBe(410);
  });

  test('12: HEAD has the headers of GET and does not count as a click', async () => {
    const path = await pathOf({});
    const heads = await Promise.all(Array.from({ length: 5 }, () => site.send('HEAD', path)));
    const get = await site.send('GET', path);
    for (const head of heads) {
      expect(head.status).toBe(302);
      expect([...head.headers]).toEqual([...get.headers]);
    }
    expect(get.headers.get('Location')).toBe(GOOD);
  });

  test.each(['POST', 'PUT', 'TRACE'])('13: %s on a short link is 405', async (method) => {
    const headers = { Cookie: 'secret=1' };
    for (const path of ['/kept', '/kept?a=1', '/kept+']) {
      const answer = await site.send(method, path, { headers });
      expect([answer.status, answer.headers.get('Location')]).toEqual([405, null]);
      expect(answer.text).not.toContain('secret');
    }
  });
});
