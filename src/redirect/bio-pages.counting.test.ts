import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { nounCodes } from '../rollups/subject.ts';

const DESTINATION = 'https://example.com/a';
const TORONTO = '99.224.0.1';
const PERSON = {
  'User-Agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  Referer: 'https://www.facebook.com/',
};
const CRAWLER = { 'User-Agent': 'Googlebot/2.1' };

onEachEngine('counting visits of bio pages', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterAll(() => site.close());

  async function addBio() {
    const { key } = await site.addUser();
    const blocks = ['a', 'b'].map((title) => ({ type: 'link', title, url: DESTINATION }));
    const { json } = await site.send('POST', '/api/bio/add', { key, body: { name: 'Ada', blocks } });
    const path = new URL(json.link).pathname;
    const read = async () => (await site.send('GET', `/api/bio/${json.id}`, { key })).json;
    const [first, second] = (await read()).details.blocks.map((block: { id: number }) => block.id) as [number, number];
    return { id: json.id as number, key, path, first, second, read };
  }

  /** Makes this many visits of each kind. */
  async function visit(path: string, people: number, crawlers = 0, heads = 0): Promise<void> {
    for (let index = 0; index < people; index += 1) await site.send('GET', path, { headers: PERSON, peer: TORONTO });
    for (let index = 0; index < crawlers; index += 1) await site.send('GET', path, { headers: CRAWLER });
    for (let index = 0; index < heads; index += 1) await site.send('HEAD', path, { headers: PERSON });
  }

  /** The clicks in all rollups of a page or a block. All of them are from one hour, so there is one row, or none. */
  async function countRollups(noun: 'bio' | 'block', id: number): Promise<number> {
    const rows = await site.database.db
      .selectFrom('rollups')
      .select('clicks')
      .where('noun', '=', nounCodes[noun])
      .where('noun_id', '=', id)
      .execute();
    return rows.reduce((sum, { clicks }) => sum + clicks, 0);
  }

  test('views and clicks of each block count people exactly; bots are counted separately', async () => {
    const bio = await addBio();
    await visit(bio.path, 5, 2, 1);
    await visit(`${bio.path}?utm=1`, 1);
    await visit(`${bio.path}/${bio.first}`, 3, 1, 1);
    await visit(`${bio.path}/${bio.second}`, 1);
    const { details, data } = await bio.read();
    expect(details.views).toBe(6);
    expect(details.blocks.map(({ clicks }: { clicks: number }) => clicks)).toEqual([3, 1]);
    expect(data).toEqual({
      clicks: 6,
      uniqueClicks: 1,
      topCountries: { Canada: 6 },
      topReferrers: { 'facebook.com': 6 },
      topBrowsers: { Safari: 6 },
      topOs: { iOS: 6 },
      socialCount: { facebook: 6, twitter: 0, google: 0 },
    });
    const list = await site.send('GET', '/api/bio', { key: bio.key });
    expect(list.json.data.bio[0].views).toBe(6);
    const statsOf = async (path: string) => (await site.send('GET', path, { key: bio.key })).json.data;
    expect(await statsOf(`/api/bio/${bio.id}/stats?by=country`)).toMatchObject({
      clicks: 6,
      bots: 3,
      unique: 1,
      top: { country: { Canada: 6 } },
    });
    expect(await statsOf(`/api/bio/${bio.id}/block/${bio.first}/stats`)).toMatchObject({
      clicks: 3,
      bots: 2,
      unique: 1,
    });
    expect(await statsOf(`/api/bio/${bio.id}/block/${bio.second}/stats`)).toMatchObject({ clicks: 1, bots: 0 });
    // The statistics of the owner: six views and four clicks.
    expect(await statsOf('/api/stats')).toMatchObject({ clicks: 10, bots: 5, unique: 1, links: 0 });
  });

  test('100 concurrent visits are counted as 100', async () => {
    const bio = await addBio();
    const doors = [bio.path, `${bio.path}/${bio.first}`];
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => site.send('GET', doors[index % 2] ?? '', { headers: PERSON })),
    );
    const { details } = await bio.read();
    expect([details.views, details.blocks[0].clicks, details.blocks[1].clicks]).toEqual([100, 100, 0]);
  });

  test('a page that responds with 404 counts nothing, and neither does a missing block', async () => {
    const bio = await addBio();
    await site.send('GET', `${bio.path}/999999999`, { headers: PERSON });
    await site.send('GET', `${bio.path}+`, { headers: PERSON });
    await site.send('PUT', `/api/bio/${bio.id}/update`, { key: bio.key, body: { status: 'draft' } });
    await site.send('GET', bio.path, { headers: PERSON });
    await site.send('GET', `${bio.path}/${bio.first}`, { headers: PERSON });
    const { details } = await bio.read();
    expect([details.views, ...details.blocks.map(({ clicks }: { clicks: number }) => clicks)]).toEqual([0, 0, 0]);
    expect((await site.send('GET', '/api/stats', { key: bio.key })).json.data).toMatchObject({ clicks: 0, bots: 0 });
  });

  test('a block that stays keeps its clicks; a removed block loses its counts', async () => {
    const bio = await addBio();
    await visit(`${bio.path}/${bio.first}`, 2);
    await visit(`${bio.path}/${bio.second}`, 2);
    const blocks = [{ type: 'divider' }, { id: bio.second, type: 'link', title: 'moved', url: DESTINATION }];
    await site.send('PUT', `/api/bio/${bio.id}/update`, { key: bio.key, body: { blocks } });
    await visit(`${bio.path}/${bio.second}`, 1);
    const { details } = await bio.read();
    expect(details.blocks).toMatchObject([{ clicks: 0 }, { id: bio.second, clicks: 3 }]);
    expect([await countRollups('block', bio.first), await countRollups('block', bio.second)]).toEqual([0, 3]);
    const gone = await site.send('GET', `/api/bio/${bio.id}/block/${bio.first}/stats`, { key: bio.key });
    expect(gone.status).toBe(404);
  });

  test('an erased page loses its counts, and the owner’s total stays', async () => {
    const bio = await addBio();
    await visit(bio.path, 2);
    await visit(`${bio.path}/${bio.first}`, 1);
    await bio.read();
    expect([await countRollups('bio', bio.id), await countRollups('block', bio.first)]).toEqual([2, 1]);
    await site.send('DELETE', `/api/bio/${bio.id}/delete?purge=1`, { key: bio.key });
    expect([await countRollups('bio', bio.id), await countRollups('block', bio.first)]).toEqual([0, 0]);
    expect((await site.send('GET', '/api/stats', { key: bio.key })).json.data.clicks).toBe(3);
  });

  test('visits of a page that was deleted before they were counted are dropped as deleted', async () => {
    const bio = await addBio();
    const { path, id, first, key } = bio;
    await visit(path, 1);
    await visit(`${path}/${first}`, 1);
    await site.database.db.deleteFrom('bio_pages').where('id', '=', id).execute();
    expect((await site.send('GET', '/api/stats', { key })).json.data.clicks).toBe(0);
    const metrics = await site.send('GET', '/metrics', { peer: '127.0.0.1' });
    expect(metrics.text).toMatch(/signpost_clicks_dropped_total\{reason="deleted"\} [2-9]/);
  });

  test('visits of links, codes, pages and blocks with the same id are counted separately', async () => {
    const { key } = await site.addUser();
    const rows = await Promise.all([
      site.send('POST', '/api/url/add', { key, body: { url: DESTINATION, custom: `apart-${engine}` } }),
      site.send('POST', '/api/bio/add', { key, body: { name: 'Apart' } }),
    ]);
    const [link, bio] = rows.map(({ json }) => json);
    await visit(`/apart-${engine}`, 2);
    await visit(new URL(bio.link).pathname, 3);
    const read = async (path: string) => (await site.send('GET', path, { key })).json.data.clicks;
    expect([await read(`/api/url/${link.id}`), await read(`/api/bio/${bio.id}`)]).toEqual([2, 3]);
  });
});
