import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { NOON, openTestSite, type Received, type Sent, type TestSite } from '../../../test/support/test-site.ts';
import { createLinkBody } from './link.contract.ts';

const OWN = 'https://example.com/own';
const OTHER = 'https://other.example/there';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const CRAWLER: Sent = { headers: { 'User-Agent': 'facebookexternalhit/1.1' } };
const HOUR_MS = 3_600_000;

function from(address: string): Sent {
  return { peer: '127.0.0.1', headers: { 'X-Forwarded-For': address } };
}

onEachEngine('each field of the create body has its effect', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { TRUST_PROXY: 'loopback' });
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());
  afterEach(() => {
    site.clock.now = NOON;
  });

  /** A link that a test has created. */
  interface CreatedLink {
    id: number;
    shorturl: string;
    visit(sent?: Sent, suffix?: string, method?: string): Promise<Received>;
    /** `status Location` of a visit. */
    leadsTo(sent?: Sent, suffix?: string): Promise<string>;
    details(): Promise<Received['json']>;
  }

  async function make(body: object): Promise<CreatedLink> {
    const { status, json } = await site.send('POST', '/api/url/add', { key, body: { url: OWN, ...body } });
    expect({ status, json }).toMatchObject({ status: 200, json: { error: 0 } });
    const path = new URL(json.shorturl).pathname;
    const visit = (sent: Sent = {}, suffix = '', method = 'GET') => site.send(method, path + suffix, sent);
    return {
      id: json.id,
      shorturl: json.shorturl,
      visit,
      async leadsTo(sent, suffix) {
        const { status, headers } = await visit(sent, suffix);
        return `${status} ${headers.get('Location')}`;
      },
      details: async () => (await site.send('GET', `/api/url/${json.id}`, { key })).json.details,
    };
  }

  async function refusedField(body: object): Promise<string[]> {
    const { status, json } = await site.send('POST', '/api/url/add', { key, body: { url: OWN, ...body } });
    expect(status).toBe(400);
    return json.errors.map(({ field }: { field: string }) => field);
  }

  const seen = new Set<string>();

  /** Adds a test: the field, its effect, the body of the link, and the check of the effect. */
  function testField(field: string, rule: string, body: object, check: (link: CreatedLink) => Promise<void>): void {
    seen.add(field);
    test(`${field} ${rule}`, async () => check(await make(body)));
  }

  testField(
    'url',
    'is the normalized destination',
    { url: ' HTTPS://Example.COM:443/a b/../ü?q=é#f ' },
    async (link) => {
      proves('links.create', 'url');
      expect(await link.leadsTo()).toBe('302 https://example.com/%C3%BC?q=%C3%A9#f');
      expect((await link.details()).longurl).toBe('https://example.com/%C3%BC?q=%C3%A9#f');
    },
  );
  testField('custom', 'is the alias', { custom: 'My_Own-1' }, async (link) => {
    proves('links.create', 'custom');
    expect(link.shorturl).toBe('http://localhost:3000/My_Own-1');
    expect((await site.send('GET', '/My_Own-1')).headers.get('Location')).toBe(OWN);
  });
  testField('type', 'direct redirects', { type: 'direct' }, async (link) => {
    proves('links.create', 'type');
    expect(await link.leadsTo()).toBe(`302 ${OWN}`);
    expect((await link.visit()).text).toBe('');
  });
  testField('type', 'frame embeds the destination', { type: 'frame', metatitle: 'Our <shop>' }, async (link) => {
    proves('links.create', 'type');
    const { status, text, headers } = await link.visit();
    expect(status).toBe(200);
    expect(text).toContain(`<iframe src="${OWN}"`);
    expect(text).toContain('<title>Our &lt;shop&gt;</title>');
    expect(headers.get('Content-Security-Policy')).toContain('frame-src https://example.com;');
  });
  testField('type', 'splash shows a page with a countdown', { type: 'splash' }, async (link) => {
    const { status, text } = await link.visit();
    expect(status).toBe(200);
    expect(text).toMatch(new RegExp(`href="${OWN}"[^>]* data-seconds="\\d+"`));
  });
  testField('password', 'is asked for before the redirect', { password: 'open sesame' }, async (link) => {
    proves('links.create', 'password');
    const form = await link.visit();
    expect(form.status).toBe(200);
    expect(form.text).toContain('type="password"');
    expect(form.text).not.toContain('example.com');
    const given = await link.visit({ body: 'password=open+sesame' }, '', 'POST');
    expect(given.status).toBe(303);
    const [cookie = ''] = (given.headers.get('Set-Cookie') ?? '').split(';');
    expect(await link.leadsTo({ headers: { Cookie: cookie } })).toBe(`302 ${OWN}`);
    expect((await link.details()).password).toBe(true);
  });
  testField('password', 'keeps leading and trailing spaces', { password: ' two words ' }, async (link) => {
    expect((await link.visit({ body: 'password=+two+words+' }, '', 'POST')).status).toBe(303);
  });
  testField('domain', 'may be the main host', { domain: 'localhost:3000' }, async (link) => {
    proves('links.create', 'domain');
    expect(link.shorturl).toStartWith('http://localhost:3000/');
    expect(await link.leadsTo()).toBe(`302 ${OWN}`);
    expect(await refusedField({ domain: 'go.example' })).toEqual(['domain']);
  });
  testField('expiry', 'ends the link', { expiry: '2026-11-16 13:00:00' }, async (link) => {
    proves('links.create', 'expiry');
    expect(await link.leadsTo()).toBe(`302 ${OWN}`);
    site.clock.now = NOON + HOUR_MS;
    expect((await link.visit()).status).toBe(410);
    expect((await link.details()).expiry).toBe('2026-11-16 13:00:00');
  });
  testField('geotarget', 'redirects a country', { geotarget: [{ location: 'CaNaDa', link: OTHER }] }, async (link) => {
    proves('links.create', 'geotarget', 'geotarget.location', 'geotarget.link');
    expect(await link.leadsTo(from('24.48.0.1'))).toBe(`302 ${OTHER}`);
    expect(await link.leadsTo(from('8.8.8.8'))).toBe(`302 ${OWN}`);
    expect((await link.details()).location).toEqual({ canada: OTHER });
  });
  testField(
    'devicetarget',
    'redirects a device',
    { devicetarget: [{ device: 'Windows', link: OTHER }] },
    async (link) => {
      proves('links.create', 'devicetarget', 'devicetarget.device', 'devicetarget.link');
      expect(await link.leadsTo({ headers: { 'User-Agent': WINDOWS } })).toBe(`302 ${OTHER}`);
      expect(await link.leadsTo()).toBe(`302 ${OWN}`);
      expect((await link.details()).device).toEqual({ windows: OTHER });
    },
  );
  testField(
    'languagetarget',
    'redirects a language',
    { languagetarget: [{ language: 'DE', link: OTHER }] },
    async (link) => {
      proves('links.create', 'languagetarget', 'languagetarget.language', 'languagetarget.link');
      expect(await link.leadsTo({ headers: { 'Accept-Language': 'de-AT,en;q=0.5' } })).toBe(`302 ${OTHER}`);
      expect(await link.leadsTo({ headers: { 'Accept-Language': 'en' } })).toBe(`302 ${OWN}`);
      expect((await link.details()).language).toEqual({ de: OTHER });
    },
  );
  testField(
    'rules',
    'redirect those whom all conditions match',
    {
      rules: [
        {
          when: [
            { type: 'device', in: ['Windows'] },
            { type: 'language', in: ['de'] },
          ],
          url: OTHER,
        },
      ],
    },
    async (link) => {
      const headers = { 'User-Agent': WINDOWS, 'Accept-Language': 'de-AT' };
      expect(await link.leadsTo({ headers })).toBe(`302 ${OTHER}`);
      expect(await link.leadsTo({ headers: { ...headers, 'Accept-Language': 'en,de' } })).toBe(`302 ${OWN}`);
      expect((await link.details()).rules).toEqual([
        {
          when: [
            { type: 'device', in: ['windows'] },
            { type: 'language', in: ['de'] },
          ],
          url: OTHER,
        },
      ]);
    },
  );
  testField('metatitle', 'is returned to crawlers', { metatitle: 'Spring "sale"' }, async (link) => {
    proves('links.create', 'metatitle');
    expect((await link.visit(CRAWLER)).text).toContain('property="og:title" content="Spring &quot;sale&quot;"');
    expect(await link.leadsTo()).toBe(`302 ${OWN}`);
    expect(await link.details()).toMatchObject({ title: 'Spring "sale"', metatitle: 'Spring "sale"' });
  });
  testField('metadescription', 'is returned to crawlers', { metadescription: 'All of it' }, async (link) => {
    proves('links.create', 'metadescription');
    expect((await link.visit(CRAWLER)).text).toContain('property="og:description" content="All of it"');
    expect((await link.details()).metadescription).toBe('All of it');
  });
  testField('metaimage', 'is returned to crawlers', { metaimage: 'https://img.example/a.png' }, async (link) => {
    proves('links.create', 'metaimage');
    expect((await link.visit(CRAWLER)).text).toContain('property="og:image" content="https://img.example/a.png"');
    expect((await link.details()).metaimage).toBe('https://img.example/a.png');
  });
  testField('parameters', 'are added', { parameters: [{ name: 'utm_source', value: 'a & b' }] }, async (link) => {
    proves('links.create', 'parameters', 'parameters.name', 'parameters.value');
    expect(await link.leadsTo()).toBe(`302 ${OWN}?utm_source=a+%26+b`);
    expect((await link.details()).parameters).toEqual([{ name: 'utm_source', value: 'a & b' }]);
  });
  testField('description', 'is returned and searchable', { description: 'For the Tuesday letter' }, async (link) => {
    expect((await link.details()).description).toBe('For the Tuesday letter');
    const { urls } = (await site.send('GET', '/api/urls?q=tuesday', { key })).json.data;
    expect(urls).toEqual([expect.objectContaining({ id: link.id, description: 'For the Tuesday letter' })]);
  });
  testField('pixels', 'are returned', {}, async () => {
    const pixel = { type: 'bing', name: 'n', tag: '12345678' };
    const { id } = (await site.send('POST', '/api/pixel/add', { key, body: pixel })).json;
    const link = await make({ pixels: [id, id] });
    expect((await link.details()).pixels).toEqual([id]);
    await site.send('DELETE', `/api/pixel/${id}/delete`, { key });
    expect((await link.details()).pixels).toEqual([]);
  });
  testField('channel', 'must belong to the user', {}, async () => {
    expect(await refusedField({ channel: 1 })).toEqual(['channel']);
  });
  testField('campaign', 'must exist and belong to the user', {}, async () => {
    expect(await refusedField({ campaign: 1 })).toEqual(['campaign']);
  });
  testField('tags', 'are returned and filter the list', { tags: ['red', 'blue', 'red'] }, async (link) => {
    expect((await link.details()).tags).toEqual(['blue', 'red']);
    const { urls } = (await site.send('GET', '/api/urls?tag=red', { key })).json.data;
    expect(urls.map(({ id }: { id: number }) => id)).toEqual([link.id]);
  });
  testField('expiry_url', 'works after expiry', { expiry: '2026-11-16 11:59:59', expiry_url: OTHER }, async (link) => {
    expect(await link.leadsTo()).toBe(`302 ${OTHER}`);
    expect((await link.details()).expiry_url).toBe(OTHER);
  });
  testField('max_clicks', 'ends the link after this many clicks', { max_clicks: 2 }, async (link) => {
    const statuses = [await link.visit(), await link.visit(), await link.visit()].map(({ status }) => status);
    expect(statuses).toEqual([302, 302, 410]);
    expect((await link.details()).max_clicks).toBe(2);
  });
  testField('starts', 'hides the link before this time', { starts: '2026-11-16 12:00:01' }, async (link) => {
    expect((await link.visit()).status).toBe(404);
    site.clock.now = NOON + 1_000;
    expect(await link.leadsTo()).toBe(`302 ${OWN}`);
    expect((await link.details()).starts).toBe('2026-11-16 12:00:01');
  });
  testField('status', 'disabled disables the link', { status: 'disabled' }, async (link) => {
    expect((await link.visit()).status).toBe(410);
    expect((await link.details()).status).toBe('disabled');
  });
  testField('forward_query', 'passes the query on by default', {}, async (link) => {
    expect(await link.leadsTo({}, '?a=1')).toBe(`302 ${OWN}?a=1`);
  });
  testField('forward_query', 'false does not pass the query on', { forward_query: false }, async (link) => {
    expect(await link.leadsTo({}, '?a=1')).toBe(`302 ${OWN}`);
    expect((await link.details()).forward_query).toBe(false);
  });
  for (const code of [301, 302, 307, 308]) {
    testField('redirect_code', `${code} is the status`, { redirect_code: code }, async (link) => {
      expect(await link.leadsTo()).toBe(`${code} ${OWN}`);
      expect((await link.details()).redirect_code).toBe(code);
    });
  }
  testField('app', 'opens an app on its system', { app: { android: { url: 'myapp://x' } } }, async (link) => {
    const agent = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
    expect((await link.visit({ headers: { 'User-Agent': agent } })).text).toContain('intent://x#Intent;scheme=myapp;');
    expect(await link.leadsTo({ headers: { 'User-Agent': WINDOWS } })).toBe(`302 ${OWN}`);
  });
  testField('escape', 'opens the browser of the system', { escape: true }, async (link) => {
    const agent = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36 Instagram 350.0';
    expect((await link.visit({ headers: { 'User-Agent': agent } })).text).toContain('intent://example.com/own#Intent;');
    expect(await link.leadsTo({ headers: { 'User-Agent': WINDOWS } })).toBe(`302 ${OWN}`);
  });
  testField('reuse', 'returns the existing plain link', { url: 'https://reuse.example/' }, async (link) => {
    const again = await make({ url: 'https://reuse.example', reuse: true });
    expect([again.id, again.shorturl]).toEqual([link.id, link.shorturl]);
    expect((await make({ url: 'https://reuse.example/', reuse: false })).id).not.toBe(link.id);
  });
  test('there is a test for every field', () => {
    expect([...seen].sort()).toEqual(Object.keys(createLinkBody.shape).sort());
  });
});
