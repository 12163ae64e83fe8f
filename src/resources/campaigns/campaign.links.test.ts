import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { sql } from 'kysely';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { fieldError } from '../../core/errors.ts';
import * as campaignStore from './campaign.store.ts';

const URL_ = 'https://example.com/a';
const ADDED = { error: 0, message: 'Link successfully added to the campaign.' };
const REMOVED = { error: 0, message: 'Link successfully removed from the campaign.' };

onEachEngine('the links of a campaign', (engine) => {
  let site: TestSite;
  let key: string;
  let otherKey: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function addCampaign(owner = key): Promise<number> {
    return (await site.send('POST', '/api/campaign/add', { key: owner, body: {} })).json.id;
  }

  async function addLink(fields: object = {}, owner = key): Promise<number> {
    const { json, status } = await site.send('POST', '/api/url/add', { key: owner, body: { url: URL_, ...fields } });
    expect([status, json.errors]).toEqual([200, undefined]);
    return json.id;
  }

  function assign(campaign: number, link: number, body?: object) {
    return site.send('POST', `/api/campaign/${campaign}/assign/${link}`, { key, body });
  }

  function unassign(campaign: number, link: number) {
    return site.send('DELETE', `/api/campaign/${campaign}/assign/${link}`, { key });
  }

  function change(link: number, body: object) {
    return site.send('PUT', `/api/url/${link}/update`, { key, body: { url: URL_, ...body } });
  }

  async function placeOf(link: number) {
    const { campaign, weight } = (await site.send('GET', `/api/url/${link}`, { key })).json.details;
    return { campaign, weight };
  }

  /** The links in a campaign; also checks the stored count of the campaign. */
  async function linksOf(campaign: number, query = '', owner = key): Promise<number[]> {
    const { data } = (await site.send('GET', `/api/urls?limit=100&campaign=${campaign}${query}`, { key: owner })).json;
    const ids = data.urls.map(({ id }: { id: number }) => id);
    expect(data.result).toBe(ids.length);
    if (query === '' && owner === key) {
      const { details } = (await site.send('GET', `/api/campaign/${campaign}`, { key })).json;
      expect(details.links).toBe(ids.length);
    }
    return ids;
  }

  test('an assigned link is in the campaign, with a weight of 1', async () => {
    proves('campaigns.assign', ':campaignid', ':linkid', 'answer.error', 'answer.message');
    const [campaign, link] = [await addCampaign(), await addLink()];
    expect(await placeOf(link)).toEqual({ campaign: null, weight: null });
    const { status, json } = await assign(campaign, link);
    expect([status, json]).toEqual([200, ADDED]);
    expect(await placeOf(link)).toEqual({ campaign, weight: 1 });
    expect(await linksOf(campaign)).toEqual([link]);
    const { campaigns } = (await site.send('GET', '/api/campaigns?limit=1', { key })).json.data;
    expect(campaigns[0]).toMatchObject({ id: campaign, links: 1 });
  });

  test('assigning a link again succeeds; the weight changes only if it is sent', async () => {
    const [campaign, link] = [await addCampaign(), await addLink()];
    for (const [body, weight] of [
      [{ weight: 1000 }, 1000],
      [undefined, 1000],
      [{}, 1000],
      [{ weight: 5 }, 5],
      [{ weight: null }, 1],
      [{ weight: 3 }, 3],
      [{ weight: '' }, 1],
    ] as const) {
      expect((await assign(campaign, link, body)).json).toEqual(ADDED);
      expect(await placeOf(link)).toEqual({ campaign, weight });
    }
    expect(await linksOf(campaign)).toEqual([link]);
  });

  test('an assigned link leaves its old campaign and loses its weight there', async () => {
    const [from, to, link] = [await addCampaign(), await addCampaign(), await addLink()];
    await assign(from, link, { weight: 9 });
    expect((await assign(to, link)).json).toEqual(ADDED);
    expect(await placeOf(link)).toEqual({ campaign: to, weight: 1 });
    expect([await linksOf(from), await linksOf(to)]).toEqual([[], [link]]);
  });

  test('an unassigned link is in no campaign; a link outside the campaign cannot be unassigned', async () => {
    const [campaign, other, link] = [await addCampaign(), await addCampaign(), await addLink()];
    await assign(campaign, link, { weight: 9 });
    const wrong = await unassign(other, link);
    expect([wrong.status, wrong.json.code]).toEqual([404, 'link_not_in_campaign']);
    expect(await linksOf(campaign)).toEqual([link]);
    expect((await unassign(campaign, link)).json).toEqual(REMOVED);
    expect((await unassign(campaign, link)).status).toBe(404);
    expect(await placeOf(link)).toEqual({ campaign: null, weight: null });
    expect(await linksOf(campaign)).toEqual([]);
    await assign(campaign, link);
    expect(await placeOf(link)).toEqual({ campaign, weight: 1 });
  });

  test('the body of a link adds it to a campaign, moves it, keeps it and removes it', async () => {
    const [one, two] = [await addCampaign(), await addCampaign()];
    const link = await addLink({ campaign: one });
    expect([await linksOf(one), await placeOf(link)]).toEqual([[link], { campaign: one, weight: 1 }]);
    await assign(one, link, { weight: 4 });
    await change(link, { description: 'new' });
    expect(await placeOf(link)).toEqual({ campaign: one, weight: 4 });
    await change(link, { campaign: one });
    expect(await placeOf(link)).toEqual({ campaign: one, weight: 4 });
    await change(link, { campaign: two });
    expect([await linksOf(one), await linksOf(two)]).toEqual([[], [link]]);
    expect(await placeOf(link)).toEqual({ campaign: two, weight: 1 });
    for (const campaign of [null, '']) {
      await change(link, { campaign: two });
      await change(link, { campaign });
      expect([await linksOf(two), await placeOf(link)]).toEqual([[], { campaign: null, weight: null }]);
    }
  });

  test('someone else’s campaign in a body is refused like an unknown one, and nothing is stored', async () => {
    const theirs = await addCampaign(otherKey);
    const own = await addCampaign();
    const link = await addLink({ campaign: own });
    const texts = new Set<string>();
    for (const campaign of [theirs, 999_999]) {
      const created = await site.send('POST', '/api/url/add', { key, body: { url: URL_, custom: 'never', campaign } });
      const updated = await change(link, { campaign, description: 'never' });
      for (const { status, json, text } of [created, updated]) {
        expect(status).toBe(400);
        expect(json.errors).toEqual([fieldError('campaign', 'no_such_campaign')]);
        texts.add(text);
      }
    }
    expect(texts.size).toBe(1);
    expect((await site.send('GET', '/never')).status).toBe(404);
    expect(await linksOf(own)).toEqual([link]);
    expect(await linksOf(theirs, '', otherKey)).toEqual([]);
    for (const campaign of [0, -1, 'x', [own], true])
      expect((await change(link, { campaign })).json.errors[0].field).toBe('campaign');
  });

  test('the list of links filters by the owner’s campaign, with the other filters and orders', async () => {
    const campaign = await addCampaign();
    const links = [await addLink({ campaign, tags: ['a'] }), await addLink({ campaign }), await addLink({ campaign })];
    await addLink({ tags: ['a'] });
    expect(await linksOf(campaign)).toEqual([...links].reverse());
    expect(await linksOf(campaign, '&tag=a')).toEqual([links[0] as number]);
    expect(await linksOf(campaign, '&status=disabled')).toEqual([]);
    await site.database.db
      .updateTable('links')
      .set({ clicks: 5 })
      .where('id', '=', links[1] as number)
      .execute();
    expect(await linksOf(campaign, '&order=click')).toEqual([links[1], links[2], links[0]] as number[]);
    const page = (await site.send('GET', `/api/urls?campaign=${campaign}&limit=2&page=2`, { key })).json.data;
    expect(page).toMatchObject({ result: 3, maxpage: 2, urls: [{ id: links[0] }] });
    for (const query of ['', '&tag=a', '&q=example']) expect(await linksOf(campaign, query, otherKey)).toEqual([]);
    expect(await linksOf(999_999, '&q=x')).toEqual([]);
  });

  test('deleting a campaign keeps its links, without a campaign', async () => {
    const campaign = await addCampaign();
    const link = await addLink({ campaign });
    await site.send('DELETE', `/api/campaign/${campaign}/delete`, { key });
    expect(await placeOf(link)).toEqual({ campaign: null, weight: null });
    const rows = await site.database.db
      .selectFrom('tallies')
      .selectAll()
      .where('noun', '=', `campaign ${campaign}`)
      .execute();
    expect(rows).toEqual([]);
  });

  test('a deleted link leaves its campaign', async () => {
    const campaign = await addCampaign();
    const [one, two] = [await addLink({ campaign }), await addLink({ campaign })];
    await site.send('DELETE', `/api/url/${one}/delete`, { key });
    expect(await linksOf(campaign)).toEqual([two]);
  });

  test('after simultaneous moves a link is in one campaign, and every count is correct', async () => {
    const campaigns = await Promise.all(Array.from({ length: 3 }, () => addCampaign()));
    const [one = 0, two = 0, three = 0] = campaigns;
    for (let round = 0; round < 10; round += 1) {
      const link = await addLink();
      const moves = [assign(one, link), assign(two, link), change(link, { campaign: three }), unassign(one, link)];
      if (round % 3 === 2) moves.push(site.send('DELETE', `/api/url/${link}/delete`, { key }));
      for (const { status } of await Promise.all(moves)) expect([200, 404]).toContain(status);
    }
    // Each call also compares the stored count of the campaign with its links.
    const found = await Promise.all(campaigns.map((campaign) => linksOf(campaign)));
    expect(new Set(found.flat()).size).toBe(found.flat().length);
  });

  test('a campaign that is deleted during the request is reported as a wrong field, not as a server error', async () => {
    const link = await addLink();
    const owns = spyOn(campaignStore, 'ownsCampaign').mockImplementationOnce(async () => true);
    const updated = await change(link, { campaign: 999_999 });
    expect([updated.status, updated.json.errors?.[0].field]).toEqual([400, 'campaign']);
    owns.mockImplementationOnce(async () => true);
    const body = { url: URL_, campaign: 999_999 };
    expect((await site.send('POST', '/api/url/add', { key, body })).status).toBe(400);
    owns.mockRestore();
    const gone = await addCampaign();
    const { links } = site.site.services;
    const put = spyOn(links, 'putIntoCampaign').mockImplementationOnce(async (owner, id, campaign) => {
      await site.send('DELETE', `/api/campaign/${campaign}/delete`, { key });
      return links.putIntoCampaign(owner, id, campaign);
    });
    const assigned = await assign(gone, link);
    expect([assigned.status, assigned.json.code]).toEqual([404, 'campaign_not_found']);
    put.mockRestore();
  });

  test('the links of one campaign are read by its index', async () => {
    const plan = await site.database.db.transaction().execute(async (tx) => {
      // A query planner scans a small table regardless of its indexes.
      if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(tx);
      const explain = sql.raw(engine === 'postgres' ? 'explain' : 'explain query plan');
      return sql`${explain} select id from links where campaign_id = 1 order by id desc limit 10`.execute(tx);
    });
    expect(JSON.stringify(plan.rows)).toContain('links_by_campaign');
    expect(JSON.stringify(plan.rows)).not.toMatch(/sort|temp b-tree/i);
  });
});
