import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

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
  test.each(found)('%j finds what it says', async (query, aliases) => {
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
  test.each(pages)('%s gives its page with the reference’s counts', async (query, counts, aliases) => {
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
    ['status=gone', 'status'],
    ['type=7', 'type'],
    ['channel=x', 'channel'],
    ['campaign=0', 'campaign'],
    [`q=${'x'.repeat(256)}`, 'q'],
    [`tag=${'x'.repeat(51)}`, 'tag'],
    [`short=${'x'.repeat(2_001)}`, 'short'],
  ];
  test.each(refused)('%s is refused with the field named', async (query, field) => {
    const { status, json } = await site.send('GET', `/api/urls?${query}`, { key });
    expect(status).toBe(400);
    expect(json.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  test.each(['q', 'short', 'tag'])('a NUL in %s is no failure of ours', async (name) => {
    for (const text of ['%00', 'a%00b']) {
      const { status } = await site.send('GET', `/api/urls?${name}=${text}`, { key });
      expect([200, 400]).toContain(status);
    }
  });

  test('clicks and titles are listed as they stand', async () => {
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

  test('many created and deleted at once are all counted', async () => {
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
