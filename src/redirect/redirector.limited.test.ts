import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';

const OWN = 'https://example.com/own';

onEachEngine('a link with a click limit', (engine) => {
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

  const BOTS: Record<string, string>[] = [
    { 'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
    { 'User-Agent': 'WhatsApp/2.23.20.0' },
    { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    { 'User-Agent': 'Mozilla/5.0 (compatible; UptimeRobot/2.0)' },
    { 'Sec-Purpose': 'prefetch;prerender' },
  ];
  test.each(BOTS)('a visit that is not a click takes none: %j', async (headers) => {
    const path = await addLink({ max_clicks: 1 });
    for (let times = 0; times < 3; times += 1) {
      expect((await site.send('GET', path, { headers })).status).toBe(200);
    }
    expect((await site.send('GET', path)).headers.get('Location')).toBe(OWN);
    expect((await site.send('GET', path)).status).toBe(410);
    expect((await site.send('GET', path, { headers })).status).toBe(410);
  });

  test('HEAD, a preview and a crawler take no click', async () => {
    const path = await addLink({ max_clicks: 1, metatitle: 'Sale' });
    for (let times = 0; times < 3; times += 1) {
      expect((await site.send('HEAD', path)).status).toBe(200);
      expect((await site.send('GET', `${path}+`)).status).toBe(200);
      expect((await site.send('GET', path, { headers: { 'User-Agent': 'Twitterbot/1.0' } })).status).toBe(200);
    }
    expect((await site.send('GET', path)).status).toBe(302);
    expect((await site.send('GET', path)).status).toBe(410);
    expect((await site.send('HEAD', path)).status).toBe(410);
  });

  test('exactly one of 200 concurrent visits to a link with one click is redirected', async () => {
    const path = await addLink({ max_clicks: 1, expiry_url: 'https://late.example/' });
    const answers = await Promise.all(Array.from({ length: 200 }, () => site.send('GET', path)));
    const places = answers.map(({ headers }) => headers.get('Location'));
    expect(places.filter((place) => place === OWN)).toHaveLength(1);
    expect(places.filter((place) => place === 'https://late.example/')).toHaveLength(199);
  });

  test('a limit also counts the clicks before it was set', async () => {
    const { id, shorturl } = (await site.send('POST', '/api/url/add', { key, body: { url: OWN } })).json;
    const { pathname } = new URL(shorturl);
    const visit = async () => (await site.send('GET', pathname)).status;
    const setMax = async (max_clicks: number | null) => {
      // Reading statistics waits until all earlier clicks are counted.
      await site.send('GET', `/api/url/${id}`, { key });
      await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: OWN, max_clicks } });
    };
    expect([await visit(), await visit()]).toEqual([302, 302]);
    await setMax(2);
    expect(await visit()).toBe(410);
    await setMax(3);
    expect([await visit(), await visit()]).toEqual([302, 410]);
    await setMax(null);
    expect([await visit(), await visit()]).toEqual([302, 302]);
    await setMax(6);
    expect([await visit(), await visit()]).toEqual([302, 410]);
  });

  test('a visit after the end of a link takes none of its clicks', async () => {
    const body = { url: OWN, max_clicks: 1, expiry: '2026-11-16 11:00:00', expiry_url: 'https://late.example/' };
    const { id, shorturl } = (await site.send('POST', '/api/url/add', { key, body })).json;
    const { pathname } = new URL(shorturl);
    expect((await site.send('GET', pathname)).headers.get('Location')).toBe('https://late.example/');
    await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: OWN, expiry: null } });
    expect((await site.send('GET', pathname)).headers.get('Location')).toBe(OWN);
  });
});
