import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { createRandom } from '../../bench/random.ts';
import { onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite, type Sent, type TestSite } from '../../test/support/test-site.ts';

const VISITS = 10_000;

/** The chi-squared distance of counts from the distribution of the weights. */
function chiSquared(counts: number[], weights: number[]): number {
  const [all, total] = [counts, weights].map((list) => list.reduce((sum, value) => sum + value, 0)) as [number, number];
  return counts.reduce((sum, count, index) => {
    const expected = (all * (weights[index] ?? 0)) / total;
    return sum + (count - expected) ** 2 / expected;
  }, 0);
}

onEachEngine('rotators', (engine) => {
  let site: TestSite;
  let key: string;
  let slugs = 0;

  beforeAll(async () => {
    site = await openTestSite(engine, {}, { random: createRandom(42) });
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());
  afterEach(() => {
    site.clock.now = NOON;
  });

  async function addCampaign(fields: object = {}): Promise<{ id: number; path: string }> {
    slugs += 1;
    const body = { slug: `slug-${slugs}`, public: true, ...fields };
    const { json } = await site.send('POST', '/api/campaign/add', { key, body });
    return { id: json.id, path: `/r/slug-${slugs}` };
  }

  async function addLink(campaign: number | null, fields: object = {}, weight?: number) {
    const url = 'https://example.com/';
    const { json } = await site.send('POST', '/api/url/add', { key, body: { url, campaign, ...fields } });
    if (weight) await site.send('POST', `/api/campaign/${campaign}/assign/${json.id}`, { key, body: { weight } });
    return { id: json.id as number, shorturl: json.shorturl as string };
  }

  async function visit(path: string, sent: Sent = {}, method = 'GET'): Promise<string> {
    const { status, headers } = await site.send(method, path, sent);
    return `${status} ${headers.get('Location')}`;
  }

  /** The number of visits for each destination. */
  async function placesOf(path: string, visits = 30): Promise<Record<string, number>> {
    const places: Record<string, number> = {};
    for (let index = 0; index < visits; index += 1) {
      const place = await visit(path, { peer: `10.1.${engine.length}.${index % 250}` });
      places[place] = (places[place] ?? 0) + 1;
    }
    return places;
  }

  async function clicksOf(path: string): Promise<number> {
    return (await site.send('GET', path, { key })).json.data.clicks;
  }

  test('10,000 visits are distributed by weight, and counted exactly for the campaign and each link', async () => {
    const { id, path } = await addCampaign();
    const weights = [1, 2, 3, 10, 84];
    const links: number[] = [];
    for (const [index, weight] of weights.entries())
      links.push((await addLink(id, { url: `https://example.com/${index}` }, weight)).id);
    const places = await placesOf(path, VISITS);
    const counts = weights.map((_, index) => places[`302 https://example.com/${index}`] ?? 0);
    expect(counts.reduce((sum, count) => sum + count)).toBe(VISITS);
    // With four degrees of freedom, a correct rotator exceeds 18.5 once in a thousand times.
    expect(chiSquared(counts, weights)).toBeLessThan(18.5);
    expect(chiSquared(counts, [1, 1, 1, 1, 1])).toBeGreaterThan(1_000);
    expect(await clicksOf(`/api/campaign/${id}`)).toBe(VISITS);
    expect(await Promise.all(links.map((link) => clicksOf(`/api/url/${link}`)))).toEqual(counts);
  });

  test('without weights the links are picked evenly', async () => {
    const { id, path } = await addCampaign();
    for (const index of [0, 1, 2]) await addLink(id, { url: `https://example.com/${index}` });
    const counts = Object.values(await placesOf(path, 3_000));
    expect(counts).toHaveLength(3);
    expect(chiSquared(counts, [1, 1, 1])).toBeLessThan(13.8);
  });

  test('each visitor gets the response of the link, without another redirect', async () => {
    const { id, path } = await addCampaign();
    const { id: link } = await addLink(id, {
      redirect_code: 307,
      parameters: [{ name: 'utm', value: 'x' }],
      devicetarget: [{ device: 'ipad', link: 'https://ipad.example/' }],
      metatitle: 'Sale',
    });
    expect(await visit(`${path}?a=1`)).toBe('307 https://example.com/?utm=x&a=1');
    expect(await visit(`${path}/`)).toBe('307 https://example.com/?utm=x');
    expect(await visit(path, { headers: { 'User-Agent': 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X)' } })).toBe(
      '307 https://ipad.example/?utm=x',
    );
    const card = await site.send('GET', path, { headers: { 'User-Agent': 'facebookexternalhit/1.1' } });
    expect([card.status, card.text.includes('property="og:title" content="Sale"')]).toEqual([200, true]);
    expect(await visit(path, {}, 'HEAD')).toBe('307 https://example.com/?utm=x');
    expect((await site.send('GET', path)).headers.get('Cache-Control')).toBe('private, no-store');
    for (const noun of [`/api/campaign/${id}`, `/api/url/${link}`]) {
      expect(await clicksOf(noun)).toBe(4);
      expect((await site.send('GET', `${noun}/stats`, { key })).json.data.bots).toBe(2);
    }
  });

  test('frames and splash pages are shown at the URL of the rotator', async () => {
    for (const type of ['frame', 'splash']) {
      const { id, path } = await addCampaign();
      await addLink(id, { type, url: 'https://shown.example/' });
      const { status, text } = await site.send('GET', path);
      expect([status, text.includes('https://shown.example/')]).toEqual([200, true]);
      expect(await clicksOf(`/api/campaign/${id}`)).toBe(1);
    }
  });

  test('a link with a password asks for it at its own URL, and is counted once it is unlocked', async () => {
    const { id, path } = await addCampaign();
    const { id: link, shorturl } = await addLink(id, { password: 'secret' });
    expect(await visit(path)).toBe(`302 ${shorturl}`);
    expect(await visit(`${path}?a=1`, {}, 'HEAD')).toBe(`302 ${shorturl}?a=1`);
    expect(await clicksOf(`/api/url/${link}`)).toBe(0);
    const { pathname } = new URL(shorturl);
    const opened = await site.send('POST', pathname, { body: 'password=secret' });
    const Cookie = opened.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    expect(await visit(pathname, { headers: { Cookie } })).toBe('302 https://example.com/');
    expect([await clicksOf(`/api/url/${link}`), await clicksOf(`/api/campaign/${id}`)]).toEqual([1, 1]);
  });

  const dead: [what: string, fields: object][] = [
    ['disabled', { status: 'disabled' }],
    ['expired', { expiry: '2026-11-16 11:59:59' }],
    ['expired with an expiry_url', { expiry: '2026-11-16 11:59:59', expiry_url: 'https://late.example/' }],
    ['not started', { starts: '2026-11-16 12:00:01' }],
  ];
  test.each(dead)(
    'a link that is %s is never picked; if it is the only link, the rotator is a 404',
    async (_, fields) => {
      const { id, path } = await addCampaign();
      await addLink(id, fields, 1000);
      const { status, text } = await site.send('GET', path);
      expect([status, text.includes('Link not found')]).toEqual([404, true]);
      await addLink(id, { url: 'https://live.example/' });
      expect(await placesOf(path)).toEqual({ '302 https://live.example/': 30 });
    },
  );

  test('a link that expires leaves the rotation at once, and one that starts joins it at once', async () => {
    const { id, path } = await addCampaign();
    await addLink(id, { url: 'https://early.example/', expiry: '2026-11-16 12:00:01' });
    await addLink(id, { url: 'https://late.example/', starts: '2026-11-16 12:00:01' });
    site.clock.now = NOON + 999;
    expect(await placesOf(path)).toEqual({ '302 https://early.example/': 30 });
    site.clock.now = NOON + 1_000;
    expect(await placesOf(path)).toEqual({ '302 https://late.example/': 30 });
  });

  test('links with a click limit are used up to the last click, then the rotator is a 404', async () => {
    const { id, path } = await addCampaign();
    for (const index of [0, 1, 2, 3]) await addLink(id, { url: `https://example.com/${index}`, max_clicks: 3 });
    for (let times = 0; times < 3; times += 1) expect((await site.send('HEAD', path)).status).toBe(200);
    const peer = (index: number) => ({ peer: `10.2.0.${index}` });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => visit(path, peer(index))));
    expect(answers.filter((answer) => answer === '404 null')).toHaveLength(8);
    for (const index of [0, 1, 2, 3])
      expect(answers.filter((answer) => answer === `302 https://example.com/${index}`)).toHaveLength(3);
    expect(await clicksOf(`/api/campaign/${id}`)).toBe(12);
  });

  test('a private, unknown or empty rotator, a wrong name and a wrong method are refused', async () => {
    const hidden = await addCampaign({ public: false });
    await addLink(hidden.id);
    const empty = await addCampaign();
    for (const path of [hidden.path, empty.path, '/r/nothing', '/r/', '/r', '/r/a.b', `${empty.path}/x`, '/r/a%20b']) {
      expect([path, await visit(path, { peer: '10.3.0.1' })]).toEqual([path, '404 null']);
    }
    await addLink(empty.id);
    expect(await visit(empty.path)).toBe('302 https://example.com/');
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await site.send(method, empty.path)).status).toBe(405);
    expect((await site.send('GET', empty.path.toUpperCase().replace('/R/', '/r/'))).status).toBe(404);
  });

  test('a visitor who requests missing rotators too often is limited', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 22; index += 1)
      statuses.push((await site.send('GET', `/r/missing-${index}`, { peer: '198.51.100.9' })).status);
    expect(statuses).toEqual([...Array(20).fill(404), 429, 429]);
  });
});
