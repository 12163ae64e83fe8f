import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const OWN = 'https://example.com/own';
const A = 'https://a.example/';

function many(count: number, make: (index: number) => unknown): unknown[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** The field, what is wrong with it, its value, and the fields that the response names if they differ. */
const BAD: [field: string, what: string, value: unknown, named?: string[]][] = [
  ['url', 'a value that is not text', 7],
  ['url', 'a list', [OWN]],
  ['url', 'null', null],
  ['url', 'an empty string', ''],
  ['custom', 'a reserved word', 'api'],
  ['custom', 'a slash', 'a/b'],
  ['type', 'an unknown type', 'iframe'],
  ['type', 'another case', 'Direct'],
  ['type', 'an overlay without an id', 'overlay-'],
  ['type', 'zero', 0],
  ['type', 'a fraction', 1.5],
  ['type', 'a list', ['direct']],
  ['password', 'a list', ['x']],
  ['password', 'an object', { $ne: null }],
  ['password', 'zero', 0],
  ['password', '129 characters', 'x'.repeat(129)],
  ['domain', 'a value that is not text', 5],
  ['expiry', 'a day that does not exist', '2026-02-30 00:00:00'],
  ['expiry', 'a month that does not exist', '2026-13-01 00:00:00'],
  ['expiry', 'an hour that does not exist', '2026-11-16 24:00:00'],
  ['expiry', 'a date without a time', '2026-11-16'],
  ['expiry', 'another format', '2026-11-16T12:00:00Z'],
  ['expiry', 'words', 'tomorrow'],
  ['expiry', 'a number', 1_800_000_000],
  ['starts', 'a day that does not exist', '2027-02-29 00:00:00'],
  ['geotarget', 'a value that is not a list', { location: 'Canada', link: A }],
  ['geotarget', 'an unknown location', [{ location: 'Atlantis', link: A }], ['geotarget.0.location']],
  ['geotarget', 'a region of an unknown country', [{ location: 'Atlantis-North', link: A }], ['geotarget.0.location']],
  ['geotarget', 'an empty entry', [{}], ['geotarget.0.location', 'geotarget.0.link']],
  ['geotarget', 'null as an entry', [null], ['geotarget.0']],
  [
    'geotarget',
    'a duplicate location',
    [
      { location: 'Canada', link: A },
      { location: 'CA', link: A },
    ],
    ['geotarget.1'],
  ],
  ['geotarget', '251 entries', many(251, () => ({ location: 'Canada', link: A }))],
  ['devicetarget', 'an unknown device', [{ device: 'fridge', link: A }], ['devicetarget.0.device']],
  [
    'devicetarget',
    'a duplicate device',
    [
      { device: 'mac', link: A },
      { device: 'MacOS', link: A },
    ],
    ['devicetarget.1'],
  ],
  [
    'devicetarget',
    'a value that is not text',
    [{ device: 5, link: 5 }],
    ['devicetarget.0.device', 'devicetarget.0.link'],
  ],
  ['languagetarget', 'a word', [{ language: 'deutsch', link: A }], ['languagetarget.0.language']],
  ['languagetarget', 'an unknown code', [{ language: 'xx', link: A }], ['languagetarget.0.language']],
  [
    'languagetarget',
    'a duplicate language',
    [
      { language: 'fr-CA', link: A },
      { language: 'FR_ca', link: A },
    ],
    ['languagetarget.1'],
  ],
  ['metatitle', '256 characters', 'x'.repeat(256)],
  ['metatitle', 'a value that is not text', {}],
  ['metatitle', 'a NUL', 'a\u0000b'],
  ['metadescription', '1,001 characters', 'x'.repeat(1_001)],
  ['metadescription', 'a NUL', 'a\u0000b'],
  ['metaimage', 'text that is not a URL', 'a.png'],
  ['parameters', 'a value that is not a list', { a: 'b' }],
  ['parameters', 'an empty name', [{ name: '', value: 'x' }], ['parameters.0.name']],
  ['parameters', 'no value', [{ name: 'a' }], ['parameters.0.value']],
  ['parameters', 'a number', [{ name: 'a', value: 1 }], ['parameters.0.value']],
  ['parameters', '51 entries', many(51, (index) => ({ name: `n${index}`, value: '' }))],
  ['description', '1,001 characters', 'x'.repeat(1_001)],
  ['description', 'a NUL', 'a\u0000b'],
  ['pixels', 'a value that is not a list', 1],
  ['pixels', 'text', ['1'], ['pixels.0']],
  ['pixels', 'zero', [0], ['pixels.0']],
  ['pixels', '51 entries', many(51, (index) => index + 1)],
  ['channel', 'text', 'news'],
  ['campaign', 'text', 'spring'],
  ['tags', 'a value that is not a list', 'red'],
  ['tags', 'an empty tag', ['red', ' '], ['tags.1']],
  ['tags', 'a tag of 51 characters', ['x'.repeat(51)], ['tags.0']],
  ['tags', '51 tags', many(51, (index) => `t${index}`)],
  ['tags', 'a NUL', ['a\u0000b'], ['tags.0']],
  ['expiry_url', 'text that is not a URL', 'later'],
  ['max_clicks', 'zero', 0],
  ['max_clicks', 'a negative number', -1],
  ['max_clicks', 'a fraction', 1.5],
  ['max_clicks', 'text', '5'],
  ['max_clicks', 'too many', 1e13],
  ['status', 'an unknown status', 'deleted'],
  ['forward_query', 'text', 'yes'],
  ['forward_query', 'a number', 1],
  ['redirect_code', 'an unsupported code', 303],
  ['redirect_code', 'text', '302'],
];

/** Values that are refused because the store lacks what they name. */
const MISSING: typeof BAD = [
  ['type', 'the id of a missing splash page', '1'],
  ['type', 'the same id as a number', 1],
  ['type', 'the id of a missing overlay', 'overlay-1'],
  ['domain', 'an unknown domain', 'go.example'],
  ['pixels', 'an unknown one', [999_999]],
  ['channel', 'an unknown one', 1],
  ['campaign', 'an unknown one', 1],
];

onEachEngine('links with invalid bodies', (engine) => {
  let site: TestSite;
  let key: string;
  let kept: number;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    kept = (await site.send('POST', '/api/url/add', { key, body: { url: OWN, tags: ['kept'] } })).json.id;
  });
  afterAll(() => site.close());

  async function stored(): Promise<unknown[]> {
    const { db } = site.database;
    return [await db.selectFrom('links').selectAll().execute(), await db.selectFrom('link_tags').selectAll().execute()];
  }

  async function expectRefused([field, , value, named = [field]]: (typeof BAD)[number]): Promise<void> {
    const body = { url: OWN, tags: ['new'], [field]: value };
    for (const [method, path] of [
      ['POST', '/api/url/add'],
      ['PUT', `/api/url/${kept}/update`],
    ] as const) {
      const { status, json } = await site.send(method, path, { key, body });
      expect({ status, code: json.code }).toEqual({ status: 400, code: 'invalid_input' });
      const fields: string[] = json.errors.map((error: { field: string }) => error.field);
      expect(fields.slice(0, named.length)).toEqual(named);
    }
  }

  for (const bad of BAD) {
    const [field, what] = bad;
    testWithoutStore(engine)(`${field}: ${what} is refused in a create and in an update, and nothing is stored`, () =>
      expectRefused(bad),
    );
  }

  for (const missing of MISSING) {
    const [field, what] = missing;
    test(`${field}: ${what} is refused in a create and in an update, and nothing is stored`, async () => {
      const before = await stored();
      await expectRefused(missing);
      expect(await stored()).toEqual(before);
    });
  }

  testWithoutStore(engine)('reuse must be true or false', async () => {
    const { status, json } = await site.send('POST', '/api/url/add', { key, body: { url: OWN, reuse: 'yes' } });
    expect([status, json.errors[0].field]).toEqual([400, 'reuse']);
  });

  testWithoutStore(engine)('all invalid fields are named at once', async () => {
    const body = { custom: '..', type: 'x', expiry: 'x', max_clicks: 0, tags: 5 };
    const { json } = await site.send('POST', '/api/url/add', { key, body });
    const fields: string[] = json.errors.map((error: { field: string }) => error.field);
    expect(fields.toSorted()).toEqual(['custom', 'expiry', 'max_clicks', 'tags', 'type', 'url']);
  });

  test('all fields with missing references are named at once', async () => {
    const body = {
      url: 'http://localhost/',
      type: 'overlay-1',
      domain: 'go.example',
      pixels: [9],
      channel: 1,
      campaign: 1,
    };
    const { json } = await site.send('POST', '/api/url/add', { key, body });
    const fields: string[] = json.errors.map((error: { field: string }) => error.field);
    expect(fields.toSorted()).toEqual(['campaign', 'channel', 'domain', 'pixels', 'type', 'url']);
  });
});
