import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../../test/support/test-site.ts';
import { createCsvReader } from '../../../lib/read-csv.ts';
import { exportColumns } from './link-export.columns.ts';

function readRows(text: string): Record<string, string>[] {
  const reader = createCsvReader();
  const [head, ...rows] = [...reader.push(text), ...reader.end()].map(({ cells }) => cells);
  return rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [head?.[index] ?? '', cell])));
}

onEachEngine('exporting links', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function add(path: string, body: object): Promise<number> {
    const { status, json } = await site.send('POST', path, { key, body });
    expect({ status, json }).toMatchObject({ status: 200 });
    return json.id;
  }

  async function download(query = '', owner = key): Promise<string> {
    const { status, headers, text } = await site.send('GET', `/api/urls.csv${query}`, { key: owner });
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toStartWith('text/csv');
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="links.csv"');
    return text;
  }

  test('every field of a link is a column, and an import of the file restores what another account can have', async () => {
    const campaign = await add('/api/campaign/add', { name: 'Spring' });
    const channel = await add('/api/channel/add', { name: 'Posters' });
    const pixel = await add('/api/pixel/add', { type: 'gtmpixel', name: 'Shop', tag: 'GTM-ABCDEF' });
    const id = await add('/api/url/add', {
      ...{ url: 'https://example.com/a', custom: 'full', metatitle: '=1+1', description: 'Ask "Kim", first' },
      ...{ tags: ['b', 'a'], campaign, channel, pixels: [pixel], expiry: '2031-05-05 10:11:12', max_clicks: 500 },
      ...{ starts: '2020-01-01 00:00:00', expiry_url: 'https://example.com/over', redirect_code: 301 },
      ...{ forward_query: false, parameters: [{ name: 'utm_source', value: 'a b' }], metadescription: 'École' },
      devicetarget: [{ device: 'iphone', link: 'https://example.com/ios' }],
      rules: [{ name: 'Bots, "all"', when: [{ type: 'visitor', is: 'bot' }], url: 'https://example.com/bots' }],
    });
    await site.database.db.updateTable('links').set({ clicks: 12 }).where('id', '=', id).execute();
    const text = await download();
    const [row = {}] = readRows(text);
    expect(Object.keys(row)).toEqual([...exportColumns]);
    expect(row).toEqual({
      ...{ id: String(id), short_url: 'http://localhost:3000/full', url: 'https://example.com/a', title: "'=1+1" },
      ...{ description: 'Ask "Kim", first', tags: 'a, b', campaign: 'Spring', channels: 'Posters' },
      ...{ created: '2026-11-16 12:00:00', clicks: '12', status: 'active', state: 'active', max_clicks: '500' },
      ...{ starts: '2020-01-01 00:00:00', expiry: '2031-05-05 10:11:12', expiry_url: 'https://example.com/over' },
      ...{ password: '', type: 'direct', redirect_code: '301', forward_query: 'no', parameters: 'utm_source=a+b' },
      ...{ geotarget: '', devicetarget: '[{"device":"iphone","link":"https://example.com/ios"}]', languagetarget: '' },
      rules: '[{"name":"Bots, \\"all\\"","when":[{"type":"visitor","is":"bot"}],"url":"https://example.com/bots"}]',
      ...{ pixels: String(pixel), metadescription: 'École', metaimage: '', app: '', escape: 'no' },
    });

    const { key: other } = await site.addUser();
    const headers = { 'Content-Type': 'text/csv' };
    const moved = await site.send('POST', '/api/urls/import?taken=rename', { key: other, headers, body: text });
    expect(moved.json).toMatchObject({ imported: 1, refused: 0 });
    const [again = {}] = readRows(await download('', other));
    for (const name of ['url', 'title', 'description', 'tags', 'created', 'clicks', 'status', 'expiry', 'starts'])
      expect(again[name]).toBe(row[name] as string);
    for (const name of ['geotarget', 'devicetarget', 'languagetarget', 'rules'])
      expect(again[name]).toBe(row[name] as string);
    for (const name of ['expiry_url', 'max_clicks', 'redirect_code', 'forward_query', 'metadescription'])
      expect(again[name]).toBe(row[name] as string);
  });

  test('the filters of the list apply, and nobody gets links of another user', async () => {
    await add('/api/url/add', { url: 'https://example.com/b', custom: 'tagged', tags: ['only'] });
    await add('/api/url/add', {
      url: 'https://example.com/c',
      custom: 'guarded',
      password: 'secret',
      status: 'disabled',
    });
    const listed = async (query: string) =>
      readRows(await download(query)).map((row) => row.short_url?.split('/').at(-1));
    expect(await listed('')).toEqual(['guarded', 'tagged', 'full']);
    expect(await listed('?tag=only')).toEqual(['tagged']);
    expect(await listed('?status=disabled')).toEqual(['guarded']);
    expect(await listed('?short=http://elsewhere.example/x')).toEqual([]);
    expect(readRows(await download('?q=guarded'))[0]).toMatchObject({ password: 'yes', state: 'disabled' });
    expect(await download('', (await site.addUser()).key)).toBe(`${exportColumns.join(',')}\r\n`);
  });

  test('wrong filters and a missing key are refused', async () => {
    const { status, json } = await site.send('GET', '/api/urls.csv?status=gone', { key });
    expect([status, json.errors[0].field]).toEqual([400, 'status']);
    expect((await site.send('GET', '/api/urls.csv')).status).toBe(401);
    const { key: other } = await site.addUser();
    expect((await site.send('GET', '/api/urls.csv?all=1', { key: other })).status).toBe(403);
    expect((await site.send('GET', '/api/urls.csv?all=1', { key })).status).toBe(200);
  });
});
