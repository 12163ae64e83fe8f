import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { createNameService } from '../support/name-service.ts';
import { openTestSite, type Received, type TestSite } from '../support/test-site.ts';
import { testWithoutStore } from '../support/without-store.ts';

const GOOD = 'https://example.com/good';
const LOCAL = '127.0.0.1';

/** Every field with a destination: its endpoint, its name in errors, and a body with this destination. */
const FIELDS: [path: string, field: string, put: (destination: string) => object][] = [
  ['/api/url/add', 'url', (url) => ({ url })],
  ['/api/url/add', 'geotarget.0.link', (link) => ({ url: GOOD, geotarget: [{ location: 'Canada', link }] })],
  ['/api/url/add', 'devicetarget.0.link', (link) => ({ url: GOOD, devicetarget: [{ device: 'ipad', link }] })],
  ['/api/url/add', 'languagetarget.0.link', (link) => ({ url: GOOD, languagetarget: [{ language: 'de', link }] })],
  ['/api/url/add', 'rules.0.split.0.url', (url) => ({ url: GOOD, rules: [{ when: [], split: [{ url, weight: 1 }] }] })],
  ['/api/url/add', 'expiry_url', (expiry_url) => ({ url: GOOD, expiry_url })],
  ['/api/domain/add', 'redirectroot', (redirectroot) => ({ domain: 'https://new.example', redirectroot })],
  ['/api/domain/add', 'redirect404', (redirect404) => ({ domain: 'https://new.example', redirect404 })],
  ['/api/qr/add', 'data', (data) => ({ type: 'link', data })],
];

const OURS = [
  'https://go.victim.example/',
  'http://go.victim.example/x/y',
  'HTTPS://GO.VICTIM.EXAMPLE/x/y?z',
  'https://go.victim.example./x/',
  'https://go.victim.example:8443/x',
  'https://%67o.victim.example/x/',
  'https://go%2Evictim%2eexample%2E/x',
  'https://ｇｏ.victim.example/',
  'https:\\\\go.victim.example\\x\\y',
  'https://sgn.example/api/x',
];

onEachEngine('domains', (engine) => {
  let site: TestSite;
  let key: string;
  let victimKey: string;

  beforeAll(async () => {
    const here = ['203.0.113.7'];
    const pointing = ['sgn.example', 'go.victim.example', 'wanted.example'];
    const { findAddresses, findTexts } = createNameService(Object.fromEntries(pointing.map((name) => [name, here])));
    const environment = { BASE_URL: 'https://sgn.example', TRUST_PROXY: '192.0.2.0/24' };
    site = await openTestSite(engine, environment, { findAddresses, findTexts });
    // The first user is an administrator.
    await site.addUser();
    key = (await site.addUser()).key;
    victimKey = (await site.addUser()).key;
    const { id } = (await addDomain('https://go.victim.example', victimKey)).json;
    expect((await verify(id, victimKey)).status).toBe(200);
    const link = { url: GOOD, custom: 'known', domain: 'go.victim.example' };
    expect((await site.send('POST', '/api/url/add', { key: victimKey, body: link })).status).toBe(200);
    const body = { url: `${GOOD}/main`, custom: 'mine' };
    expect((await site.send('POST', '/api/url/add', { key, body })).status).toBe(200);
  });
  afterAll(() => site.close());

  function addDomain(domain: string, owner = key): Promise<Received> {
    return site.send('POST', '/api/domain/add', { key: owner, body: { domain } });
  }

  function verify(id: number, owner: string): Promise<Received> {
    return site.send('POST', `/api/domain/${id}/verify`, { key: owner });
  }

  for (const [path, field, put] of FIELDS) {
    test(`5: a destination on any user’s verified domain is refused in ${field}, in every spelling`, async () => {
      guards('destination-own-address');
      for (const destination of OURS) {
        const { status, json } = await site.send('POST', path, { key, body: put(destination) });
        expect([destination, status, json.errors?.[0]?.field]).toEqual([destination, 400, field]);
      }
      expect((await site.send('POST', path, { key, body: put('https://xgo.victim.example/x') })).status).toBe(200);
      await site.database.db.deleteFrom('domains').where('name', '=', 'new.example').execute();
    });
  }

  test('5: an update cannot make a domain redirect to itself', async () => {
    guards('destination-own-address');
    const { id } = (await addDomain('https://self.example')).json;
    for (const destination of ['https://self.example/', 'https://SELF.example:99/x', ...OURS]) {
      const body = { redirectroot: destination, redirect404: destination };
      const { status, json } = await site.send('PUT', `/api/domain/${id}/update`, { key, body });
      expect([status, json.errors.length]).toEqual([400, 2]);
    }
  });

  test('5: a QR code may contain a short link of a branded domain or of the main host', async () => {
    guards('destination-own-address');
    const body = { type: 'link', data: 'https://go.victim.example/known' };
    expect((await site.send('POST', '/api/qr/add', { key, body })).status).toBe(200);
  });

  test('52: another user’s domain is refused like an unknown one, in a new link and in an update', async () => {
    guards('ownership');
    const { id } = (await site.send('POST', '/api/url/add', { key, body: { url: GOOD } })).json;
    for (const [method, path] of [
      ['POST', '/api/url/add'],
      ['PUT', `/api/url/${id}/update`],
    ] as const) {
      const [theirs, unknown] = await Promise.all(
        ['https://go.victim.example', 'https://unknown.example'].map((domain) =>
          site.send(method, path, { key, body: { url: GOOD, domain } }),
        ),
      );
      expect([theirs?.status, theirs?.json]).toEqual([400, unknown?.json]);
    }
    const lists = ['domain=go.victim.example', 'short=https://go.victim.example/known'];
    for (const query of lists) {
      const { json } = await site.send('GET', `/api/urls?${query}`, { key });
      expect(json.data).toMatchObject({ result: 0, urls: [] });
    }
    const rows = await site.database.db.selectFrom('links').select('id').where('domain_id', '>', 0).execute();
    expect(rows).toHaveLength(1);
  });

  const NO_DOMAINS = [
    'https://localhost',
    'https://LOCALHOST:3000',
    'https://my.localhost',
    'http://localhost.localdomain',
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://203.0.113.7',
    'https://[2001:db8::1]',
    'https://*.com',
    'https://*.brand.example',
    'https://com',
    'https://example',
    'https://co.uk',
    'https://github.io',
    'https://sgn.example',
    'https://SGN.example.',
    'https://sgn.example:8443',
    'https://%73gn.example',
    'https://ｓｇｎ.example',
    `https://${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(8)}.example`,
  ];
  testWithoutStore(engine).each(NO_DOMAINS)('56: %s is refused, and the error names the field', async (domain) => {
    guards('domain-names');
    const { status, json } = await addDomain(domain);
    expect([status, json.errors.map(({ field }: { field: string }) => field)]).toEqual([400, ['domain']]);
  });

  test.each([
    'unknown.example',
    'sgn.example.evil.example',
    'go.victim.example.evil.example',
    'go.victim.example@evil.example',
    'go.victim.example, sgn.example',
    'evil.example:443',
    '10.0.0.7:3000',
    '0.0.0.0',
  ])('57: the Host %j gets no link and no page of ours, whatever the forwarded headers say', async (host) => {
    const forwarded = { 'X-Forwarded-Host': 'sgn.example', Forwarded: 'host=go.victim.example' };
    for (const peer of [LOCAL, '192.0.2.1', '203.0.113.9']) {
      for (const path of ['/known', '/mine', '/mine+', '/mine?a=1', '/', '/docs', '/setup', '/q/AAAAAAA']) {
        // Some of these hosts are not valid in a URL; Bun then passes the path alone.
        const url = URL.canParse(`http://${host}${path}`) ? `http://${host}${path}` : path;
        const request = { url, method: 'GET', headers: new Headers(forwarded) } as Request;
        const answer = await site.site.handle(request, { requestIP: () => ({ address: peer }) });
        expect([path, answer.status, answer.headers.get('Location')]).toEqual([path, 404, null]);
        expect(await answer.text()).not.toContain('example.com');
      }
    }
  });

  test('57: a forwarded host does not select a branded domain, which serves only its owner’s links', async () => {
    guards('domain-hosts');
    for (const peer of [LOCAL, '192.0.2.1']) {
      const headers = { Host: 'sgn.example', 'X-Forwarded-Host': 'go.victim.example' };
      expect((await site.send('GET', '/known', { headers, peer })).status).toBe(404);
      const { status } = await site.send('GET', '/mine', { headers: { Host: 'go.victim.example' }, peer });
      expect(status).toBe(404);
    }
  });

  test('58: every name under a verified domain belongs to its owner, at any depth and with any port', async () => {
    guards('domain-claims');
    for (const name of [
      'a.go.victim.example',
      'a.b.c.go.victim.example',
      'A.GO.Victim.example.',
      'a.go.victim.example:99',
      'victim.example',
    ])
      expect((await addDomain(`https://${name}`)).json.code).toBe('domain_of_another');
    for (const name of ['go.victim.example', 'go.victim.example:99'])
      expect((await addDomain(`https://${name}`)).json.code).toBe('domain_taken');
    expect((await addDomain('https://ago.victim.example')).status).toBe(200);
    expect((await addDomain('https://a.go.victim.example', victimKey)).status).toBe(200);
  });

  test('58: of many users who claim and verify a name and its ports at once, one succeeds', async () => {
    guards('domain-claims', 'domain-verification');
    const claims = Array.from({ length: 20 }, async (_, index) => {
      const owner = index % 2 === 0 ? key : victimKey;
      const { status, json } = await addDomain(`https://wanted.example:${8000 + (index % 10)}`, owner);
      return status === 200 ? (await verify(json.id, owner)).status : status;
    });
    expect(new Set(await Promise.all(claims))).toEqual(new Set([200, 409]));
    const rows = await site.database.db
      .selectFrom('domains')
      .select('user_id')
      .where('name', '=', 'wanted.example')
      .where('verified_at', 'is not', null)
      .execute();
    expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(1);
  });
});
