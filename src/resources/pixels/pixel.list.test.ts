import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const PIXELS: [name: string, tag: string][] = [
  ['Shop', 'GTM-A1B2C3D'],
  ['100% pure', 'UA-1234-1'],
  ['under_score', 'a.b/c'],
  ['C:\\temp', 'x_y'],
  ['École ÜBER straße', '12345678'],
];

onEachEngine('the list of pixels', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    const { key: other } = await site.addUser();
    for (const [name, tag] of PIXELS) {
      for (const owner of [key, other]) {
        await site.send('POST', '/api/pixel/add', { key: owner, body: { type: 'bing', name, tag } });
      }
    }
  });
  afterAll(() => site.close());

  async function found(query: Record<string, string>): Promise<{ names: string[]; result: number }> {
    const { status, json } = await site.send('GET', `/api/pixels?${new URLSearchParams(query)}`, { key });
    expect(status).toBe(200);
    return { names: json.data.pixels.map(({ name }: { name: string }) => name), result: json.data.result };
  }

  test.each([
    ['', ['École ÜBER straße', 'C:\\temp', 'under_score', '100% pure', 'Shop']],
    ['SHOP', ['Shop']],
    ['gtm-a1', ['Shop']],
    ['%', ['100% pure']],
    ['_', ['C:\\temp', 'under_score']],
    ['\\', ['C:\\temp']],
    ['école über', ['École ÜBER straße']],
    ['A.B/C', ['under_score']],
    ['shop gtm', []],
    ["' or 1=1 --", []],
  ])('%j is found in names and tags', async (q, names) => {
    expect(await found({ q })).toEqual({ names, result: names.length });
  });

  test('search results are paginated', async () => {
    const { json } = await site.send('GET', '/api/pixels?q=e&limit=2&page=2', { key });
    expect(json.data).toMatchObject({ result: 4, perpage: 2, currentpage: 2, nextpage: 2, maxpage: 2 });
    expect(json.data.pixels.map(({ name }: { name: string }) => name)).toEqual(['under_score', '100% pure']);
  });

  test('a changed pixel is found by its new name and tag only', async () => {
    const { key: owner } = await site.addUser();
    const body = { type: 'bing', name: 'Before', tag: 'tagone' };
    const { id } = (await site.send('POST', '/api/pixel/add', { key: owner, body })).json;
    const count = async (q: string) => (await site.send('GET', `/api/pixels?q=${q}`, { key: owner })).json.data.result;
    await site.send('PUT', `/api/pixel/${id}/update`, { key: owner, body: { tag: 'tagtwo' } });
    expect([await count('before'), await count('tagone'), await count('tagtwo')]).toEqual([1, 0, 1]);
    await site.send('PUT', `/api/pixel/${id}/update`, { key: owner, body: { name: 'After', tag: 'tagtwo' } });
    expect([await count('before'), await count('after')]).toEqual([0, 1]);
  });

  testWithoutStore(engine).each([`q=${'x'.repeat(256)}`, 'q=a%00b'])(
    '%s is refused with the field named',
    async (query) => {
      const { status, json } = await site.send('GET', `/api/pixels?${query}`, { key });
      expect([status, json.errors[0].field]).toEqual([400, 'q']);
    },
  );
});
