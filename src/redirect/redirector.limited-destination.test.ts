import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { guards } from '../../test/support/guards.ts';
import { openTestSite, type Received, type TestSite } from '../../test/support/test-site.ts';

const HIDDEN = /vault/i;
const DESTINATION = 'https://vault.example/deep';
const BOTS: [kind: string, method: string, headers: Record<string, string>][] = [
  ['a crawler', 'GET', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['a link preview', 'GET', { 'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }],
  ['a social crawler', 'GET', { 'User-Agent': 'facebookexternalhit/1.1' }],
  ['a monitor', 'GET', { 'User-Agent': 'UptimeRobot/2.0' }],
  ['a prefetch', 'GET', { 'Sec-Purpose': 'prefetch;prerender' }],
  ['a prefetch of another browser', 'GET', { Purpose: 'prefetch' }],
  ['an older prefetch', 'GET', { Purpose: 'prefetch' }],
  ['HEAD', 'HEAD', {}],
];

onEachEngine('the destination of a link with a click limit', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
    user = await site.addUser();
  });
  afterAll(() => site.close());

  async function post(path: string, body: object) {
    const { json } = await site.send('POST', path, { key: user.key, body });
    expect(json).toMatchObject({ error: 0 });
    return json;
  }

  async function addLink(fields: object = {}): Promise<{ id: number; path: string; shorturl: string }> {
    const { id, shorturl } = await post('/api/url/add', { url: DESTINATION, max_clicks: 1, ...fields });
    return { id, shorturl, path: new URL(shorturl).pathname };
  }

  function expectHidden({ text, headers }: Received): void {
    expect(headers.get('Location')).toBeNull();
    expect(`${text}${JSON.stringify([...headers])}`).not.toMatch(HIDDEN);
  }

  const LINKS: [what: string, fields: object][] = [
    ['direct', {}],
    ['with a frame', { type: 'frame' }],
    ['with a splash page', { type: 'splash' }],
    ['with a card', { metadescription: 'About it' }],
    ['with rules', { geotarget: [{ location: 'Canada', link: 'https://vault.example/ca' }] }],
    ['with parameters', { parameters: [{ name: 'from', value: 'vault' }], forward_query: true }],
  ];
  for (const [kind, method, headers] of BOTS) {
    test(`${kind} gets a small page with the link's own title, and takes no click`, async () => {
      guards('destination-hidden');
      for (const [, fields] of LINKS) {
        const { id, path } = await addLink({ metatitle: 'Sale & more', ...fields });
        for (const suffix of ['', '?a=1', '/']) {
          const answer = await site.send(method, path + suffix, { headers, peer: '99.224.1.1' });
          expect(answer.status).toBe(200);
          expectHidden(answer);
          expect(answer.headers.get('Cache-Control')).toBe('no-store');
          expect(answer.headers.get('Content-Type')).toStartWith('text/html');
          expect(answer.text).toContain('<title>Sale &amp; more</title>');
        }
        const { json } = await site.send('GET', `/api/url/${id}/stats`, { key: user.key });
        expect(json.data).toMatchObject({ clicks: 0, bots: 3 });
        expect((await site.send('GET', path)).status).toBeLessThan(400);
        expect((await site.send('GET', path)).status).toBe(410);
        // An ended link is gone for bots too.
        expect((await site.send(method, path, { headers })).status).toBe(410);
      }
    });
  }

  test('without a title the page has the short URL as title; it contains the owner’s preview texts', async () => {
    guards('destination-hidden');
    const [, , headers] = BOTS[2] ?? [];
    const { path, shorturl } = await addLink();
    const plain = await site.send('GET', path, { headers: headers ?? {} });
    expect(plain.text).toContain(`<title>${shorturl.replace('http://', '')}</title>`);
    expect(plain.text).toContain(`<meta property="og:url" content="${shorturl}">`);
    const card = { metadescription: 'About <it>', metaimage: 'https://pictures.example/a.png' };
    const { path: other } = await addLink(card);
    const { text } = await site.send('GET', other, { headers: headers ?? {} });
    expect(text).toContain('<meta property="og:description" content="About &lt;it&gt;">');
    expect(text).toContain('<meta property="og:image" content="https://pictures.example/a.png">');
    expect(text).not.toMatch(HIDDEN);
  });

  test('HEAD has the headers of the page, and the page has no script', async () => {
    guards('destination-hidden');
    const { path } = await addLink();
    const head = await site.send('HEAD', path);
    const get = await site.send('GET', path, { headers: { 'User-Agent': 'Googlebot/2.1' } });
    expect([...head.headers]).toEqual([...get.headers]);
    expect(get.text).not.toContain('<script');
    expect(get.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  test('the page is in German for a German browser', async () => {
    const { path } = await addLink();
    const headers = { 'User-Agent': 'Googlebot/2.1', 'Accept-Language': 'de' };
    expect((await site.send('GET', path, { headers })).text).toContain('<html lang="de">');
  });

  test('CODE+ hides it from everyone and says so', async () => {
    guards('destination-hidden');
    for (const [, fields] of LINKS) {
      const { path } = await addLink({ metatitle: 'Vault', ...fields });
      for (const suffix of ['+', '+?a=1']) {
        const person = await site.send('GET', path + suffix);
        expect(person.status).toBe(200);
        expectHidden(person);
        expect(person.text).toContain('limited number of times');
        for (const [, method, headers] of BOTS) expectHidden(await site.send(method, path + suffix, { headers }));
      }
      expect((await site.send('GET', path)).status).toBeLessThan(400);
      expect((await site.send('GET', path)).status).toBe(410);
      expect((await site.send('GET', `${path}+`)).status).toBe(410);
    }
  });

  test('a bot is asked for the password of a link, and does not see it even with the cookie of a person', async () => {
    guards('destination-hidden');
    const { path } = await addLink({ password: 'open sesame', metatitle: 'Vault' });
    const googlebot = { 'User-Agent': 'Googlebot/2.1' };
    const asked = await site.send('GET', path, { headers: googlebot });
    expect(asked.text).toContain('type="password"');
    expectHidden(asked);
    const opened = await site.send('POST', path, {
      body: new URLSearchParams({ password: 'open sesame' }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    const Cookie = opened.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const unlocked = await site.send('GET', path, { headers: { ...googlebot, Cookie } });
    expect([unlocked.status, unlocked.headers.get('Location')]).toEqual([200, null]);
    expect((await site.send('GET', path, { headers: { Cookie } })).headers.get('Location')).toBe(DESTINATION);
  });

  test('a rotator hides it from bots and takes no click; a person is redirected', async () => {
    guards('destination-hidden');
    const slug = `hidden-${engine}`;
    const { id: campaign } = await post('/api/campaign/add', { name: 'Hidden', slug, public: true });
    const { id } = await addLink({ campaign });
    for (const [, method, headers] of BOTS) {
      const answer = await site.send(method, `/r/${slug}`, { headers });
      expect(answer.status).toBe(200);
      expectHidden(answer);
    }
    const { json } = await site.send('GET', `/api/url/${id}/stats`, { key: user.key });
    expect(json.data).toMatchObject({ clicks: 0, bots: BOTS.length });
    expect((await site.send('GET', `/r/${slug}`)).headers.get('Location')).toBe(DESTINATION);
  });

  test('the list page of a campaign and shared statistics do not show its host', async () => {
    guards('destination-hidden');
    const slug = `listed-${engine}`;
    const { id: campaign } = await post('/api/campaign/add', { name: 'Listed', slug, public: true });
    const { id, path } = await addLink({ campaign });
    const { json } = await site.send('GET', '/api/account', { key: user.key });
    const list = await site.send('GET', `/u/${json.data.username}/${slug}`);
    expect(list.text).toContain(path);
    expectHidden(list);
    const { data } = await post(`/api/url/${id}/share`, {});
    const token = new URL(data.url).pathname.split('/').at(-1);
    const stats = await site.send('GET', `/api/shared/${token}/stats`);
    expect(stats.status).toBe(200);
    expectHidden(stats);
  });

  test('its preview picture does not show its host', async () => {
    guards('destination-hidden');
    const { id } = await addLink();
    const { id: other } = await addLink({ url: 'https://another.example/' });
    const { createCardSources } = await import('../app/card-sources.ts');
    const sources = createCardSources(site.site.services);
    for (const number of [id, other]) {
      const card = await (await sources.links(number))?.read();
      expect(card?.title).toBe(card?.address as string);
    }
  });
});
