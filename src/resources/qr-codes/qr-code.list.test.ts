import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const CODES: Record<string, object> = {
  Menu: { type: 'link', data: 'https://example.com/Menu_1?a=50%25' },
  Wifi: { type: 'wifi', data: { ssid: 'Café "Ö"', pass: 'hidden word' } },
  Card: { type: 'vcard', data: { fname: 'Žofie', org: 'Weiß & Co' } },
  Letter: { type: 'email', data: { email: 'hello@example.org', subject: 'C:\\temp' } },
  Plain: { type: 'text', data: 'Two\nlines' },
};
const ALL = Object.keys(CODES).reverse();

onEachEngine('the list of QR codes', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    const { key: other } = await site.addUser();
    for (const [name, fields] of Object.entries(CODES)) {
      for (const owner of [key, other]) {
        const { status } = await site.send('POST', '/api/qr/add', { key: owner, body: { name, ...fields } });
        expect(status).toBe(200);
      }
    }
    for (const [name, scans] of [
      ['Menu', 7],
      ['Card', 900],
      ['Plain', 7],
    ] as const) {
      await site.database.db.updateTable('qr_codes').set({ scans }).where('name', '=', name).execute();
    }
  });
  afterAll(() => site.close());

  const found: [query: Record<string, string>, names: string[]][] = [
    [{}, ALL],
    [{ q: '' }, ALL],
    [{ order: 'date' }, ALL],
    [{ order: 'scans' }, ['Card', 'Plain', 'Menu', 'Letter', 'Wifi']],
    [{ q: 'MENU' }, ['Menu']],
    [{ q: 'menu_' }, ['Menu']],
    [{ q: '%' }, ['Menu']],
    [{ q: 'café "ö"' }, ['Wifi']],
    [{ q: 'hidden word' }, []],
    [{ q: 'žofie' }, ['Card']],
    [{ q: 'WEIß & c' }, ['Card']],
    [{ q: 'HELLO@' }, ['Letter']],
    [{ q: ':\\t' }, ['Letter']],
    [{ q: 'example', order: 'scans' }, ['Menu', 'Letter']],
    [{ q: 'plain two' }, []],
    [{ q: "'; drop table qr_codes; --" }, []],
  ];
  test.each(found)('%j finds the expected QR codes', async (query, names) => {
    const { status, json } = await site.send('GET', `/api/qr?${new URLSearchParams(query)}`, { key });
    expect(status).toBe(200);
    expect(json.data.qrs.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(json.data.result).toBe(names.length);
  });

  test('search results are paginated', async () => {
    const { data } = (await site.send('GET', '/api/qr?order=scans&limit=2&page=2', { key })).json;
    expect(data).toMatchObject({ result: 5, perpage: 2, currentpage: 2, nextpage: 3, maxpage: 3 });
    expect(data.qrs.map(({ name }: { name: string }) => name)).toEqual(['Menu', 'Letter']);
    const second = (await site.send('GET', '/api/qr?q=example&limit=1&page=2', { key })).json.data;
    expect(second).toMatchObject({ result: 2, maxpage: 2, qrs: [{ name: 'Menu' }] });
  });

  test('a changed QR code is found by its new name and content only', async () => {
    const { key: owner } = await site.addUser();
    const body = { type: 'text', data: 'before', name: 'n' };
    const { id } = (await site.send('POST', '/api/qr/add', { key: owner, body })).json;
    await site.send('PUT', `/api/qr/${id}/update`, { key: owner, body: { data: 'after' } });
    const count = async (q: string) => (await site.send('GET', `/api/qr?q=${q}`, { key: owner })).json.data.result;
    expect([await count('before'), await count('after')]).toEqual([0, 1]);
  });

  testWithoutStore(engine).each([
    [`q=${'x'.repeat(256)}`, 'q'],
    ['q=a%00b', 'q'],
    ['order=clicks', 'order'],
    ['order=', 'order'],
  ])('%s is refused with the field named', async (query, field) => {
    const { status, json } = await site.send('GET', `/api/qr?${query}`, { key });
    expect([status, json.errors[0].field]).toEqual([400, field]);
  });
});
