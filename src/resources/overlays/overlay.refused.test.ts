import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { overlayTypes } from '../../pages/overlay-content.ts';

/** An invalid body, and the fields that the error names. */
const BAD: [what: string, body: object, named: string[]][] = [
  ['nothing', {}, ['type']],
  ['an unknown type', { type: 'banner', name: 'n' }, ['type']],
  ['a type in another case', { type: 'Poll', name: 'n' }, ['type']],
  ['no name', { type: 'poll' }, ['name']],
  ['an empty name', { type: 'poll', name: '' }, ['name']],
  ['a name of 256 characters', { type: 'poll', name: 'x'.repeat(256) }, ['name']],
  ['an unknown position', { type: 'poll', name: 'n', position: 'left' }, ['position']],
  ['a delay of 61', { type: 'poll', name: 'n', delay: 61 }, ['delay']],
  ['a delay of half a second', { type: 'poll', name: 'n', delay: 0.5 }, ['delay']],
  ['dismissable as text', { type: 'poll', name: 'n', dismissable: 'no' }, ['dismissable']],
  ['CSS in a color', { type: 'poll', name: 'n', accent: 'url(javascript:alert(1))' }, ['accent']],
  ['CSS after a color', { type: 'poll', name: 'n', background: 'rgb(1,2,3);}</style>' }, ['background']],
  [
    'colors with too little contrast',
    { type: 'poll', name: 'n', background: 'rgb(0,0,0)', foreground: 'rgb(9,9,9)' },
    ['foreground'],
  ],
  ['a text of 1001 characters', { type: 'message', name: 'n', text: 'x'.repeat(1_001) }, ['text']],
  ['a text with a NUL', { type: 'message', name: 'n', text: 'a\0b' }, ['text']],
  ['a button of 41 characters', { type: 'message', name: 'n', button: 'x'.repeat(41) }, ['button']],
  ['a button of two lines', { type: 'message', name: 'n', button: 'a\nb' }, ['button']],
  ['a button that runs a script', { type: 'message', name: 'n', button_url: 'javascript:alert(1)' }, ['button_url']],
  ['a button without a scheme', { type: 'coupon', name: 'n', button_url: 'shop.example' }, ['button_url']],
  ['a code of 65 characters', { type: 'coupon', name: 'n', code: 'x'.repeat(65) }, ['code']],
  ['an empty list of fields', { type: 'contact', name: 'n', fields: [] }, ['fields']],
  ['an unknown field', { type: 'contact', name: 'n', fields: ['password'] }, ['fields.0']],
  ['a duplicate field', { type: 'contact', name: 'n', fields: ['email', 'email'] }, ['fields']],
  ['thanks of 501 characters', { type: 'contact', name: 'n', thanks: 'x'.repeat(501) }, ['thanks']],
  ['one answer', { type: 'poll', name: 'n', answers: ['a'] }, ['answers']],
  ['eleven answers', { type: 'poll', name: 'n', answers: [...'abcdefghijk'] }, ['answers']],
  ['a duplicate answer', { type: 'poll', name: 'n', answers: ['a', 'b', ' a '] }, ['answers']],
  ['an empty answer', { type: 'poll', name: 'n', answers: ['a', ' '] }, ['answers.1']],
  ['an answer of 101 characters', { type: 'poll', name: 'n', answers: ['a', 'x'.repeat(101)] }, ['answers.1']],
  ['answers as text', { type: 'poll', name: 'n', answers: 'a,b' }, ['answers']],
  ['a question of 201 characters', { type: 'poll', name: 'n', question: 'x'.repeat(201) }, ['question']],
  ['a picture named by its URL', { type: 'image', name: 'n', picture: 'https://a.example/x.png' }, ['picture']],
  ['a link with credentials', { type: 'image', name: 'n', link: 'https://a:b@c.example/' }, ['link']],
];

/** Bodies that are refused for what the store has. */
const BAD_HERE: typeof BAD = [
  ['a missing logo', { type: 'poll', name: 'n', logo: 999_999 }, ['logo']],
  ['a button that leads to us', { type: 'message', name: 'n', button_url: 'http://localhost:3000/x' }, ['button_url']],
  ['a missing picture', { type: 'image', name: 'n', picture: 999_999 }, ['picture']],
  ['a picture that leads to us', { type: 'image', name: 'n', link: 'http://127.0.0.1/x' }, ['link']],
];

onEachEngine('overlays that are refused', (engine) => {
  let site: TestSite;
  let key: string;
  /** An overlay of each type. */
  const kept = new Map<string, number>();

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    for (const type of overlayTypes) {
      kept.set(type, (await site.send('POST', '/api/overlay/add', { key, body: { type, name: 'Kept' } })).json.id);
    }
  });
  afterAll(() => site.close());

  async function count(): Promise<number> {
    return (await site.send('GET', '/api/overlay', { key })).json.data.result;
  }

  function namesIn(json: { errors: { field: string }[] }): string[] {
    return json.errors.map(({ field }) => field);
  }

  async function expectRefused(body: object, named: string[]): Promise<void> {
    const { status, json } = await site.send('POST', '/api/overlay/add', { key, body });
    expect([status, json.code, namesIn(json)]).toEqual([400, 'invalid_input', named]);
  }

  testWithoutStore(engine).each(BAD)('%s: 400 with the field named, and nothing is stored', (_, body, named) =>
    expectRefused(body, named),
  );

  test.each(BAD_HERE)('%s: 400 with the field named, and nothing is stored', async (_, body, named) => {
    const before = await count();
    await expectRefused(body, named);
    expect(await count()).toBe(before);
  });

  const good = [...BAD, ...BAD_HERE].filter(
    ([, body]) => 'name' in body && body.name === 'n' && 'type' in body && body.type !== 'banner',
  );
  test.each(good.filter(([what]) => what !== 'a type in another case'))(
    '%s: an update with it changes nothing',
    async (_, { type = '', ...rest }: { type?: string }, named) => {
      const id = kept.get(type);
      const before = await site.send('GET', `/api/overlay/${id}`, { key });
      expect(before.status).toBe(200);
      const { status, json: refused } = await site.send('PUT', `/api/overlay/${id}/update`, { key, body: rest });
      expect([status, namesIn(refused)]).toEqual([400, named]);
      expect((await site.send('GET', `/api/overlay/${id}`, { key })).text).toBe(before.text);
    },
  );
});
