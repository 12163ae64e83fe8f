import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../../test/support/test-site.ts';

onEachEngine('list pages', (engine) => {
  let site: TestSite;
  let key: string;
  let other: { id: number; key: string };
  let username: string;
  let slugs = 0;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser('list.owner@example.com')).key;
    other = await site.addUser('someone@example.com');
    username = (await site.send('GET', '/api/account', { key })).json.data.username;
  });
  afterAll(() => site.close());
  afterEach(() => {
    site.clock.now = NOON;
  });

  async function addCampaign(fields: object = {}, owner = key): Promise<{ id: number; path: string }> {
    slugs += 1;
    const body = { name: 'Spring', slug: `list-${slugs}`, public: true, ...fields };
    const { json } = await site.send('POST', '/api/campaign/add', { key: owner, body });
    return { id: json.id, path: new URL(json.list).pathname };
  }

  async function addLink(campaign: number, fields: object = {}): Promise<string> {
    const body = { url: 'https://www.shop.example:8443/sale?x=1', campaign, ...fields };
    const { status, json } = await site.send('POST', '/api/url/add', { key, body });
    expect([status, json.errors]).toEqual([200, undefined]);
    return json.shorturl;
  }

  let visitor = 0;
  async function look(path: string, headers: Record<string, string> = {}) {
    visitor += 1;
    return site.send('GET', path, { headers, peer: `10.${visitor >> 8}.${visitor & 255}.1` });
  }

  function hrefsIn(text: string): string[] {
    return [...text.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href);
  }

  test('it lists the links of the campaign, newest first, with title, host and short URL', async () => {
    const { id, path } = await addCampaign({ name: 'Spring <b>& more' });
    const plain = await addLink(id);
    const titled = await addLink(id, { metatitle: 'Our "sale"' });
    const { status, text, headers } = await look(path);
    expect(status).toBe(200);
    expect(text).toContain('<h1>Spring &lt;b&gt;&amp; more</h1>');
    expect(text).toContain(`Links shared by ${username}`);
    expect(hrefsIn(text)).toEqual([titled, plain]);
    expect(text).toContain('Our &quot;sale&quot;');
    expect(text).toContain('<span class="leads">www.shop.example</span>');
    expect(text).toContain(titled.replace('http://', ''));
    expect(text).not.toMatch(/8443|x=1|<script/);
    expect(headers.get('Content-Security-Policy')).toStartWith("default-src 'none'; style-src 'sha256-");
    expect(headers.get('Content-Security-Policy')).not.toContain('script-src');
    expect(headers.get('Set-Cookie')).toBeNull();
  });

  test('a link with a password shows neither host nor title, and a framed link shows no host', async () => {
    const { id, path } = await addCampaign();
    const secret = { metatitle: 'Map of the treasure', password: 'open sesame' };
    const guarded = await addLink(id, secret);
    const framed = await addLink(id, { type: 'frame' });
    const named = await addLink(id, { type: 'frame', metatitle: 'Framed' });
    const { text } = await look(path);
    expect(hrefsIn(text)).toEqual([named, framed, guarded]);
    expect(text).not.toMatch(/shop\.example|treasure/);
    expect(text).toContain('Framed');
    expect(text.match(/Password required/g)).toHaveLength(1);
    await addLink(id, { ...secret, type: 'splash' });
    expect((await look(path)).text).not.toMatch(/shop\.example|treasure/);
    await addLink(id, { type: 'splash' });
    expect((await look(path)).text).toContain('www.shop.example');
  });

  test('only live links are listed', async () => {
    const { id, path } = await addCampaign();
    await addLink(id, { status: 'disabled' });
    await addLink(id, { expiry: '2026-11-16 12:00:00' });
    const ending = await addLink(id, { expiry: '2026-11-16 12:00:01' });
    const beginning = await addLink(id, { starts: '2026-11-16 12:00:01' });
    const spent = await addLink(id, { max_clicks: 1 });
    expect(hrefsIn((await look(path)).text)).toEqual([spent, ending]);
    await site.send('GET', new URL(spent).pathname);
    site.clock.now = NOON + 1_000;
    expect(hrefsIn((await look(path)).text)).toEqual([beginning]);
  });

  test('a page has 50 links, and plain links lead to the next page', async () => {
    const { id, path } = await addCampaign();
    const links: string[] = [];
    for (let index = 0; index < 101; index += 1) links.unshift(await addLink(id));
    const pages = await Promise.all([path, `${path}?page=2&utm=x`, `${path}?page=3`].map((one) => look(one)));
    const shown = pages.map(({ text }) => hrefsIn(text));
    expect(shown[0]).toEqual([...links.slice(0, 50), '?page=2']);
    expect(shown[1]).toEqual([...links.slice(50, 100), '?page=1', '?page=3']);
    expect(shown[2]).toEqual([...links.slice(100), '?page=2']);
    for (const page of ['4', '0', '-1', 'x', '1e1', '201', '99999999', ''])
      expect([page, (await look(`${path}?page=${page}`)).status]).toEqual([page, 404]);
    expect(Buffer.byteLength(pages[0]?.text ?? '')).toBeLessThan(40_000);
  });

  test('a public campaign without live links says so', async () => {
    const { path } = await addCampaign();
    const { status, text } = await look(path);
    expect([status, text.includes('No links here'), text.includes('pager"')]).toEqual([200, true, false]);
    const german = await look(path, { 'Accept-Language': 'de' });
    expect(german.text).toContain('Keine Links vorhanden');
    expect(german.text).toContain(`Links von ${username}`);
  });

  test('it is found by slug and by id, with the user name in any case and a trailing slash', async () => {
    const { id, path } = await addCampaign({ name: 'Found' });
    for (const one of [path, `${path}/`, `/u/${username}/${id}`, path.replace(username, username.toUpperCase())]) {
      const { status, text } = await look(one);
      expect([one, status, text.includes('<h1>Found</h1>')]).toEqual([one, 200, true]);
    }
  });

  test('a slug of digits never hides another campaign: its list page uses its id', async () => {
    const plain = await addCampaign({ name: 'By its id', slug: null });
    expect(plain.path).toBe(`/u/${username}/${plain.id}`);
    const digits = await addCampaign({ name: 'Digits', slug: String(plain.id) });
    expect(digits.path).toBe(`/u/${username}/${digits.id}`);
    expect((await look(plain.path)).text).toContain('<h1>By its id</h1>');
    expect((await look(digits.path)).text).toContain('<h1>Digits</h1>');
    await addLink(digits.id, { url: 'https://rotated.example/' });
    expect((await look(`/r/${plain.id}`)).headers.get('Location')).toBe('https://rotated.example/');
    const year = await addCampaign({ name: 'Year', slug: '20990101' });
    for (const path of [year.path, `/u/${username}/20990101`])
      expect((await look(path)).text).toContain('<h1>Year</h1>');
  });

  test('private, unknown, someone else’s, another host or another method: 404', async () => {
    const hidden = await addCampaign({ public: false });
    const theirs = await addCampaign({}, other.key);
    const { path } = await addCampaign();
    const wrong = [
      hidden.path,
      `/u/${username}/${hidden.id}`,
      theirs.path.replace(/^\/u\/[^/]+/, `/u/${username}`),
      `/u/${username}/${theirs.id}`,
      path.replace(username, 'nobody'),
      `/u/${username}/nothing`,
      `/u/${username}/999999`,
      `/u/${username}/${'9'.repeat(100)}`,
      `/u/${username}/a.b`,
      `/u/${username}/%2e%2e`,
      `/u/${username}`,
      `/u/${username}/`,
      '/u',
      `${path}/x`,
    ];
    const bodies = new Set<string>();
    for (const one of wrong) {
      const { status, text } = await look(one);
      expect([one, status]).toEqual([one, 404]);
      bodies.add(text);
    }
    expect(bodies.size).toBe(1);
    expect((await look(theirs.path)).status).toBe(200);
    expect((await site.send('POST', path)).status).toBe(405);
    expect((await site.send('HEAD', path)).status).toBe(200);
  });

  test('with BASE_URL set, no other host serves it', async () => {
    const branded = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    const { key: owner } = await branded.addUser();
    const body = { name: 'x', slug: 'x', public: true };
    const { json } = await branded.send('POST', '/api/campaign/add', { key: owner, body });
    const { pathname } = new URL(json.list);
    await branded.send('POST', '/api/url/add', {
      key: owner,
      body: { url: 'https://example.com/', campaign: json.id },
    });
    const statuses = async (Host: string) =>
      Promise.all(
        [pathname, '/r/x'].map(async (path) => (await branded.send('GET', path, { headers: { Host } })).status),
      );
    expect(await statuses('sgn.example')).toEqual([200, 302]);
    expect(await statuses('evil.example')).toEqual([404, 404]);
    await branded.close();
  });

  test('while the store is unavailable a page says so', async () => {
    const away = await openTestSite(engine);
    await away.database.close();
    const { status, headers } = await away.send('GET', '/u/ada/x');
    expect([status, headers.get('Content-Type')]).toEqual([503, 'text/html; charset=utf-8']);
  });
});
