import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const TORONTO = '99.224.1.1';

onEachEngine('counting for campaigns', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    ({ key } = await site.addUser());
  });
  afterAll(() => site.close());

  async function addCampaign(): Promise<number> {
    return (await site.send('POST', '/api/campaign/add', { key, body: {} })).json.id;
  }

  async function addLink(campaign: number | null): Promise<{ id: number; path: string }> {
    const body = { url: 'https://example.com/', campaign };
    const { json } = await site.send('POST', '/api/url/add', { key, body });
    return { id: json.id, path: new URL(json.shorturl).pathname };
  }

  async function visit(path: string, times: number, headers: Record<string, string> = {}, method = 'GET') {
    for (let visits = 0; visits < times; visits += 1) {
      const answer = await site.send(method, path, { headers: { 'User-Agent': CHROME, ...headers }, peer: TORONTO });
      expect(answer.status).toBe(302);
    }
  }

  async function read(path: string) {
    return (await site.send('GET', path, { key })).json.data;
  }

  async function clicksOf(noun: 'campaign' | 'url', id: number): Promise<number> {
    return (await read(`/api/${noun}/${id}`)).clicks;
  }

  test('a campaign has the clicks of its links, by every dimension and over time; bots are counted separately', async () => {
    const campaign = await addCampaign();
    const [one, two, outside] = [await addLink(campaign), await addLink(campaign), await addLink(null)];
    await visit(one.path, 3, { Referer: 'https://www.facebook.com/x' });
    await visit(two.path, 2);
    await visit(outside.path, 4);
    await visit(one.path, 2, { 'User-Agent': 'Googlebot/2.1' });
    await visit(two.path, 1, {}, 'HEAD');
    expect(await read(`/api/campaign/${campaign}`)).toEqual({
      clicks: 5,
      uniqueClicks: 1,
      topCountries: { Canada: 5 },
      topReferrers: { 'facebook.com': 3 },
      topBrowsers: { Chrome: 5 },
      topOs: { Windows: 5 },
      socialCount: { facebook: 3, twitter: 0, google: 0 },
    });
    const { json } = await site.send('GET', '/api/campaigns', { key });
    expect(json.data.campaigns.find(({ id }: { id: number }) => id === campaign)).toMatchObject({ clicks: 5 });
    const stats = await read(`/api/campaign/${campaign}/stats?interval=hour&by=country,browser`);
    expect(stats).toMatchObject({
      clicks: 5,
      unique: 1,
      bots: 3,
      top: { country: { Canada: 5 }, browser: { Chrome: 5 } },
    });
    expect(stats.series.at(-1)).toMatchObject({ clicks: 5 });
    expect([await clicksOf('url', one.id), await clicksOf('url', two.id), await clicksOf('url', outside.id)]).toEqual([
      3, 2, 4,
    ]);
  });

  test('a filter selects among the clicks of its links', async () => {
    const campaign = await addCampaign();
    const link = await addLink(campaign);
    await visit(link.path, 2, { Referer: 'https://www.facebook.com/x' });
    await visit(link.path, 1);
    expect(await read(`/api/campaign/${campaign}/stats?filter[referrer]=facebook.com`)).toMatchObject({ clicks: 2 });
  });

  test('clicks count for the current campaign of a link, and stay there when the link moves or is deleted', async () => {
    const [first, second] = [await addCampaign(), await addCampaign()];
    const link = await addLink(first);
    await visit(link.path, 2);
    expect(await clicksOf('campaign', first)).toBe(2);
    await site.send('POST', `/api/campaign/${second}/assign/${link.id}`, { key });
    await visit(link.path, 3);
    expect([await clicksOf('campaign', first), await clicksOf('campaign', second)]).toEqual([2, 3]);
    await site.send('DELETE', `/api/campaign/${second}/assign/${link.id}`, { key });
    await visit(link.path, 4);
    expect([await clicksOf('campaign', second), await clicksOf('url', link.id)]).toEqual([3, 9]);
    await site.send('DELETE', `/api/url/${link.id}/delete`, { key });
    expect([await clicksOf('campaign', first), await clicksOf('campaign', second)]).toEqual([2, 3]);
  });

  test('an erased campaign loses its counts; its links and their owner keep theirs', async () => {
    const campaign = await addCampaign();
    const link = await addLink(campaign);
    await visit(link.path, 2);
    expect(await clicksOf('campaign', campaign)).toBe(2);
    const before = (await read('/api/stats')).clicks;
    // This visit is in the journal when the campaign is deleted.
    await visit(link.path, 1);
    await site.send('DELETE', `/api/campaign/${campaign}/delete?purge=1`, { key });
    await visit(link.path, 1);
    expect((await read('/api/stats')).clicks).toBe(before + 2);
    expect(await clicksOf('url', link.id)).toBe(4);
    const left = await sql<{ rows: number }>`select count(*) as rows from rollups
      where noun = 4 and noun_id = ${campaign}`.execute(site.database.db);
    expect(left.rows[0]?.rows).toBe(0);
  });

  test('a failure between the counts and the position stores nothing, and the clicks are counted once afterward', async () => {
    const campaign = await addCampaign();
    const link = await addLink(campaign);
    await sql`alter table journals rename to journals_away`.execute(site.database.db);
    await visit(link.path, 5);
    expect(await clicksOf('campaign', campaign)).toBe(0);
    await sql`alter table journals_away rename to journals`.execute(site.database.db);
    let clicks = 0;
    while (clicks === 0) clicks = await clicksOf('campaign', campaign);
    expect([clicks, await clicksOf('url', link.id)]).toEqual([5, 5]);
  });

  test('many links of many campaigns in one batch each count for their own campaign', async () => {
    const campaigns = [await addCampaign(), await addCampaign(), await addCampaign()];
    const links = await Promise.all(Array.from({ length: 9 }, (_, index) => addLink(campaigns[index % 3] ?? null)));
    site.clock.now = NOON + 3_600_000;
    for (const [index, { path }] of links.entries()) await visit(path, index + 1);
    site.clock.now = NOON;
    // 1 + 4 + 7, 2 + 5 + 8, 3 + 6 + 9
    expect(await Promise.all(campaigns.map((id) => clicksOf('campaign', id)))).toEqual([12, 15, 18]);
  });
});
