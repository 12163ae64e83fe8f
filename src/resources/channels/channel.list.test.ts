import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const CHANNELS: Record<string, object> = {
  Plain: {},
  '100% pure': { starred: true },
  snake_case: { description: 'C:\\temp' },
  'École ÜBER': { description: 'straße', starred: true },
  Ends: { description: 'begins' },
};
const ALL = Object.keys(CHANNELS).reverse();

onEachEngine('the list of channels', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    const { key: other } = await site.addUser();
    for (const [name, fields] of Object.entries(CHANNELS)) {
      for (const owner of [key, other])
        await site.send('POST', '/api/channel/add', { key: owner, body: { name, ...fields } });
    }
  });
  afterAll(() => site.close());

  async function list(query: Record<string, string>) {
    const { status, json } = await site.send('GET', `/api/channels?${new URLSearchParams(query)}`, { key });
    expect(status).toBe(200);
    const { channels, ...counts } = json.data;
    return { names: channels.map(({ name }: { name: string }) => name), counts };
  }

  const found: [query: Record<string, string>, names: string[]][] = [
    [{}, ALL],
    [{ q: '' }, ALL],
    [{ q: 'PLAIN' }, ['Plain']],
    [{ q: '%' }, ['100% pure']],
    [{ q: '_' }, ['snake_case']],
    [{ q: '\\T' }, ['snake_case']],
    [{ q: 'école über' }, ['École ÜBER']],
    [{ q: 'STRAße' }, ['École ÜBER']],
    [{ q: 'ends begins' }, []],
    [{ q: "'; drop table channels; --" }, []],
    [{ starred: 'true' }, ['École ÜBER', '100% pure']],
    [{ starred: '1' }, ['École ÜBER', '100% pure']],
    [{ starred: 'false' }, ['Ends', 'snake_case', 'Plain']],
    [{ starred: '0', q: 'n' }, ['Ends', 'snake_case', 'Plain']],
    [{ starred: 'true', q: 'pure' }, ['100% pure']],
  ];
  test.each(found)('%j finds the expected channels', async (query, names) => {
    const received = await list(query);
    expect(received.names).toEqual(names);
    expect(received.counts.result).toBe(names.length);
  });

  test('search results are paginated', async () => {
    const page = await list({ starred: 'false', limit: '2', page: '2' });
    expect(page).toEqual({
      names: ['Plain'],
      counts: { result: 3, perpage: 2, currentpage: 2, nextpage: 2, maxpage: 2 },
    });
  });

  test('a renamed channel is found by its new name only', async () => {
    const { key: owner } = await site.addUser();
    const { id } = (await site.send('POST', '/api/channel/add', { key: owner, body: { name: 'Old' } })).json;
    await site.send('PUT', `/api/channel/${id}/update`, { key: owner, body: { name: 'New' } });
    const count = async (q: string) =>
      (await site.send('GET', `/api/channels?q=${q}`, { key: owner })).json.data.result;
    expect([await count('old'), await count('new')]).toEqual([0, 1]);
  });

  testWithoutStore(engine).each([
    [`q=${'x'.repeat(256)}`, 'q'],
    ['q=a%00b', 'q'],
    ['starred=maybe', 'starred'],
    ['limit=0', 'limit'],
    ['page=x', 'page'],
  ])('%s is refused with the field named', async (query, field) => {
    const { status, json } = await site.send('GET', `/api/channels?${query}`, { key });
    expect([status, json.errors[0].field]).toEqual([400, field]);
  });
});
