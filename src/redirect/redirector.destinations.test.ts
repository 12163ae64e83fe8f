import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';

const AGENTS = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  linux: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
const CANADA = '24.48.0.1';
const STATES = '8.8.8.8';
const PROXY = '127.0.0.1';
const STRANGER = '203.0.113.9';

const GERMAN = 'de-DE,de;q=0.9,en;q=0.5';

const LINK = {
  url: 'https://example.com/everyone',
  custom: 'story',
  geotarget: [{ location: 'Canada', link: 'https://example.com/canada' }],
  devicetarget: [{ device: 'windows', link: 'https://example.com/windows' }],
  languagetarget: [{ language: 'de', link: 'https://example.com/german' }],
};

interface Visit {
  agent?: keyof typeof AGENTS;
  reads?: string;
  peer?: string;
  forwardedFor?: string;
}

async function pathOf(
  site: TestSite,
  alias: string,
  { agent = 'linux', reads = 'en', peer = PROXY, forwardedFor }: Visit,
) {
  const headers = {
    'User-Agent': AGENTS[agent],
    'Accept-Language': reads,
    ...(forwardedFor !== undefined && { 'X-Forwarded-For': forwardedFor }),
  };
  const answer = await site.send('GET', `/${alias}`, { peer, headers });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('Location') ?? '').pathname;
}

onEachEngine('a link with geo, device and language targets', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await openTestSite(engine, { TRUST_PROXY: 'loopback' });
    const { key } = await site.addUser();
    expect((await site.send('POST', '/api/url/add', { key, body: LINK })).status).toBe(200);
  });
  afterAll(() => site.close());

  const rows: [string, Visit, string][] = [
    ['a Canadian iPhone is matched by its location', { agent: 'iphone', forwardedFor: CANADA }, '/canada'],
    [
      'a Windows PC in the United States is matched by its device',
      { agent: 'windows', forwardedFor: STATES },
      '/windows',
    ],
    ['a German-speaking visitor is matched by language', { reads: GERMAN, forwardedFor: STATES }, '/german'],
    ['place comes before device and language', { agent: 'windows', reads: GERMAN, forwardedFor: CANADA }, '/canada'],
    ['device comes before language', { agent: 'windows', reads: GERMAN, forwardedFor: STATES }, '/windows'],
    ['an American iPhone in English matches no rule', { agent: 'iphone', forwardedFor: STATES }, '/everyone'],
    [
      'German as a second choice after English still matches',
      { reads: 'en,de;q=0.1', forwardedFor: STATES },
      '/german',
    ],
    ['a Canadian address counts without any proxy', { peer: CANADA }, '/canada'],
    ['also where IPv6 carries it', { peer: `::ffff:${CANADA}` }, '/canada'],
    ['and an IPv6 address of its own', { peer: '2607:f2c0::1' }, '/canada'],
    ['a forged header from an untrusted peer changes nothing', { peer: STRANGER, forwardedFor: CANADA }, '/everyone'],
    ['nor does it hide where a Canadian comes from', { peer: CANADA, forwardedFor: STATES }, '/canada'],
    ['of several hops the last before the proxy counts', { forwardedFor: `${CANADA}, ${STATES}` }, '/everyone'],
    ['whatever was forged before it', { forwardedFor: `${STATES}, ${CANADA}` }, '/canada'],
    ['a hop that is not an address ends the trust', { forwardedFor: `${CANADA}, x` }, '/everyone'],
    ['the proxy’s own address is nowhere', {}, '/everyone'],
  ];
  test.each(rows)('%s', async (_, visit, path) => {
    expect(await pathOf(site, 'story', visit)).toBe(path);
  });

  for (const name of ['X-Real-IP', 'Forwarded', 'CF-IPCountry', 'True-Client-IP', 'X-Forwarded-Country']) {
    test(`${name} does not look up the location`, async () => {
      const headers = { [name]: name === 'Forwarded' ? `for=${CANADA}` : CANADA };
      const { headers: received } = await site.send('GET', '/story', { peer: PROXY, headers });
      expect(received.get('Location')).toBe('https://example.com/everyone');
    });
  }

  test('each visitor gets a separate result', async () => {
    const visits = Array.from({ length: 60 }, (_, index) => rows[index % 6]).filter((row) => row !== undefined);
    const paths = await Promise.all(visits.map(([, visit]) => pathOf(site, 'story', visit)));
    expect(paths).toEqual(visits.map(([, , path]) => path));
  });

  test('a region matches its part of the country', async () => {
    const { key } = await site.addUser();
    const geotarget = [
      { location: 'Canada', link: 'https://example.com/canada' },
      { location: 'CA-Québec', link: 'https://example.com/quebec' },
    ];
    await site.send('POST', '/api/url/add', { key, body: { url: LINK.url, custom: 'region', geotarget } });
    expect(await pathOf(site, 'region', { forwardedFor: CANADA })).toBe('/quebec');
    expect(await pathOf(site, 'region', { forwardedFor: '142.58.103.1' })).toBe('/canada');
    expect(await pathOf(site, 'region', { forwardedFor: STATES })).toBe('/everyone');
  });
});

describe('without TRUST_PROXY [sqlite]', () => {
  test('X-Forwarded-For is ignored, even from this machine', async () => {
    const site = await openTestSite('sqlite');
    const { key } = await site.addUser();
    await site.send('POST', '/api/url/add', { key, body: LINK });
    expect(await pathOf(site, 'story', { forwardedFor: CANADA })).toBe('/everyone');
    expect(await pathOf(site, 'story', { peer: CANADA, forwardedFor: STATES })).toBe('/canada');
    await site.close();
  });
});
