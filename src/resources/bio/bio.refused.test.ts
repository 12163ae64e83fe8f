import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const URL = 'https://example.com/';

const LONG = 'x'.repeat(2_001);

/** Body fields that replace or join a valid name. */
const bad: [what: string, fields: object, names: string[]][] = [
  ['no name', { name: undefined }, ['name']],
  ['an empty name', { name: ' ' }, ['name']],
  ['a name of 101 characters', { name: 'x'.repeat(101) }, ['name']],
  ['a name that is a list', { name: ['x'] }, ['name']],
  ['a name with a bidirectional override', { name: 'a\u202eb' }, ['name']],
  ['a slug with a slash', { slug: 'a/b' }, ['slug']],
  ['a slug with a dot', { slug: 'a.b' }, ['slug']],
  ['a slug of 101 characters', { slug: 'x'.repeat(101) }, ['slug']],
  ['a reserved slug', { slug: 'Api' }, ['slug']],
  ['a headline of two lines', { headline: 'a\nb' }, ['headline']],
  ['a headline of 161 characters', { headline: 'x'.repeat(161) }, ['headline']],
  ['a text with a NUL', { text: 'a\u0000b' }, ['text']],
  ['a text of 1,001 characters', { text: 'x'.repeat(1_001) }, ['text']],
  ['an avatar that is a path', { avatar: '/etc/passwd' }, ['avatar']],
  ['an avatar of 0', { avatar: 0 }, ['avatar']],
  ['an unknown theme', { theme: 'Paper' }, ['theme']],
  ['a color name as accent', { accent: 'red' }, ['accent']],
  ['an accent that closes the stylesheet', { accent: '#fff;}</style>' }, ['accent']],
  ['an accent beyond 255', { accent: 'rgb(1,2,256)' }, ['accent']],
  ['an unknown language', { language: 'xx' }, ['language']],
  ['a footer that is not a boolean', { footer: 'yes' }, ['footer']],
  ['an unknown status', { status: 'open' }, ['status']],
  ['a meta title of 256 characters', { metatitle: 'x'.repeat(256) }, ['metatitle']],
  ['a meta description of 1,001 characters', { metadescription: 'x'.repeat(1_001) }, ['metadescription']],
  ['blocks that are not a list', { blocks: { type: 'divider' } }, ['blocks']],
  ['a block that is text', { blocks: ['divider'] }, ['blocks.0']],
  ['a block without a type', { blocks: [{}] }, ['blocks.0.type']],
  ['a block of an unknown type', { blocks: [{ type: 'divider' }, { type: 'html' }] }, ['blocks.1.type']],
  ['a link without fields', { blocks: [{ type: 'link' }] }, ['blocks.0.title', 'blocks.0.url']],
  ['a link with an empty address', { blocks: [{ type: 'link', title: 'x', url: '' }] }, ['blocks.0.url']],
  ['a link to a script', { blocks: [{ type: 'link', title: 'x', url: 'javascript:alert(1)' }] }, ['blocks.0.url']],
  [
    'a link with a password',
    { blocks: [{ type: 'link', title: 'x', url: 'https://a:b@c.example/' }] },
    ['blocks.0.url'],
  ],
  ['a title of 121 characters', { blocks: [{ type: 'link', title: 'x'.repeat(121), url: URL }] }, ['blocks.0.title']],
  [
    'a note of 201 characters',
    { blocks: [{ type: 'link', title: 'x', url: URL, note: 'x'.repeat(201) }] },
    ['blocks.0.note'],
  ],
  ['an empty heading', { blocks: [{ type: 'heading', text: '' }] }, ['blocks.0.text']],
  ['a text of 2,001 characters', { blocks: [{ type: 'text', text: LONG }] }, ['blocks.0.text']],
  [
    'a picture named by its URL',
    { blocks: [{ type: 'picture', picture: 'https://example.com/a.png' }] },
    ['blocks.0.picture'],
  ],
  [
    'a picture that links to a data URL',
    { blocks: [{ type: 'picture', picture: 1, url: 'data:text/html,x' }] },
    ['blocks.0.url'],
  ],
  ['an unknown network', { blocks: [{ type: 'social', network: 'myspace', url: URL }] }, ['blocks.0.network']],
  [
    'a code of 501 bytes',
    { blocks: [{ type: 'qr', url: `https://example.com/${'x'.repeat(481)}` }] },
    ['blocks.0.url'],
  ],
  ['an email address without a host', { blocks: [{ type: 'email', email: 'ada' }] }, ['blocks.0.email']],
  ['an email address with a name', { blocks: [{ type: 'email', email: 'Ada <a@b.example>' }] }, ['blocks.0.email']],
  [
    'an email address with a line break',
    { blocks: [{ type: 'email', email: 'a@b.example\nBcc: c@d.example' }] },
    ['blocks.0.email'],
  ],
  ['a phone number of letters', { blocks: [{ type: 'phone', phone: 'call me' }] }, ['blocks.0.phone']],
  ['a phone number without digits', { blocks: [{ type: 'phone', phone: '+-()' }] }, ['blocks.0.phone']],
  ['a video on an unknown site', { blocks: [{ type: 'video', title: 'x', url: URL }] }, ['blocks.0.url']],
  ['a video without https', { blocks: [{ type: 'video', title: 'x', url: 'http://youtube.com/x' }] }, ['blocks.0.url']],
];

onEachEngine('bio pages with invalid bodies', (engine) => {
  let site: TestSite;
  let key: string;
  let kept: number;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    kept = (await site.send('POST', '/api/bio/add', { key, body: { name: 'Kept', slug: 'kept-one' } })).json.id;
  });
  afterAll(() => site.close());

  async function expectRefused(fields: object, names: string[]): Promise<void> {
    const sent = [await site.send('POST', '/api/bio/add', { key, body: { name: 'Good', ...fields } })];
    // An update may omit the name.
    if (!('name' in fields) || fields.name !== undefined) {
      sent.push(await site.send('PUT', `/api/bio/${kept}/update`, { key, body: fields }));
    }
    for (const { status, json } of sent) {
      expect(status).toBe(400);
      expect(json).toMatchObject({ error: 1, message: expect.any(String), code: 'invalid_input' });
      expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(names);
    }
  }

  testWithoutStore(engine).each(bad)('%s is refused with the field named, and nothing is stored', (_, fields, names) =>
    expectRefused(fields, names),
  );

  test('five QR codes are refused with the field named, and nothing is stored', async () => {
    const state = async () => [
      (await site.send('GET', '/api/bio', { key })).json.data.result,
      (await site.send('GET', `/api/bio/${kept}`, { key })).json.details,
    ];
    const before = await state();
    await expectRefused({ blocks: Array(5).fill({ type: 'qr' }) }, ['blocks']);
    expect(await state()).toEqual(before);
  });

  testWithoutStore(engine).each(['limit=0', 'limit=x', 'page=-1', `q=${'x'.repeat(256)}`, 'q=%00'])(
    'the list refuses ?%s',
    async (query) => {
      const { status, json } = await site.send('GET', `/api/bio?${query}`, { key });
      expect([status, json.errors[0].field]).toEqual([400, query.split('=')[0] ?? '']);
    },
  );
});
