import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { signIn } from '../support/sign-in.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

const OWN = 'http://localhost:3000';
const LINK = { url: 'https://example.com/' };

onEachEngine('origins', (engine) => {
  let site: TestSite;
  let userCount = 0;

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterAll(() => site.close());

  async function addUser() {
    userCount += 1;
    const email = `user${userCount}@origins.example`;
    return { email, ...(await site.addUser(email)) };
  }

  test('37: the dashboard cannot be framed', async () => {
    guards('page-policies');
    for (const path of ['/app', '/app/links', '/app/links/7?x=<script>']) {
      const { headers } = await site.send('GET', path);
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('X-Frame-Options')).toBe('DENY');
    }
  });

  const forged: [string, Record<string, string>][] = [
    ['no Origin', {}],
    ['Origin: null', { Origin: 'null' }],
    ['another site', { Origin: 'https://evil.example' }],
    ['another port', { Origin: 'http://localhost:5000' }],
    ['a name that begins like ours', { Origin: 'http://localhost:3000.evil.example' }],
    ['ours with a path', { Origin: `${OWN}/` }],
    ['ours, as text/plain', { Origin: OWN, 'Content-Type': 'text/plain' }],
    ['ours, as text/plain with a charset', { Origin: OWN, 'Content-Type': ' Text/Plain;charset=UTF-8' }],
    ['ours, as a form', { Origin: OWN, 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['ours, as a multipart form', { Origin: OWN, 'Content-Type': 'multipart/form-data; boundary=x' }],
  ];
  for (const [what, extra] of forged) {
    test(`50: a change with the session cookie and ${what} → 403, and nothing is changed`, async () => {
      guards('cross-site');
      const { email, key } = await addUser();
      const { cookie } = await signIn(site, email);
      const headers = { Cookie: cookie, 'Content-Type': 'application/json', ...extra };
      for (const [method, path] of [
        ['POST', '/api/url/add'],
        ['PUT', '/api/account/update'],
        ['DELETE', '/api/session'],
      ] as const) {
        const { status, json } = await site.send(method, path, { headers, ...(method !== 'DELETE' && { body: LINK }) });
        expect({ status, code: json.code }).toEqual({ status: 403, code: 'other_site' });
      }
      expect((await site.send('GET', '/api/urls', { key })).json.data.result).toBe(0);
      expect((await site.send('GET', '/api/account', { headers: { Cookie: cookie } })).status).toBe(200);
    });
  }

  test('50: the same change from our own page, or with a key from any site, succeeds', async () => {
    guards('cross-site');
    const { email, key } = await addUser();
    const { headers } = await signIn(site, email);
    expect((await site.send('POST', '/api/url/add', { headers, body: LINK })).status).toBe(200);
    const anywhere = { Origin: 'https://evil.example', 'Content-Type': 'text/plain' };
    expect((await site.send('POST', '/api/url/add', { key, headers: anywhere, body: LINK })).status).toBe(200);
  });

  test('every response that is not a page is sandboxed, so no script can use our origin in a window of it', async () => {
    const { key } = await addUser();
    for (const path of ['/api/openapi.json', '/api/account', '/healthz', '/metrics', '/avatar/a.svg']) {
      const { headers } = await site.send('GET', path, { key });
      expect([path, headers.get('Content-Security-Policy')]).toEqual([path, expect.stringContaining('sandbox')]);
    }
    const { headers, text } = await site.send('GET', '/app');
    const [asset = ''] = /\/app\/assets\/[\w.-]+\.js\b/.exec(text) ?? [];
    expect((await site.send('GET', asset)).headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
  });

  test('50: a page of another site cannot register anyone', async () => {
    guards('cross-site');
    const open = await openTestSite(engine, { REGISTRATION: 'open' });
    const body = { email: 'a@example.com', username: 'someone', password: 'correct horse 9' };
    const from = (Origin: string) =>
      open.send('POST', '/api/account/register', { headers: { Origin, 'Content-Type': 'text/plain' }, body });
    await open.addUser();
    expect((await from('https://evil.example')).json.code).toBe('other_site');
    expect((await from(OWN)).status).toBe(200);
    await open.close();
  });

  test('50: a page of another site cannot sign its visitor in', async () => {
    guards('cross-site');
    const { email } = await addUser();
    for (const Origin of ['null', 'https://evil.example']) {
      const { answer } = await signIn(site, email, { Origin });
      expect(answer.status).toBe(403);
      expect(answer.headers.get('Set-Cookie')).toBeNull();
    }
    expect((await signIn(site, email, { Origin: OWN })).answer.status).toBe(200);
  });

  test('50: with BASE_URL set its origin counts, not the Host header', async () => {
    guards('cross-site');
    const named = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    await named.addUser('a@b.example');
    const { cookie } = await signIn(named, 'a@b.example', { Host: 'sgn.example' });
    const add = (Host: string, Origin: string) => {
      const headers = { Host, Origin, Cookie: cookie, 'Content-Type': 'application/json' };
      return named.send('POST', '/api/url/add', { headers, body: LINK });
    };
    expect((await add('sgn.example', 'https://sgn.example')).status).toBe(200);
    expect((await add('evil.example', 'https://evil.example')).status).toBe(403);
    expect((await add('sgn.example', 'http://sgn.example')).status).toBe(403);
    // Through a tunnel to this machine.
    expect((await add('localhost:3000', 'http://localhost:3000')).status).toBe(200);
    await named.close();
  });
});
