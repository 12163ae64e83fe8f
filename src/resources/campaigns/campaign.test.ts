import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const BASE = 'http://localhost:3000';

onEachEngine('campaigns', (engine) => {
  let site: TestSite;
  let key: string;
  let otherKey: string;
  let username: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
    username = (await site.send('GET', '/api/account', { key })).json.data.username;
  });
  afterAll(() => site.close());

  function add(body?: object, owner = key) {
    return site.send('POST', '/api/campaign/add', { key: owner, body });
  }

  async function addId(body: object = {}, owner = key): Promise<number> {
    return (await add(body, owner)).json.id;
  }

  function update(id: number, body: object, owner = key) {
    return site.send('PUT', `/api/campaign/${id}/update`, { key: owner, body });
  }

  async function listOf(owner: string, query = '') {
    const { status, json } = await site.send('GET', `/api/campaigns${query}`, { key: owner });
    expect([status, json.error]).toEqual([200, '0']);
    return json.data;
  }

  async function detailsOf(id: number) {
    return (await site.send('GET', `/api/campaign/${id}`, { key })).json.details;
  }

  test('a created campaign has the reference fields and no others, with its name as domain', async () => {
    proves('campaigns.create', 'name', 'slug', 'public', 'answer.error', 'answer.id', 'answer.domain', 'answer.public');
    proves('campaigns.create', 'answer.rotator', 'answer.list');
    proves('campaigns.item', 'id', 'name', 'public', 'rotator', 'list');
    proves('campaigns.list', 'answer.error', 'answer.campaigns');
    const { status, json } = await add({ name: 'Spring', slug: 'spring_1', public: true });
    expect(status).toBe(200);
    expect(json).toEqual({
      error: 0,
      id: expect.any(Number),
      domain: 'Spring',
      public: true,
      rotator: `${BASE}/r/spring_1`,
      list: `${BASE}/u/${username}/spring_1`,
    });
    const { campaigns } = await listOf(key, '?limit=1');
    expect(campaigns).toEqual([
      {
        id: json.id,
        name: 'Spring',
        public: true,
        rotator: `${BASE}/r/spring_1`,
        list: `${BASE}/u/${username}/spring_1`,
        slug: 'spring_1',
        links: 0,
        clicks: 0,
        date: '2026-11-16 12:00:00',
      },
    ]);
    expect(await detailsOf(json.id)).toEqual(campaigns[0]);
  });

  for (const body of [undefined, {}, { name: '', slug: '', public: '' }, { name: null, slug: null, public: null }]) {
    test(`${JSON.stringify(body)} creates an untitled private campaign without a rotator`, async () => {
      const { status, json } = await add(body);
      expect(status).toBe(200);
      expect(json).toEqual({
        error: 0,
        id: json.id,
        domain: 'Untitled campaign',
        public: false,
        rotator: false,
        list: `${BASE}/u/${username}/${json.id}`,
      });
    });
  }

  test('a campaign has the same statistics as a link, empty at first', async () => {
    const { json } = await site.send('GET', `/api/campaign/${await addId()}`, { key });
    expect(json.error).toBe(0);
    expect(json.data).toEqual({
      clicks: 0,
      uniqueClicks: 0,
      topCountries: 0,
      topReferrers: 0,
      topBrowsers: 0,
      topOs: 0,
      socialCount: { facebook: 0, twitter: 0, google: 0 },
    });
  });

  test('an update responds like a create; omitted fields are kept, null or "" clears', async () => {
    proves('campaigns.update', ':id', 'name', 'slug', 'public', 'answer.error', 'answer.id', 'answer.domain');
    proves('campaigns.update', 'answer.public', 'answer.rotator', 'answer.list');
    const id = await addId({ name: 'One', slug: 'kept', public: true });
    expect((await update(id, { name: 'Two' })).json).toEqual({
      error: 0,
      id,
      domain: 'Two',
      public: true,
      rotator: `${BASE}/r/kept`,
      list: `${BASE}/u/${username}/kept`,
    });
    expect((await update(id, { name: 'Two', slug: 'other', public: false })).json).toMatchObject({
      public: false,
      rotator: `${BASE}/r/other`,
    });
    for (const slug of ['', null]) {
      await update(id, { name: 'Two', slug: 'again' });
      expect((await update(id, { name: 'Two', slug })).json.rotator).toBe(false);
    }
    await update(id, { name: 'Two', public: true });
    expect((await update(id, { name: 'Two', public: null })).json.public).toBe(false);
    expect(await detailsOf(id)).toMatchObject({ name: 'Two', slug: null, links: 0, date: '2026-11-16 12:00:00' });
  });

  test('a slug is unique across all users, case-sensitive, and free again after a change', async () => {
    const id = await addId({ slug: 'only' });
    const mine = await addId({ slug: 'mine' });
    const theirs = await addId({}, otherKey);
    for (const answer of [
      await add({ slug: 'only' }, otherKey),
      await add({ slug: 'only' }),
      await update(mine, { name: 'x', slug: 'only' }),
      await update(theirs, { name: 'x', slug: 'only' }, otherKey),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.json).toEqual({ error: 1, message: 'This slug is already taken.', code: 'campaign_slug_taken' });
    }
    expect(await detailsOf(mine)).toMatchObject({ name: 'Untitled campaign', slug: 'mine' });
    expect((await add({ slug: 'Only' }, otherKey)).status).toBe(200);
    expect((await update(id, { name: 'same slug', slug: 'only' })).status).toBe(200);
    await update(id, { name: 'x', slug: null });
    expect((await add({ slug: 'only' }, otherKey)).status).toBe(200);
  });

  test('of 20 simultaneous requests for one slug, one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ slug: `rush-${engine}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  test('the list is newest first, with the counts of the reference', async () => {
    proves('campaigns.list', 'limit', 'page', 'answer.result', 'answer.perpage', 'answer.currentpage');
    proves('campaigns.list', 'answer.nextpage', 'answer.maxpage');
    const { key: owner } = await site.addUser();
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) ids.push(await addId({ name: `n${index}` }, owner));
    const page = await listOf(owner, '?limit=2&page=2');
    expect(page).toMatchObject({ result: 5, perpage: 2, currentpage: 2, nextpage: 3, maxpage: 3 });
    expect(page.campaigns.map(({ id }: { id: number }) => id)).toEqual([ids[2], ids[1]]);
    expect(await listOf(owner, '?limit=2&page=999999999999999')).toMatchObject({
      result: 5,
      campaigns: [],
      maxpage: 3,
    });
    expect(await listOf((await site.addUser()).key)).toMatchObject({ result: 0, maxpage: 1, campaigns: [] });
  });

  test('q searches name and slug in any case, and nothing else', async () => {
    const { key: owner } = await site.addUser();
    const names = ['100% Wolle', 'Über_uns', 'Plain'];
    for (const [index, name] of names.entries()) await addId({ name, slug: `find-${engine}-${index}` }, owner);
    await addId({ name: 'Plain of another' }, otherKey);
    const found = async (q: string) => {
      const { campaigns, result } = await listOf(owner, `?q=${encodeURIComponent(q)}`);
      expect(campaigns).toHaveLength(result);
      return campaigns.map(({ name }: { name: string }) => name);
    };
    expect(await found('ÜBER')).toEqual(['Über_uns']);
    expect(await found('%')).toEqual(['100% Wolle']);
    expect(await found('_')).toEqual(['Über_uns']);
    expect(await found('plain')).toEqual(['Plain']);
    expect(await found(`FIND-${engine}-1`)).toEqual(['Über_uns']);
    expect(await found('')).toEqual([...names].reverse());
    expect(await found('nothing')).toEqual([]);
    expect(await listOf(owner, '?q=%25&limit=1&page=2')).toMatchObject({ result: 1, campaigns: [] });
  });

  test('a deleted campaign is gone, its id is not reused, and its slug is free', async () => {
    proves('campaigns.delete', ':id', 'answer.error', 'answer.message');
    const id = await addId({ slug: 'leaving' });
    const { json } = await site.send('DELETE', `/api/campaign/${id}/delete`, { key });
    expect(json).toEqual({ error: 0, message: 'Campaign has been deleted successfully.' });
    expect((await site.send('GET', `/api/campaign/${id}`, { key })).status).toBe(404);
    expect((await site.send('DELETE', `/api/campaign/${id}/delete`, { key })).status).toBe(404);
    expect(await addId({ slug: 'leaving' })).toBeGreaterThan(id);
  });

  test('simultaneous creations and deletions are all counted', async () => {
    const { key: owner } = await site.addUser();
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => addId({ name: `c${index}` }, owner)));
    await Promise.all(ids.slice(5).map((id) => site.send('DELETE', `/api/campaign/${id}/delete`, { key: owner })));
    expect(await listOf(owner, '?limit=50')).toMatchObject({ result: 5 });
  });

  test('unknown fields in the body are ignored', async () => {
    const body = '{"name":"n","id":77777,"userid":1,"user_id":1,"links":9,"date":"x","__proto__":{"isAdmin":true}}';
    const { json } = await site.send('POST', '/api/campaign/add', { key, body });
    expect(json.id).not.toBe(77777);
    expect(await detailsOf(json.id)).toMatchObject({ links: 0, date: '2026-11-16 12:00:00' });
    await site.send('PUT', `/api/campaign/${json.id}/update`, { key, body });
    expect(await detailsOf(json.id)).toMatchObject({ id: json.id, links: 0 });
  });
});
