import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const LINKS: Record<string, object> = {
  plain: { url: 'https://example.com/Plain' },
  percent: { url: 'https://example.com/a', description: '100% pure' },
  underscore: { url: 'https://example.com/b', metatitle: 'snake_case' },
  backslash: { url: 'https://example.com/c', description: 'C:\\temp' },
  accents: { url: 'https://example.com/d', description: 'École ÜBER straße' },
  tagged: { url: 'https://example.com/e', tags: ['Red', 'blue'] },
  disabled: { url: 'https://example.com/f', tags: ['blue'], status: 'disabled', type: 'splash' },
  CASED: { url: 'https://sub.example.org/g' },
  quoted: { url: 'https://example.com/h', description: 'it\'s "quoted"; -- drop' },
};
const ALL = Object.keys(LINKS).reverse();

onEachEngine('the list of links', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    for (const [custom, fields] of Object.entries(LINKS)) {
      const { status } = await site.send('POST', '/api/url/add', { key, body: { ...fields, custom } });
      expect(status).toBe(200);
    }
    const { key: other } = await site.addUser();
    await site.send('POST', '/api/url/add', { key: other, body: { url: 'https://example.com/other', tags: ['blue'] } });
    // As if they were imported with their original dates.
    for (const [alias, created_at] of [
      ['backslash', Date.UTC(2020, 0, 2)],
      ['quoted', Date.UTC(2020, 0, 1)],
    ] as const) {
      await site.database.db.updateTable('links').set({ created_at }).where('alias', '=', alias).execute();
    }
    for (const [alias, clicks] of [
      ['plain', 7],
      ['tagged', 7],
      ['accents', 900],
    ] as const) {
      await site.database.db.updateTable('links').set({ clicks }).where('alias', '=', alias).execute();
    }
  });
  afterAll(() => site.close());

  async function list(query: string) {
    const { status, json } = await site.send('GET', `/api/urls?${query}`, { key });
    expect(status).toBe(200);
    const { urls, ...counts } = json.data;
    return { aliases: urls.map(({ alias }: { alias: string }) => alias), counts };
  }

  const found: [query: Record<string, string>, aliases: string[]][] = [
    [{ limit: '100' }, ALL],
    [{ order: 'date', limit: '3' }, ALL.slice(0, 3)],
    [{ order: 'click', limit: '4' }, ['accents', 'tagged', 'plain', 'quoted']],
    [{ order: 'click', direction: 'asc', limit: '2' }, ['percent', 'underscore']],
    [{ order: 'date', direction: 'asc', limit: '2' }, ['plain', 'percent']],
    [{ order: 'created', limit: '2' }, ['CASED', 'disabled']],
    [{ order: 'created', direction: 'asc', limit: '3' }, ['quoted', 'backslash', 'plain']],
    [{ order: 'created', q: 'example', tag: 'blue' }, ['disabled', 'tagged']],
    [{ q: 'plain' }, ['plain']],
    [{ q: 'PLAIN' }, ['plain']],
    [{ q: 'cased' }, ['CASED']],
    [{ q: 'SUB.example.ORG' }, ['CASED']],
    [{ q: '%' }, ['percent']],
    [{ q: '0% P' }, ['percent']],
    [{ q: '_' }, ['underscore']],
    [{ q: 'snake_' }, ['underscore']],
    [{ q: '\\' }, ['backslash']],
    [{ q: ':\\t' }, ['backslash']],
    [{ q: "it's" }, ['quoted']],
    [{ q: '"; --' }, ['quoted']],
    [{ q: 'École' }, ['accents']],
    [{ q: 'ÜBER STRASSE' }, []],
    [{ q: 'ÜBER STRAße' }, ['accents']],
    [{ q: 'nothing of the kind' }, []],
    [{ q: '', limit: '100' }, ALL],
    [{ short: 'plain' }, ['plain']],
    [{ short: 'PLAIN' }, []],
    [{ short: 'http://localhost:3000/plain' }, ['plain']],
    [{ short: 'http://LOCALHOST:3000/plain' }, ['plain']],
    [{ short: 'http://localhost:3000/plain?utm=1#x' }, ['plain']],
    [{ short: 'http://evil.example/plain' }, []],
    [{ short: 'pla%' }, []],
    [{ url: 'https://EXAMPLE.com/h' }, ['quoted']],
    [{ url: 'https://example.com/nothing' }, []],
    [{ tag: 'blue' }, ['disabled', 'tagged']],
    [{ tag: 'Red' }, ['tagged']],
    [{ tag: 'lu' }, []],
    [{ status: 'disabled' }, ['disabled']],
    [{ status: 'active', limit: '100' }, ALL.filter((alias) => alias !== 'disabled')],
    [{ type: 'splash' }, ['disabled']],
    [{ type: 'splash', status: 'active' }, []],
    [{ type: 'overlay' }, []],
    [{ type: 'direct', limit: '100' }, ALL.filter((alias) => alias !== 'disabled')],
    [{ tag: 'blue', status: 'active' }, ['tagged']],
    [{ tag: 'blue', q: 'example', order: 'click' }, ['tagged', 'disabled']],
    [{ tag: 'blue', short: 'tagged' }, ['tagged']],
    [{ tag: 'blue', short: 'plain' }, []],
    [{ channel: '1' }, []],
    [{ campaign: '1' }, []],
    [{ unknown: 'x', limit: '1' }, ['quoted']],
  ];
  test.each(found)('%j finds the expected links', async (query, aliases) => {
    proves('links.list', 'order');
    const { aliases: received, counts } = await list(String(new URLSearchParams(query)));
    expect(received).toEqual(aliases);
    if (query.limit === undefined) expect(counts.result).toBe(aliases.length);
  });

  const pages: [query: string, counts: object, aliases: string[]][] = [
    ['limit=4', { result: 9, perpage: 4, currentpage: 1, nextpage: 2, maxpage: 3 }, ALL.slice(0, 4)],
    ['limit=4&page=2', { result: 9, perpage: 4, currentpage: 2, nextpage: 3, maxpage: 3 }, ALL.slice(4, 8)],
    ['limit=4&page=3', { result: 9, perpage: 4, currentpage: 3, nextpage: 3, maxpage: 3 }, ALL.slice(8)],
    ['limit=4&page=4', { result: 9, perpage: 4, currentpage: 4, nextpage: 3, maxpage: 3 }, []],
    ['page=999999999999999', { result: 9, maxpage: 1 }, []],
    [`page=${'9'.repeat(400)}`, { result: 9, maxpage: 1 }, []],
    [`limit=${'9'.repeat(400)}`, { result: 9, perpage: 1000, maxpage: 1 }, ALL],
    ['limit=1000000', { result: 9, perpage: 1000 }, ALL],
    ['tag=blue&limit=1', { result: 2, perpage: 1, currentpage: 1, nextpage: 2, maxpage: 2 }, ['disabled']],
    ['tag=blue&limit=1&page=2', { result: 2, currentpage: 2, nextpage: 2, maxpage: 2 }, ['tagged']],
    ['order=click&limit=2&page=2', { result: 9, maxpage: 5 }, ['plain', 'quoted']],
    ['status=active&limit=2', { result: 8, maxpage: 4 }, ['quoted', 'CASED']],
    ['type=direct&limit=2&page=2', { result: 8, maxpage: 4 }, ['tagged', 'accents']],
    ['status=active&type=direct&limit=1', { result: 8, maxpage: 8 }, ['quoted']],
    ['q=example&limit=9', { result: 9, maxpage: 1 }, ALL],
    ['q=example&limit=2', { result: 9, maxpage: 5 }, ALL.slice(0, 2)],
    ['channel=1', { result: 0, perpage: 10, currentpage: 1, nextpage: 1, maxpage: 1 }, []],
  ];
  test.each(pages)('%s returns its page with the counts of the reference', async (query, counts, aliases) => {
    proves('links.list', 'limit', 'page', 'answer.result', 'answer.perpage', 'answer.currentpage', 'answer.nextpage');
    proves('links.list', 'answer.maxpage');
    expect(await list(query)).toEqual({ aliases, counts: expect.objectContaining(counts) });
  });

  const refused: [query: string, field: string][] = [
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=abc', 'limit'],
    ['page=0', 'page'],
    ['page=1e3', 'page'],
    ['order=title', 'order'],
    ['order=', 'order'],
    ['direction=up', 'direction'],
    ['status=gone', 'status'],
    ['type=7', 'type'],
    ['channel=x', 'channel'],
    ['campaign=0', 'campaign'],
    [`q=${'x'.repeat(256)}`, 'q'],
    [`tag=${'x'.repeat(51)}`, 'tag'],
    [`short=${'x'.repeat(2_001)}`, 'short'],
  ];
  testWithoutStore(engine).each(refused)('%s is refused with the field named', async (query, field) => {
    const { status, json } = await site.send('GET', `/api/urls?${query}`, { key });
    expect(status).toBe(400);
    expect(json.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  test.each(['q', 'short', 'tag'])('a NUL in %s causes no server error', async (name) => {
    for (const text of ['%00', 'a%00b']) {
      const { status } = await site.send('GET', `/api/urls?${name}=${text}`, { key });
      expect([200, 400]).toContain(status);
    }
  });

  test('clicks, titles and descriptions are listed', async () => {
    proves('links.item', 'clicks', 'title', 'description');
    const { urls } = (await site.send('GET', '/api/urls?order=click&limit=1', { key })).json.data;
    expect(urls[0]).toMatchObject({
      alias: 'accents',
      clicks: 900,
      title: 'example.com',
      description: 'École ÜBER straße',
    });
    const [snake] = (await site.send('GET', '/api/urls?q=snake_case', { key })).json.data.urls;
    expect(snake.title).toBe('snake_case');
  });

  test('the state, the tags, the campaign, the domain and the protection of each link are listed', async () => {
    const { key: owner } = await site.addUser();
    const { id: campaign } = (await site.send('POST', '/api/campaign/add', { key: owner, body: { name: 'Spring' } }))
      .json;
    await site.send('POST', '/api/domain/add', { key: owner, body: { domain: 'https://state.brand.example' } });
    const rule = { device: 'iphone', link: 'https://example.com/ios' };
    const bodies: Record<string, object> = {
      active: { tags: ['b', 'a'], campaign, devicetarget: [rule], expiry: '2099-01-01 00:00:00' },
      disabled: { status: 'disabled', expiry: '2020-01-01 00:00:00' },
      scheduled: { starts: '2099-01-01 00:00:00', domain: 'https://state.brand.example' },
      expired: { expiry: '2020-01-01 00:00:00', password: 'secret' },
      limit_reached: { max_clicks: 5 },
    };
    for (const [name, fields] of Object.entries(bodies)) {
      const body = { url: 'https://example.com/', custom: `is-${name}-${engine}`, ...fields };
      expect((await site.send('POST', '/api/url/add', { key: owner, body })).status).toBe(200);
    }
    const db = site.database.db.updateTable('links').set({ spent_clicks: 5 });
    await db.where('alias', '=', `is-limit_reached-${engine}`).execute();
    const { urls } = (await site.send('GET', '/api/urls?order=date&direction=asc', { key: owner })).json.data;
    expect(urls.map(({ state }: { state: string }) => state)).toEqual(Object.keys(bodies));
    expect(urls[0]).toMatchObject({ tags: ['a', 'b'], campaign, campaign_name: 'Spring', rules: 1, domain: '' });
    expect(urls[1]).toMatchObject({ status: 'disabled', tags: [], campaign: null, campaign_name: null, rules: 0 });
    expect(urls[2]).toMatchObject({ domain: 'https://state.brand.example', starts: '2099-01-01 00:00:00' });
    expect(urls[3]).toMatchObject({ status: 'active', expiry: '2020-01-01 00:00:00', password: true });
    expect(urls[4]).toMatchObject({ max_clicks: 5, used_clicks: 5, password: false });
    for (const { id, state } of urls) {
      const { details } = (await site.send('GET', `/api/url/${id}`, { key: owner })).json;
      expect(details.state).toBe(state);
    }
    const { details } = (await site.send('GET', `/api/url/${urls[0].id}`, { key: owner })).json;
    expect(details).toMatchObject({ campaign, campaign_name: 'Spring', used_clicks: null });
  });

  test('simultaneous creations and deletions are all counted', async () => {
    const { key: owner } = await site.addUser();
    const body = { url: 'https://example.com/', tags: ['a', 'b'] };
    const made = await Promise.all(
      Array.from({ length: 20 }, () => site.send('POST', '/api/url/add', { key: owner, body })),
    );
    const count = async () => (await site.send('GET', '/api/urls', { key: owner })).json.data.result;
    expect(await count()).toBe(20);
    const gone = made.slice(0, 15).flatMap(({ json }) => [json.id, json.id]);
    const answers = await Promise.all(gone.map((id) => site.send('DELETE', `/api/url/${id}/delete`, { key: owner })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(15);
    expect(await count()).toBe(5);
  });
});
