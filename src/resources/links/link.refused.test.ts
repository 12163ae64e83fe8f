import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const OWN = 'https://example.com/own';
const A = 'https://a.example/';

function many(count: number, make: (index: number) => unknown): unknown[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** What is wrong, where, and how the answer names it if not by the field itself. */
const BAD: [field: string, what: string, value: unknown, named?: string[]][] = [
  ['url', 'no text', 7],
  ['url', 'a list', [OWN]],
  ['url', 'null', null],
  ['url', 'nothing', ''],
  ['custom', 'a taken word of ours', 'api'],
  ['custom', 'a slash', 'a/b'],
  ['type', 'no type', 'iframe'],
  ['type', 'another case', 'Direct'],
  ['type', 'the id of a splash page that is not there', '1'],
  ['type', 'the same as a number', 1],
  ['type', 'the id of an overlay that is not there', 'overlay-1'],
  ['type', 'an overlay without an id', 'overlay-'],
  ['type', 'zero', 0],
  ['type', 'a fraction', 1.5],
  ['type', 'a list', ['direct']],
  ['password', 'true', true],
  ['password', 'a list', ['x']],
  ['password', 'an object', { $ne: null }],
  ['password', 'zero', 0],
  ['password', '129 characters', 'x'.repeat(129)],
  ['domain', 'one that is not theirs', 'go.example'],
  ['domain', 'no text', 5],
  ['expiry', 'a day that is not', '2026-02-30 00:00:00'],
  ['expiry', 'a month that is not', '2026-13-01 00:00:00'],
  ['expiry', 'an hour that is not', '2026-11-16 24:00:00'],
  ['expiry', 'a day alone', '2026-11-16'],
  ['expiry', 'another format', '2026-11-16T12:00:00Z'],
  ['expiry', 'words', 'tomorrow'],
  ['expiry', 'a number', 1_800_000_000],
  ['starts', 'a day that is not', '2027-02-29 00:00:00'],
  ['geotarget', 'no list', { location: 'Canada', link: A }],
  ['geotarget', 'an unknown place', [{ location: 'Atlantis', link: A }], ['geotarget.0.location']],
  ['geotarget', 'a region of an unknown place', [{ location: 'Atlantis-North', link: A }], ['geotarget.0.location']],
  ['geotarget', 'an empty entry', [{}], ['geotarget.0.location', 'geotarget.0.link']],
  ['geotarget', 'null as an entry', [null], ['geotarget.0']],
  [
    'geotarget',
    'one place twice',
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
    'one device twice',
    [
      { device: 'mac', link: A },
      { device: 'MacOS', link: A },
    ],
    ['devicetarget.1'],
  ],
  ['devicetarget', 'no text', [{ device: 5, link: 5 }], ['devicetarget.0.device', 'devicetarget.0.link']],
  ['languagetarget', 'a word', [{ language: 'deutsch', link: A }], ['languagetarget.0.language']],
  ['languagetarget', 'an unknown code', [{ language: 'xx', link: A }], ['languagetarget.0.language']],
  [
    'languagetarget',
    'one twice',
    [
      { language: 'fr-CA', link: A },
      { language: 'FR_ca', link: A },
    ],
    ['languagetarget.1'],
  ],
  ['metatitle', '256 characters', 'x'.repeat(256)],
  ['metatitle', 'no text', {}],
  ['metatitle', 'a NUL', 'a\u0000b'],
  ['metadescription', '1,001 characters', 'x'.repeat(1_001)],
  ['metadescription', 'a NUL', 'a\u0000b'],
  ['metaimage', 'no URL', 'a.png'],
  ['parameters', 'no list', { a: 'b' }],
  ['parameters', 'an empty name', [{ name: '', value: 'x' }], ['parameters.0.name']],
  ['parameters', 'no value', [{ name: 'a' }], ['parameters.0.value']],
  ['parameters', 'a number', [{ name: 'a', value: 1 }], ['parameters.0.value']],
  ['parameters', '51 entries', many(51, (index) => ({ name: `n${index}`, value: '' }))],
  ['description', '1,001 characters', 'x'.repeat(1_001)],
  ['description', 'a NUL', 'a\u0000b'],
  ['pixels', 'no list', 1],
  ['pixels', 'text', ['1'], ['pixels.0']],
  ['pixels', 'zero', [0], ['pixels.0']],
  ['pixels', 'an unknown one', [999_999]],
  ['pixels', '51 entries', many(51, (index) => index + 1)],
  ['channel', 'an unknown one', 1],
  ['channel', 'text', 'news'],
  ['campaign', 'an unknown one', 1],
  ['campaign', 'text', 'spring'],
  ['tags', 'no list', 'red'],
  ['tags', 'an empty tag', ['red', ' '], ['tags.1']],
  ['tags', 'a tag of 51 characters', ['x'.repeat(51)], ['tags.0']],
  ['tags', '51 tags', many(51, (index) => `t${index}`)],
  ['tags', 'a NUL', ['a\u0000b'], ['tags.0']],
  ['expiry_url', 'no URL', 'later'],
  ['max_clicks', 'zero', 0],
  ['max_clicks', 'less than nothing', -1],
  ['max_clicks', 'a fraction', 1.5],
  ['max_clicks', 'text', '5'],
  ['max_clicks', 'too many', 1e13],
  ['status', 'another word', 'deleted'],
  ['forward_query', 'text', 'yes'],
  ['forward_query', 'a number', 1],
  ['redirect_code', 'another code', 303],
  ['redirect_code', 'text', '302'],
];

onEachEngine('what a link cannot be made of', (engine) => {
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

  for (const [field, what, value, named = [field]] of BAD) {
    test(`${field}: ${what} is refused in a create and in an update, and nothing is stored`, async () => {
      const before = await stored();
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
      expect(await stored()).toEqual(before);
    });
  }

  test('reuse must be true or false', async () => {
    const { status, json } = await site.send('POST', '/api/url/add', { key, body: { url: OWN, reuse: 'yes' } });
    expect([status, json.errors[0].field]).toEqual([400, 'reuse']);
  });

  test('all that is wrong is named at once', async () => {
    const body = { custom: '..', type: 'x', expiry: 'x', max_clicks: 0, tags: 5 };
    const { json } = await site.send('POST', '/api/url/add', { key, body });
    const fields: string[] = json.errors.map((error: { field: string }) => error.field);
    expect(fields.toSorted()).toEqual(['custom', 'expiry', 'max_clicks', 'tags', 'type', 'url']);
  });

  test('what only the store can know is named at once too', async () => {
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
