import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const TEXT = { type: 'text', data: 'Hello' };
const LINK = { type: 'link', data: 'https://example.com/' };

function wifi(data: unknown) {
  return { type: 'wifi', data };
}

function vcard(data: unknown) {
  return { type: 'vcard', data };
}

const refused: [what: string, body: object, fields: string[]][] = [
  ['nothing', {}, ['type', 'data']],
  ['an unknown type', { ...TEXT, type: 'bitcoin' }, ['type']],
  ['text that is a number', { ...TEXT, data: 7 }, ['data']],
  ['text that is an object', { ...TEXT, data: { text: 'x' } }, ['data']],
  ['no data', { type: 'text' }, ['data']],
  ['empty data', { type: 'text', data: '' }, ['data']],
  ['data that is null', { type: 'text', data: null }, ['data']],
  ['text with a NUL', { ...TEXT, data: 'a\u0000b' }, ['data']],
  ['text with a lone surrogate', { ...TEXT, data: 'a\ud800b' }, ['data']],
  ['a link that runs a script', { ...LINK, data: 'javascript:alert(1)' }, ['data']],
  ['a link without a scheme', { ...LINK, data: 'example.com' }, ['data']],
  ['a link with a password', { ...LINK, data: 'https://a:b@example.com/' }, ['data']],
  ['a link that is not dynamic', { ...LINK, dynamic: false }, ['dynamic']],
  ['a phone number of letters', { type: 'phone', data: 'call me' }, ['data']],
  ['a phone number without digits', { type: 'phone', data: '()--' }, ['data']],
  ['mail that is text', { type: 'email', data: 'a@b.example' }, ['data']],
  ['mail without an address', { type: 'email', data: { subject: 'x' } }, ['data.email']],
  ['mail to an invalid address', { type: 'email', data: { email: 'nobody' } }, ['data.email']],
  ['mail with an unknown field', { type: 'email', data: { email: 'a@b.example', cc: 'x' } }, ['data.cc']],
  [
    'mail with a subject that is a number',
    { type: 'email', data: { email: 'a@b.example', subject: 1 } },
    ['data.subject'],
  ],
  ['a message without a phone number', { type: 'sms', data: { message: 'x' } }, ['data.phone']],
  ['a network without a name', wifi({ pass: 'x' }), ['data.ssid']],
  ['a network with an unknown encryption', wifi({ ssid: 'x', pass: 'y', encryption: 'WPA9' }), ['data.encryption']],
  ['an encrypted network without a password', wifi({ ssid: 'x', encryption: 'WPA' }), ['data.pass']],
  ['a network with an invalid hidden flag', wifi({ ssid: 'x', hidden: 'perhaps' }), ['data.hidden']],
  [
    'a duplicate name in a list',
    wifi([
      { name: 'ssid', value: 'a' },
      { name: 'ssid', value: 'b' },
    ]),
    ['data'],
  ],
  ['a list without names and values', wifi(['ssid']), ['data']],
  ['a dynamic network', { ...wifi({ ssid: 'x' }), dynamic: true }, ['dynamic']],
  ['a contact without a name or address', vcard({ city: 'Wien' }), ['data']],
  ['a contact with a script as website', vcard({ fname: 'A', site: 'javascript:alert(1)' }), ['data.site']],
  ['a contact with an invalid email address', vcard({ fname: 'A', email: 'x' }), ['data.email']],
  ['a color name', { ...TEXT, foreground: 'red' }, ['foreground']],
  ['a color as a number', { ...TEXT, background: 7 }, ['background']],
  ['a color name as gradient', { ...TEXT, gradient: 'blue' }, ['gradient']],
  ['no margin', { ...TEXT, margin: 0 }, ['margin']],
  ['a fractional margin', { ...TEXT, margin: 2.5 }, ['margin']],
  ['an unknown error correction', { ...TEXT, ecc: 'X' }, ['ecc']],
  ['an unknown style', { ...TEXT, style: 'hearts' }, ['style']],
  ['an unknown eye style', { ...TEXT, eye_style: 'hearts' }, ['eye_style']],
  ['a frame without a caption', { ...TEXT, frame: { style: 'band' } }, ['frame']],
  ['a caption of 61 characters', { ...TEXT, frame: 'x'.repeat(61) }, ['frame']],
  ['a size of 63', { ...TEXT, size: 63 }, ['size']],
  ['a size of 4097', { ...TEXT, size: 4097 }, ['size']],
  ['a name of 256 characters', { ...TEXT, name: 'x'.repeat(256) }, ['name']],
  ['dynamic as text', { ...TEXT, dynamic: 'yes' }, ['dynamic']],
  ['a logo over plain http', { ...TEXT, logo: 'http://example.com/logo.png' }, ['logo']],
  ['a negative id as logo', { ...TEXT, logo: -1 }, ['logo']],
  ['a logo that is a list', { ...TEXT, logo: ['x'] }, ['logo']],
];

/** Codes that are refused for what the store has, or when they are drawn with what it has. */
const refusedHere: typeof refused = [
  ['a link to a scan', { ...LINK, data: 'http://localhost:3000/q/abcdefgh' }, ['data']],
  ['a link to the same behind an escape', { ...LINK, data: 'http://localhost:3000/%71/abcdefgh' }, ['data']],
  ['a link to the API', { ...LINK, data: 'http://LOCALHOST.:3000/api/qr' }, ['data']],
  ['a link to another port of ours', { ...LINK, data: 'http://localhost:5432/abc' }, ['data']],
  ['colors with too little contrast', { ...TEXT, foreground: 'rgb(250,250,250)' }, ['foreground']],
  ['a gradient with too little contrast', { ...TEXT, gradient: 'rgb(255,255,250)' }, ['gradient']],
];

onEachEngine('QR codes that are refused', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function countAll(): Promise<number> {
    return (await site.send('GET', '/api/qr', { key })).json.data.result;
  }

  async function expectRefused(body: object, fields: string[]): Promise<void> {
    const { status, json } = await site.send('POST', '/api/qr/add', { key, body });
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: 1, message: expect.any(String), code: 'invalid_input' });
    expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  }

  for (const [what, body, fields] of refused) {
    testWithoutStore(engine)(`${what} is refused with the field named, and nothing is stored`, () =>
      expectRefused(body, fields),
    );
  }

  for (const [what, body, fields] of refusedHere) {
    test(`${what} is refused with the field named, and nothing is stored`, async () => {
      await expectRefused(body, fields);
      expect(await countAll()).toBe(0);
    });
  }

  test('a code that not every scanner can read is created with a warning', async () => {
    for (const [fields, words] of [
      [{ foreground: 'rgb(5,150,105)' }, 'contrast'],
      [{ foreground: 'rgb(255,255,255)', background: 'rgb(0,0,0)' }, 'Light-on-dark'],
      [{ margin: 1 }, 'margin'],
    ] as const) {
      const { key: owner } = await site.addUser();
      const { status, json } = await site.send('POST', '/api/qr/add', { key: owner, body: { ...TEXT, ...fields } });
      expect([status, json.warning]).toEqual([200, expect.stringContaining(words)]);
      const body = { data: 'again' };
      const update = await site.send('PUT', `/api/qr/${json.id}/update`, { key: owner, body });
      expect(update.json.warning).toBe(json.warning);
    }
  });

  test('a QR code may lead to a short link of this service', async () => {
    const { key: owner } = await site.addUser();
    const link = await site.send('POST', '/api/url/add', { key: owner, body: { url: 'https://example.com/' } });
    const body = { type: 'link', data: link.json.shorturl };
    expect((await site.send('POST', '/api/qr/add', { key: owner, body })).status).toBe(200);
  });
});
