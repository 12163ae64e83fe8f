import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { openTestSite, type Received, type TestSite } from '../support/test-site.ts';
import { testWithoutStore } from '../support/without-store.ts';

const GOOD = 'https://example.com/good';

/** Every field with a destination: its name in errors, and a body with this destination. */
const FIELDS: [field: string, put: (destination: string) => object][] = [
  ['url', (destination) => ({ url: destination })],
  ['geotarget.0.link', (destination) => ({ url: GOOD, geotarget: [{ location: 'Canada', link: destination }] })],
  ['devicetarget.0.link', (destination) => ({ url: GOOD, devicetarget: [{ device: 'ipad', link: destination }] })],
  ['languagetarget.0.link', (destination) => ({ url: GOOD, languagetarget: [{ language: 'de', link: destination }] })],
  ['rules.0.url', (destination) => ({ url: GOOD, rules: [{ when: [], url: destination }] })],
  ['expiry_url', (destination) => ({ url: GOOD, expiry_url: destination })],
];

const REFUSED: [number: number, destinations: string[]][] = [
  [
    1,
    [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      '  javascript:alert(1)',
      '\t\r\n javascript:alert(1)',
      '\u0001javascript:alert(1)',
      'java\tscript:alert(1)',
      'java\nscript:alert(1)',
      'java\r\nscript:alert(1)',
      'javascript://example.com/%0aalert(1)',
      'javascript:alert(1)//https://example.com/',
      'javascript&colon;alert(1)',
    ],
  ],
  [
    2,
    [
      'data:text/html,<script>alert(1)</script>',
      'DATA:text/html;base64,PHA+',
      'vbscript:msgbox(1)',
      'file:///etc/passwd',
      'file://example.com/x',
      'blob:https://example.com/0e1f',
      'intent://scan/#Intent;scheme=zxing;end',
      'view-source:https://example.com/',
      'ftp://example.com/',
      'ws://example.com/',
      'mailto:a@example.com',
      'about:blank',
      'filesystem:https://example.com/x',
    ],
  ],
  [
    3,
    [
      '//evil.example',
      'http://',
      'https:///',
      'http://a b',
      'http://[::1',
      'evil.example',
      '/local',
      '?x',
      'http:',
      'https://?x',
      'https://#x',
      'https://example.com:99999/',
      'https://%00/',
      'https://exa<mple.com/',
      'https://1.2.3.4.5/',
      'https://256.256.256.256/',
    ],
  ],
  [
    4,
    [
      'https://user:pass@host/',
      'https://user@host/',
      'https://:pass@host/',
      'https://example.com@evil.example/',
      'https://example.com%40x@evil.example/',
    ],
  ],
  [
    5,
    [
      'https://sgn.example/x',
      'http://sgn.example/',
      'HTTPS://SGN.EXAMPLE/x',
      'https://sgn.example./x',
      'https://sgn.example:8443/x',
      'https://sgn.example.:8443/x',
      'https://%73gn.example/x',
      'https://sgn%2Eexample/x',
      'https://sgn%2eexample%2E/x',
      'https://ｓｇｎ.example/x',
      'https://sgn。example/x',
      'https://s\u00adgn.example/x',
      'https:\\\\sgn.example\\x',
      'https:sgn.example/x',
      'h\nttps://sgn.ex\tample/x',
      'http://localhost:3000/x',
      'http://LocalHost./x',
      'http://127.0.0.1:3000/x',
      'http://0.0.0.0:3000/x',
      'http://[::]/x',
      'http://[::ffff:127.0.0.1]/x',
      'http://127.1/x',
      'http://2130706433/x',
      'http://0x7f.1/x',
      'http://0177.0.0.1/x',
      'http://[::1]:3000/x',
      'http://[0:0:0:0:0:0:0:1]/x',
    ],
  ],
];

const WHAT: Record<number, string> = {
  1: 'javascript',
  2: 'another scheme',
  3: 'an invalid URL',
  4: 'credentials',
  5: 'a link to our own host',
};

onEachEngine('destinations', (engine) => {
  let site: TestSite;
  let key: string;
  let kept: number;

  beforeAll(async () => {
    site = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    key = (await site.addUser()).key;
    kept = (await add({ url: GOOD, custom: 'kept' })).json.id;
  });
  afterAll(() => site.close());

  function add(body: object): Promise<Received> {
    return site.send('POST', '/api/url/add', { key, body });
  }

  async function pathOf(fields: object): Promise<string> {
    const { status, json } = await add({ url: GOOD, ...fields });
    expect(status).toBe(200);
    return new URL(json.shorturl).pathname;
  }

  /** All links with all columns except the click count, which a visit may still change. */
  async function stored(): Promise<string> {
    const rows = await site.database.db.selectFrom('links').selectAll().orderBy('id').execute();
    return JSON.stringify(rows.map((row) => ({ ...row, clicks: 0 })));
  }

  /** Expects that neither a new link nor an update accepts the body. */
  async function expectRefusal(body: object, field: string, status = 400): Promise<void> {
    for (const answer of [await add(body), await site.send('PUT', `/api/url/${kept}/update`, { key, body })]) {
      expect(answer.status).toBe(status);
      if (status === 400) {
        expect(answer.json.errors.map((error: { field: string }) => error.field)).toEqual([field]);
      }
    }
  }

  /** Also expects that the links stay as they are. */
  async function expectRefused(body: object, field: string, status = 400): Promise<void> {
    const before = await stored();
    await expectRefusal(body, field, status);
    expect(await stored()).toBe(before);
  }

  for (const [number, inputs] of REFUSED) {
    for (const input of inputs) {
      const name = `${number}: ${WHAT[number]}, ${JSON.stringify(input)}, is refused in every destination field`;
      // Whether a host is ours depends on the domains in the store.
      if (number === 5) {
        test(name, async () => {
          for (const [field, put] of FIELDS) await expectRefused(put(input), field);
        });
      } else {
        testWithoutStore(engine)(name, async () => {
          for (const [field, put] of FIELDS) await expectRefusal(put(input), field);
        });
      }
    }
  }

  test('1 and 5: every invalid destination of a body is reported at once', async () => {
    guards('destination-format');
    const destinations = Object.assign({}, ...FIELDS.map(([, put]) => put('javascript:1')));
    const { json } = await add({ ...destinations, url: 'data:,' });
    expect(json.errors.map((error: { field: string }) => error.field).toSorted()).toEqual(
      FIELDS.map(([field]) => field).toSorted(),
    );
    const own = Object.assign({}, ...FIELDS.map(([, put]) => put('http://localhost/')));
    expect((await add({ ...own, url: 'https://sgn.example' })).json.errors).toHaveLength(FIELDS.length);
  });

  test('5: a host that only looks like ours is accepted', async () => {
    guards('destination-own-address');
    for (const url of ['https://xsgn.example/', 'https://sgn.example.com/', 'https://evil.example/sgn.example'])
      expect((await add({ url })).status).toBe(200);
  });

  test('35: the URL of a picture must be http or https', async () => {
    guards('destination-format');
    for (const metaimage of ['javascript:alert(1)', 'data:image/png;base64,AA', '//x/a.png', 'https://u:p@x/a.png'])
      await expectRefused({ url: GOOD, metaimage }, 'metaimage');
  });

  test('8: 8,192 bytes are accepted and 8,193 are refused in every destination field, counted in encoded form', async () => {
    guards('destination-format');
    const longest = `https://example.com/${'x'.repeat(8_192 - 20)}`;
    const wide = `https://example.com/${'ü'.repeat(1_400)}`;
    for (const [field, put] of FIELDS) {
      expect((await add(put(longest))).status).toBe(200);
      await expectRefused(put(`${longest}x`), field);
      await expectRefused(put(wide), field);
    }
    const path = await pathOf({ url: longest });
    expect((await site.send('GET', path)).headers.get('Location')).toBe(longest);
  });

  test('8: a destination of 2 MB is 413', async () => {
    guards('input-bounds');
    for (const [field, put] of FIELDS)
      await expectRefused(put(`https://example.com/${'x'.repeat(2_000_000)}`), field, 413);
  });

  test('9: a Cyrillic look-alike is stored as punycode and shown with a warning', async () => {
    guards('destination-format');
    const url = 'https://аррӏе.com/login';
    const PUNYCODE = 'https://xn--80ak6aa92e.com/login';
    const made = await add({ url });
    expect(made.json).toEqual({
      error: 0,
      id: made.json.id,
      shorturl: made.json.shorturl,
      warning: expect.stringContaining('xn--80ak6aa92e.com'),
      warning_details: [expect.objectContaining({ code: 'host', params: { host: 'xn--80ak6aa92e.com' } })],
    });
    const { pathname } = new URL(made.json.shorturl);
    expect((await site.send('GET', `/api/url/${made.json.id}`, { key })).json.details.longurl).toBe(PUNYCODE);
    expect((await site.send('GET', pathname)).headers.get('Location')).toBe(PUNYCODE);
    const { text } = await site.send('GET', `${pathname}+`);
    expect(text).toContain('xn--80ak6aa92e.com');
    expect(text).toContain('class="caution"');
    expect(text).not.toContain('аррӏе');
    const changed = await site.send('PUT', `/api/url/${kept}/update`, { key, body: { url } });
    expect(changed.json.warning).toContain('xn--80ak6aa92e.com');
    await site.send('PUT', `/api/url/${kept}/update`, { key, body: { url: GOOD } });
    expect((await site.send('GET', '/kept+')).text).not.toContain('class="caution"');
    for (const [, put] of FIELDS) expect((await add(put(url))).status).toBe(200);
    expect(await stored()).not.toContain('аррӏе');
  });
});
