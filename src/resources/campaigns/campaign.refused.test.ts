import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const NAMES: [what: string, name: unknown][] = [
  ['a blank name', '  '],
  ['a name with a NUL', 'a\u0000b'],
  ['a name with a lone surrogate', 'a\ud800b'],
  ['a name with a bidirectional override', 'a\u202eb'],
  ['a name of 256 characters', 'x'.repeat(256)],
  ['a name that is a number', 7],
  ['a name that is a list', ['x']],
];
const SLUGS: [what: string, slug: unknown][] = [
  ['a slug of blanks', ' '],
  ['a slug with a slash', 'a/b'],
  ['a slug with an encoded slash', 'a%2fb'],
  ['a way up', '..'],
  ['a slug with a dot', 'a.b'],
  ['a slug that ends with a newline', 'ab\n'],
  ['a slug that is not ASCII', 'frühling'],
  ['a slug of 101 characters', 'x'.repeat(101)],
  ['a slug that is a number', 12],
  ['a slug that is an object', { $ne: null }],
];
const PUBLICS: [what: string, value: unknown][] = [
  ['public as text', 'true'],
  ['public as a number', 1],
];

onEachEngine('campaigns with invalid bodies', (engine) => {
  let site: TestSite;
  let key: string;
  let otherKey: string;
  let kept: number;
  let other: number;
  let linkId: number;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
    kept = (await site.send('POST', '/api/campaign/add', { key, body: { name: 'Kept', slug: 'kept' } })).json.id;
    other = (await site.send('POST', '/api/campaign/add', { key, body: {} })).json.id;
    linkId = (await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/' } })).json.id;
    await site.send('POST', `/api/campaign/${kept}/assign/${linkId}`, { key, body: { weight: 7 } });
  });
  afterAll(() => site.close());

  async function everything() {
    const { json } = await site.send('GET', '/api/campaigns?limit=100', { key });
    const link = await site.send('GET', `/api/url/${linkId}`, { key });
    return { campaigns: json.data, link: link.json.details };
  }

  async function expectRefused(method: Method, path: string, body: object, fields: string[]): Promise<void> {
    const { status, json } = await site.send(method, path, { key, body });
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: 1, message: expect.any(String), code: 'invalid_input' });
    expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  }

  const bad: [what: string, body: object, fields: string[]][] = [
    ...NAMES.map(([what, name]): [string, object, string[]] => [what, { name }, ['name']]),
    ...SLUGS.map(([what, slug]): [string, object, string[]] => [what, { name: 'n', slug }, ['slug']]),
    ...PUBLICS.map(([what, value]): [string, object, string[]] => [what, { name: 'n', public: value }, ['public']]),
    ['everything at once', { name: 7, slug: 'a b', public: 'no' }, ['name', 'slug', 'public']],
  ];
  testWithoutStore(engine).each(bad)(
    '%s is refused with the field named, and nothing is stored',
    async (_, body, fields) => {
      await expectRefused('POST', '/api/campaign/add', body, fields);
      await expectRefused('PUT', `/api/campaign/${kept}/update`, body, fields);
    },
  );

  testWithoutStore(engine).each([{}, { slug: 'x' }, { name: '' }, { name: null }])(
    'an update with %j lacks a name',
    async (body) => {
      await expectRefused('PUT', `/api/campaign/${kept}/update`, body, ['name']);
    },
  );

  testWithoutStore(engine).each([0, 1001, -1, 1.5, '2', { $gt: 1 }, true])(
    'the weight %j is refused',
    async (weight) => {
      for (const id of [kept, other])
        await expectRefused('POST', `/api/campaign/${id}/assign/${linkId}`, { weight }, ['weight']);
    },
  );

  testWithoutStore(engine).each(['limit=0', 'page=x', `q=${'x'.repeat(256)}`, 'q=%00'])(
    'a list with %s is refused',
    async (query) => {
      const { status, json } = await site.send('GET', `/api/campaigns?${query}`, { key });
      expect([status, json.errors[0].field]).toEqual([400, query.split('=')[0]]);
    },
  );

  const endpoints: [method: Method, path: string, body: object | undefined][] = [
    ['GET', '/api/campaigns', undefined],
    ['POST', '/api/campaign/add', {}],
    ['GET', '/api/campaign/ID', undefined],
    ['GET', '/api/campaign/ID/stats', undefined],
    ['PUT', '/api/campaign/ID/update', { name: 'Theirs', slug: 'theirs', public: true }],
    ['POST', '/api/campaign/ID/assign/LINK', { weight: 2 }],
    ['DELETE', '/api/campaign/ID/assign/LINK', undefined],
    ['DELETE', '/api/campaign/ID/delete', undefined],
  ];
  function at(path: string, id: number | string, link: number | string): string {
    return path.replace('ID', String(id)).replace('LINK', String(link));
  }

  testWithoutStore(engine).each(endpoints)(
    '%s %s without a key is 401 and returns no data',
    async (method, path, body) => {
      const { status, json, headers } = await site.send(method, at(path, kept, linkId), { body });
      expect(status).toBe(401);
      expect(json).toEqual({ error: 1, message: 'A valid API key is required.', code: 'key_required' });
      expect(headers.get('X-RateLimit-Remaining')).not.toBeNull();
    },
  );

  test.each(endpoints.filter(([, path]) => path.includes('ID')))(
    '%s %s of someone else’s campaign responds like a missing one',
    async (method, path, body) => {
      const before = await everything();
      const link = { url: 'https://example.com/' };
      const own = (await site.send('POST', '/api/url/add', { key: otherKey, body: link })).json.id;
      const texts = new Set<string>();
      for (const id of [kept, 999_999, '1e3', '0', 'x']) {
        const { status, text } = await site.send(method, at(path, id, own), { key: otherKey, body });
        expect(status).toBe(404);
        texts.add(text);
      }
      expect([...texts]).toEqual(['{"error":1,"message":"Campaign not found.","code":"campaign_not_found"}']);
      expect(await everything()).toEqual(before);
    },
  );

  test('someone else’s link responds like a missing one, when it is assigned and when it is unassigned', async () => {
    const before = await everything();
    const theirs = (await site.send('POST', '/api/campaign/add', { key: otherKey, body: {} })).json.id;
    for (const method of ['POST', 'DELETE'] as const) {
      const answers = await Promise.all(
        [linkId, 999_999, 'x'].map((link) =>
          site.send(method, `/api/campaign/${theirs}/assign/${link}`, { key: otherKey }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(new Set(answers.map(({ text }) => text))).toEqual(
        new Set(['{"error":1,"message":"Link not found.","code":"link_not_found"}']),
      );
    }
    expect(await everything()).toEqual(before);
  });
});
