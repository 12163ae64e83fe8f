import { afterAll, beforeAll, expect, test } from 'bun:test';
import { escapeHtml } from '../../src/lib/html.ts';
import type { Outbound } from '../../src/lib/outbound/outbound.ts';
import { pixelTypes, vendors } from '../../src/resources/pixels/pixel.ts';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { openTestSite, type Received, type TestSite } from '../support/test-site.ts';
import { testWithoutStore } from '../support/without-store.ts';

const GOOD = 'https://example.com/good';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const HOSTILE = [
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `' onload='alert(1)`,
  '$' + '{7*7}',
  '{{7*7}}',
];

const FORBIDDING: Record<string, Record<string, string>> = {
  'https://options.example/': { 'X-Frame-Options': 'DENY' },
  'https://policy.example/': { 'Content-Security-Policy': "frame-ancestors 'self'" },
};

const outbound: Outbound = {
  get: async (url) => ({ url, status: 200, headers: new Headers(FORBIDDING[url]), bytes: new Uint8Array() }),
};

/** The names of all elements with their attributes, in order. */
function structureOf({ text }: Received): string[] {
  const seen: string[] = [];
  const rewriter = new HTMLRewriter().on('*', {
    element: ({ tagName, attributes }) => void seen.push([tagName, ...[...attributes].map(([name]) => name)].join(' ')),
  });
  rewriter.transform(text);
  return seen;
}

onEachEngine('pages', (engine) => {
  let site: TestSite;
  let consentSite: TestSite;
  let key: string;
  let consentKey: string;

  beforeAll(async () => {
    site = await openTestSite(engine, {}, { outbound });
    consentSite = await openTestSite(engine, { PIXEL_CONSENT: 'all' });
    key = (await site.addUser()).key;
    consentKey = (await consentSite.addUser()).key;
  });
  afterAll(() => Promise.all([site.close(), consentSite.close()]));

  async function addPixel(at: TestSite, owner: string, type: string, tag: string): Promise<number> {
    return (await at.send('POST', '/api/pixel/add', { key: owner, body: { type, name: 'x', tag } })).json.id;
  }

  async function pathOf(at: TestSite, owner: string, fields: object): Promise<string> {
    const { status, json } = await at.send('POST', '/api/url/add', { key: owner, body: { url: GOOD, ...fields } });
    expect(status).toBe(200);
    return new URL(json.shorturl).pathname;
  }

  function visit(at: TestSite, path: string, headers: Record<string, string> = {}): Promise<Received> {
    return at.send('GET', path, { headers: { 'User-Agent': AGENT, ...headers } });
  }

  test('33: text from owners stays text on pixel pages, frame pages and splash pages', async () => {
    guards('no-user-html');
    const pixels = [await addPixel(site, key, 'fbpixel', '123456789012345')];
    for (const type of ['direct', 'frame', 'splash']) {
      const url = `https://example.com/${type}`;
      const harmless = await visit(site, await pathOf(site, key, { url, type, pixels, metatitle: 'calm' }));
      for (const metatitle of HOSTILE) {
        const fields = { url: `${url}?${metatitle}#${metatitle}`, type, pixels, metatitle, metadescription: metatitle };
        const answer = await visit(site, await pathOf(site, key, fields));
        expect(answer.text).toContain(escapeHtml(metatitle));
        expect(structureOf(answer)).toEqual(structureOf(harmless));
      }
    }
  });

  test('33: values from a visitor stay text on the consent page', async () => {
    guards('no-user-html');
    const pixels = [await addPixel(consentSite, consentKey, 'fbpixel', '123456789012345')];
    const path = await pathOf(consentSite, consentKey, { pixels });
    const harmless = await visit(consentSite, path);
    for (const value of HOSTILE) {
      const answer = await visit(consentSite, `${path}?${encodeURI(value)}`, {
        Referer: `https://a.example/?${value}`,
      });
      expect(answer.text).toContain(escapeHtml(value));
      expect(structureOf(answer)).toEqual(structureOf(harmless));
    }
  });

  const BAD_TAGS = [
    "');alert(1)//",
    '</script><script>',
    '"><script>alert(1)</script>',
    '&quot;onerror=',
    '`$' + '{alert(1)}`',
    '\\u003c',
    'a b',
    'a\u2028b',
    'javascript:alert(1)',
    'x?y=1&z',
    'é',
  ];
  test.each(pixelTypes)('34: %s accepts no tag with a meaning in HTML or JavaScript', async (type) => {
    guards('pixel-tags');
    const good = vendors.find((vendor) => vendor.type === type || vendor.alias === type)?.example ?? '';
    const id = await addPixel(site, key, type, good);
    for (const tag of BAD_TAGS) {
      const made = await site.send('POST', '/api/pixel/add', { key, body: { type, name: 'x', tag } });
      const changed = await site.send('PUT', `/api/pixel/${id}/update`, { key, body: { tag } });
      for (const { status, json } of [made, changed]) {
        expect([status, json.errors?.map(({ field }: { field: string }) => field)]).toEqual([400, ['tag']]);
      }
    }
    const { text } = await visit(site, await pathOf(site, key, { pixels: [id] }));
    expect(text).toContain(`<script data-tags="${good}">`);
  });

  test('34: a malicious tag in the database is still rendered as data', async () => {
    guards('pixel-tags');
    const id = await addPixel(site, key, 'reddit', 't2_a1b2c3d4');
    const tag = '"><script>alert(1)</script>';
    await site.database.db.updateTable('pixels').set({ tag }).where('id', '=', id).execute();
    const { text } = await visit(site, await pathOf(site, key, { pixels: [id] }));
    expect(text).toContain(`<script data-tags="${escapeHtml(tag)}">`);
    expect(text).not.toContain('<script>alert');
  });

  test('34: no valid tag changes the policy', async () => {
    guards('pixel-tags');
    const policyWith = async (tag: string) => {
      const pixels = [await addPixel(site, key, 'adrollpixel', tag)];
      return (await visit(site, await pathOf(site, key, { pixels }))).headers.get('Content-Security-Policy');
    };
    const [first, ...others] = await Promise.all(['A', '../..//evil.example', '-._/', 'x'.repeat(64)].map(policyWith));
    expect(first).toBeString();
    expect(new Set([first, ...others]).size).toBe(1);
  });

  testWithoutStore(engine).each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\tscript:alert(1)',
    'data:image/png;base64,AA',
    '//x',
  ])('35: metaimage %j is refused', async (metaimage) => {
    const { status, json } = await site.send('POST', '/api/url/add', { key, body: { url: GOOD, metaimage } });
    expect(status).toBe(400);
    expect(json.errors[0].field).toBe('metaimage');
  });

  test.each(Object.keys(FORBIDDING))('36: a frame of %s, which forbids framing, becomes a redirect', async (url) => {
    guards('page-policies');
    const path = await pathOf(site, key, { url, type: 'frame', redirect_code: 307 });
    await site.site.framing.whenDone();
    const { status, headers, text } = await visit(site, path);
    expect([status, headers.get('Location'), text]).toEqual([307, url, '']);
  });

  test.each(HOSTILE)('39: the not-found page for %j shows the path as text or not at all', async (value) => {
    guards('no-user-html');
    const harmless = await visit(site, '/nothing/calm');
    for (const path of [`/nothing/${value}`, `/${encodeURIComponent(value)}`, `/x?${value}`]) {
      const answer = await visit(site, path);
      expect(answer.status).toBeOneOf([404, 429]);
      expect(answer.text).not.toContain(value);
      if (answer.status === 404) expect(structureOf(answer)).toEqual(structureOf(harmless));
    }
  });
});
