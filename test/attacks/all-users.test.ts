import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { publishedNouns } from '../support/published-nouns.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { testWithoutStore } from '../support/without-store.ts';

onEachEngine('lists of all users', (engine) => {
  let site: TestSite;
  let admin: { id: number; key: string };
  let ada: { id: number; key: string };
  let bob: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
    admin = await site.addUser('admin@example.com');
    ada = await site.addUser('ada@example.com');
    bob = await site.addUser('bob@example.com');
  });
  afterAll(() => site.close());

  describe.each(publishedNouns)('$noun', ({ list, key, add, path, on, noun }) => {
    const read = async (query: string, by = admin) =>
      (await site.send('GET', `${list}?${query}`, { key: by.key })).json;
    const idsOf = (json: { data: Record<string, { id: number }[]> }) => json.data[key]?.map(({ id }) => id) ?? [];

    test('an administrator lists the rows of all users, newest first, with their owners, page by page', async () => {
      guards('take-down');
      const first = await add(site, ada.key, 'Apple pie');
      const second = await add(site, bob.key, 'Banana bread');
      const page = await read('all=1&limit=2');
      const own = { ada: (await read('limit=1', ada)).data.result, bob: (await read('limit=1', bob)).data.result };
      // Each overlay and splash page comes with a link, which the list of links includes.
      expect(page.data.result).toBe(own.ada + own.bob);
      expect(idsOf(page)).toContain(second.id);
      expect(idsOf(await read('all=1&limit=1'))).toEqual([idsOf(page)[0] ?? 0]);
      expect(idsOf(await read('all=1&limit=1&page=2'))).toEqual([idsOf(page)[1] ?? 0]);
      const rows = (await read('all=1&limit=1000')).data[key];
      expect(rows.find(({ id }: { id: number }) => id === first.id)).toMatchObject({
        userid: ada.id,
        owner: 'ada@example.com',
        status: on,
      });
      expect(rows.find(({ id }: { id: number }) => id === second.id).owner).toBe('bob@example.com');
    });

    test('the search covers the rows of all users', async () => {
      guards('take-down');
      const { id } = await add(site, bob.key, `Cherry ${noun}`);
      const found = await read('all=1&q=cherry');
      expect([found.data.result, idsOf(found)]).toEqual([1, [id]]);
      expect((await read('all=1&q=nothing-like-this')).data.result).toBe(0);
    });

    test('a user’s own list has neither owners nor rows of others', async () => {
      guards('ownership');
      const { id } = await add(site, ada.key, 'Own');
      for (const query of ['limit=1000', 'limit=1000&all=0']) {
        expect(idsOf(await read(query, bob))).not.toContain(id);
        expect(idsOf(await read(query))).toEqual([]);
        for (const row of (await read(query, ada)).data[key]) {
          expect(row).not.toHaveProperty('userid');
          expect(row).not.toHaveProperty('owner');
        }
      }
    });

    testWithoutStore(engine)('only administrators may list the rows of all users, and `all` is 0 or 1', async () => {
      guards('take-down', 'ownership');
      const { status, json } = await site.send('GET', `${list}?all=1`, { key: ada.key });
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'admin_required' });
      for (const all of ['2', 'true', '']) {
        const answer = await site.send('GET', `${list}?all=${all}`, { key: admin.key });
        expect({ status: answer.status, field: answer.json.errors[0].field }).toEqual({ status: 400, field: 'all' });
      }
      expect((await site.send('GET', `${list}?all=1`)).status).toBe(401);
    });

    test('a disabled row shows that it is disabled, and by whom', async () => {
      guards('take-down');
      const { id } = await add(site, ada.key, 'Durian');
      await site.send('PUT', `/api/${path}/${id}/update`, { key: admin.key, body: { status: 'disabled' } });
      const [row] = (await read('all=1&q=durian')).data[key];
      expect(row).toMatchObject({ id, status: 'disabled', disabled_by: 'administrator' });
    });
  });

  test('the filters of links work on the links of all users', async () => {
    guards('take-down');
    const link = async (by: { key: string }, fields: object) =>
      (await site.send('POST', '/api/url/add', { key: by.key, body: { url: 'https://example.com/', ...fields } })).json
        .id;
    const domain = { domain: 'https://go.ada.example' };
    await site.send('POST', '/api/domain/add', { key: ada.key, body: domain });
    const channel = (await site.send('POST', '/api/channel/add', { key: ada.key, body: { name: 'C' } })).json.id;
    const campaign = (await site.send('POST', '/api/campaign/add', { key: ada.key, body: { name: 'C' } })).json.id;
    const branded = await link(ada, { domain: 'go.ada.example', custom: 'here' });
    const main = await link(bob, { custom: 'here', tags: ['loud'], status: 'disabled' });
    const grouped = await link(ada, { channel, campaign, type: 'frame' });
    const find = async (query: string) => {
      const { json } = await site.send('GET', `/api/urls?all=1&limit=1000&${query}`, { key: admin.key });
      const ids: number[] = json.data.urls.map(({ id }: { id: number }) => id);
      expect(json.data.result).toBe(ids.length);
      return ids;
    };
    expect(await find('short=here')).toEqual([main, branded]);
    expect(await find('short=https://go.ada.example/here')).toEqual([branded]);
    expect(await find('short=http://localhost:3000/here')).toEqual([main]);
    expect(await find('domain=go.ada.example')).toEqual([branded]);
    expect(await find('domain=elsewhere.example')).toEqual([]);
    expect(await find('tag=loud')).toEqual([main]);
    expect(await find(`channel=${channel}`)).toEqual([grouped]);
    expect(await find(`campaign=${campaign}`)).toEqual([grouped]);
    expect(await find('type=frame')).toEqual([grouped]);
    expect(await find('status=disabled')).toContain(main);
    expect(await find('status=active')).not.toContain(main);
    expect(await find('order=click')).toContain(branded);
  });
});
