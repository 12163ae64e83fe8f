import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type Received, type TestSite } from '../../test/support/test-site.ts';

const OWN = 'https://example.com/own';

onEachEngine('a visit', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function addLink(fields: object = {}): Promise<string> {
    const { json } = await site.send('POST', '/api/url/add', { key, body: { url: OWN, ...fields } });
    return new URL(json.shorturl).pathname;
  }

  function headersOf({ headers }: Received): Record<string, string> {
    return Object.fromEntries(headers);
  }

  const kinds: [string, object, number][] = [
    ['a plain link', {}, 302],
    ['a permanent one', { redirect_code: 301 }, 301],
    ['one with rules', { devicetarget: [{ device: 'ipad', link: 'https://ipad.example/' }] }, 302],
    ['a frame', { type: 'frame' }, 200],
    ['a splash page', { type: 'splash' }, 200],
    ['a password form', { password: 'secret' }, 200],
    ['a disabled link', { status: 'disabled' }, 410],
    ['an expired one', { expiry: '2026-01-01 00:00:00' }, 410],
    ['one that has not started', { starts: '2027-01-01 00:00:00' }, 404],
  ];
  test.each(kinds)('HEAD of %s has the status and the headers of GET', async (_, fields, status) => {
    const path = await addLink(fields);
    for (const suffix of ['', '?a=1', '+']) {
      const head = await site.send('HEAD', path + suffix);
      const get = await site.send('GET', path + suffix);
      expect(head.status).toBe(get.status);
      expect(headersOf(head)).toEqual(headersOf(get));
      if (suffix === '') expect(get.status).toBe(status);
    }
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    '%s of a link gets 405, cached or not, and does not redirect',
    async (method) => {
      const path = await addLink();
      for (const visits of [0, 1]) {
        if (visits > 0) await site.send('GET', path);
        for (const suffix of ['', '+', '?a=1']) {
          const { status, headers, text } = await site.send(method, path + suffix);
          expect(status).toBe(405);
          expect(headers.get('Allow')).toContain('GET');
          expect(headers.get('Location')).toBeNull();
          expect(text).not.toContain('example.com');
        }
      }
    },
  );

  test('only GET, HEAD and POST unlock a link with a password', async () => {
    const path = await addLink({ password: 'secret' });
    for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE'])
      expect((await site.send(method, path, { body: 'password=secret' })).status).toBe(405);
  });

  test.each([301, 302, 307, 308])('%d is never cacheable, even with a query or with options', async (code) => {
    for (const fields of [{}, { max_clicks: 9 }, { parameters: [{ name: 'a', value: 'b' }] }]) {
      const path = await addLink({ redirect_code: code, ...fields });
      for (const suffix of ['', '?x=1']) {
        const { status, headers, text } = await site.send('GET', path + suffix);
        expect(status).toBe(code);
        expect(headers.get('Cache-Control')).toBe('private, no-store');
        expect(text).toBe('');
      }
    }
  });

  test('Location is ASCII whatever was stored and whatever the visitor sends', async () => {
    const url = 'https://bücher.example/straße/日本?ö=ß&y=\u{1f600}#ü';
    const path = await addLink({ url, parameters: [{ name: 'ключ', value: '値 \u{1f600}' }] });
    for (const suffix of ['', '?ä=ö', '?x=%F0%9F%98%80&%E4=1', '?x=%0d%0aX-Evil:1', '?\u{1f600}']) {
      const { headers } = await site.send('GET', path + suffix);
      expect(headers.get('Location')).toMatch(
        /^https:\/\/xn--bcher-kva\.example\/stra%C3%9Fe\/%E6%97%A5%E6%9C%AC\?[!-~]+#%C3%BC$/,
      );
      expect(headers.get('X-Evil')).toBeNull();
    }
  });

  test('/CODE+ shows the destination without redirecting', async () => {
    const path = await addLink({ url: 'https://www.shop.example/<b>?x=1', metatitle: 'Sale <now>' });
    const { status, text, headers } = await site.send('GET', `${path}+`);
    expect(status).toBe(200);
    expect(headers.get('Location')).toBeNull();
    expect(text).toContain('www.<b>shop.example</b>');
    expect(text).toContain('/%3Cb%3E?x=1');
    expect(text).toContain('Sale &lt;now&gt;');
    expect(text).toContain('datetime="2026-11-16T12:00:00.000Z"');
    expect((await site.send('GET', `${path}%2B`)).status).toBe(404);
  });

  test.each([
    ['disabled', { status: 'disabled' }, 410],
    ['expired', { expiry: '2026-01-01 00:00:00' }, 410],
    ['not started', { starts: '2027-01-01 00:00:00' }, 404],
    ['protected', { password: 'secret', metatitle: 'Vault' }, 200],
  ] as const)('/CODE+ of a link that is %s does not show the destination', async (_, fields, status) => {
    const answer = await site.send('GET', `${await addLink(fields)}+`);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('example.com');
    expect(answer.text).not.toContain('Vault');
  });

  test('a trailing slash leads to the same link', async () => {
    expect((await site.send('GET', `${await addLink()}/`)).headers.get('Location')).toBe(OWN);
  });

  const pages: [string, object, string, number, string][] = [
    ['a password form', { password: 'x' }, '', 200, 'Dieser Link ist passwortgeschützt'],
    ['a disabled link', { status: 'disabled' }, '', 410, 'Dieser Link ist deaktiviert'],
    ['an expired one', { expiry: '2026-01-01 00:00:00' }, '', 410, 'Dieser Link ist abgelaufen'],
    ['a splash page', { type: 'splash' }, '', 200, 'Dieser Link führt zu'],
    ['a preview', {}, '+', 200, 'führt zu'],
    ['a frame', { type: 'frame' }, '', 200, 'Ohne Frame öffnen'],
    ['a missing link', {}, '/x', 404, 'Link nicht gefunden'],
  ];
  test.each(pages)('%s is in the visitor’s language', async (_, fields, suffix, status, words) => {
    const path = await addLink(fields);
    const german = await site.send('GET', path + suffix, { headers: { 'Accept-Language': 'xx,de-AT;q=0.9,en;q=0.8' } });
    expect(german.status).toBe(status);
    expect(german.text).toContain('<html lang="de">');
    expect(german.text).toContain(words);
    const other = await site.send('GET', path + suffix, { headers: { 'Accept-Language': 'xx' } });
    expect(other.text).toContain('<html lang="en">');
  });

  test('after 20 misses in a minute a visitor gets 429 for misses, but hits still redirect', async () => {
    const path = await addLink();
    const peer = '198.51.100.77';
    const missed: number[] = [];
    for (let index = 0; index < 22; index += 1)
      missed.push((await site.send('GET', `/missing${index}`, { peer })).status);
    expect(missed).toEqual([...Array(20).fill(404), 429, 429]);
    const last = await site.send('GET', '/missing0', { peer });
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(0);
    for (const suffix of ['', '?a=1', '+'])
      expect((await site.send('GET', path + suffix, { peer })).status).toBeLessThan(303);
    const fresh = await addLink();
    expect((await site.send('GET', fresh, { peer })).status).toBe(302);
    expect((await site.send('GET', '/missing0', { peer: '198.51.100.78' })).status).toBe(404);
  });
});

onEachEngine('with BASE_URL set', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    const { key } = await site.addUser();
    const body = { url: OWN, custom: 'known' };
    expect((await site.send('POST', '/api/url/add', { key, body })).json.shorturl).toBe('https://sgn.example/known');
  });
  afterAll(() => site.close());

  async function visit(origin: string, path: string): Promise<Response> {
    return site.site.handle(new Request(origin + path), { requestIP: () => ({ address: '203.0.113.9' }) });
  }

  test.each([
    'https://evil.example',
    'http://sgn.example.evil.example',
    'http://xsgn.example',
    'http://10.0.0.7:3000',
    'http://localhost.evil.example',
    'http://0.0.0.0',
  ])('%s serves none of the main host’s links, cached or not', async (origin) => {
    for (const round of ['unknown', 'known']) {
      if (round === 'known') expect((await visit('https://sgn.example', '/known')).status).toBe(302);
      for (const path of ['/known', '/known?a=1', '/known+', '/known/']) {
        const answer = await visit(origin, path);
        expect([answer.status, answer.headers.get('Location')]).toEqual([404, null]);
        expect(await answer.text()).not.toContain('example.com');
      }
    }
  });

  test.each([
    'https://sgn.example',
    'http://SGN.example:8080',
    'https://sgn.example.',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ])('%s serves them', async (origin) => {
    for (const path of ['/known', '/known?a=1', '/known']) expect((await visit(origin, path)).status).toBe(302);
  });
});
