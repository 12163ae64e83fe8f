import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { countClicks, type TestClick } from '../../../../test/support/count-clicks.ts';
import { onEachEngine } from '../../../../test/support/engines.ts';
import { signIn } from '../../../../test/support/sign-in.ts';
import { NOON, openTestSite, type TestSite } from '../../../../test/support/test-site.ts';
import { DAY_MS } from '../../../rollups/subject.ts';

onEachEngine('moving links', (engine) => {
  let site: TestSite;
  let count = 0;
  let user: { id: number; headers: Record<string, string> };
  let shop: number;

  beforeAll(async () => {
    site = await openTestSite(engine);
    // The first user is an administrator, who sees the links of everyone.
    await site.addUser();
  });
  afterAll(() => site.close());

  async function addPerson() {
    count += 1;
    const email = `mover${count}@example.com`;
    const { id } = await site.addUser(email);
    return { id, headers: (await signIn(site, email)).headers };
  }

  beforeEach(async () => {
    user = await addPerson();
    shop = (await ask('POST', '/api/workspace/add', { name: 'Shop' })).json.id;
  });

  function ask(method: string, path: string, body?: object, workspace?: number, { headers } = user) {
    const named = workspace === undefined ? headers : { ...headers, 'X-Workspace': String(workspace) };
    return site.send(method, path, { headers: named, ...(body && { body }) });
  }

  async function addLink(body: object = {}, clicks: TestClick[] = []): Promise<number> {
    const { json } = await ask('POST', '/api/url/add', { url: 'https://example.com/', ...body });
    if (clicks.length > 0) await countClicks(site.database, { linkId: json.id, userId: user.id }, clicks);
    return json.id;
  }

  const take = (links: number[], to = shop, from = user.id) =>
    ask('POST', `/api/workspace/${to}/take`, { links, from });

  async function statsOf(workspace: number) {
    const path = '/api/stats?by=country';
    const { clicks, bots, unique, links, dimensions } = (await ask('GET', path, undefined, workspace)).json.data;
    return { clicks, bots, unique, links, dimensions };
  }

  test('links move with tags and statistics, which both workspaces count at once; visitors notice nothing', async () => {
    const [moved, kept] = [
      await addLink({ custom: `moved${count}`, tags: ['spring'] }, [
        { at: NOON, visitor: 1, country: 'Canada', times: 2 },
        { at: NOON - DAY_MS, visitor: 2, country: 'Chile' },
        { at: NOON, bot: 'preview' },
      ]),
      await addLink({}, [
        { at: NOON, visitor: 1, country: 'Canada' },
        { at: NOON, visitor: 3, country: 'Peru' },
      ]),
    ];
    expect(await statsOf(user.id)).toMatchObject({ clicks: 5, bots: 1, unique: 3, links: 2 });
    expect((await site.send('GET', `/moved${count}`)).status).toBe(302);
    expect((await take([moved, moved])).json).toEqual({ error: 0, moved: 1 });

    expect(await statsOf(user.id)).toMatchObject({ clicks: 2, bots: 0, unique: 2, links: 1 });
    // One visit above was counted too, and another one below.
    expect(await statsOf(shop)).toMatchObject({ clicks: 4, bots: 1, unique: 3, links: 1 });
    expect((await ask('GET', `/api/url/${moved}`)).status).toBe(404);
    const { details } = (await ask('GET', `/api/url/${moved}`, undefined, shop)).json;
    expect(details).toMatchObject({ id: moved, tags: ['spring'] });
    const ofLink = (await ask('GET', `/api/url/${moved}/stats`, undefined, shop)).json.data;
    expect([ofLink.clicks, ofLink.unique]).toEqual([4, 3]);
    expect((await site.send('GET', `/moved${count}`)).status).toBe(302);
    const lists = await Promise.all([user.id, shop].map((id) => ask('GET', '/api/urls', undefined, id)));
    expect(lists.map(({ json }) => [json.data.result, json.data.urls[0].id])).toEqual([
      [1, kept],
      [1, moved],
    ]);
    expect((await take([kept])).status).toBe(200);
    expect(await statsOf(user.id)).toMatchObject({ clicks: 0, bots: 0, unique: 0, links: 0 });
    expect(await statsOf(shop)).toMatchObject({ clicks: 7, bots: 1, unique: 4, links: 2 });
  });

  test('campaign, channels, pixels and splash page stay behind', async () => {
    const add = async (path: string, body: object) => (await ask('POST', path, body)).json.id;
    const campaign = await add('/api/campaign/add', { name: 'A' });
    const channel = await add('/api/channel/add', { name: 'B' });
    const pixel = await add('/api/pixel/add', { type: 'bing', name: 'C', tag: '12345678' });
    const splash = await add('/api/splash/add', { name: 'D' });
    const id = await addLink({ campaign, channel, pixels: [pixel], type: String(splash) });
    expect((await take([id])).status).toBe(200);
    const { details } = (await ask('GET', `/api/url/${id}`, undefined, shop)).json;
    expect(details).toMatchObject({ campaign: null, channels: [], pixels: [], type: 'direct' });
    const list = async (path: string) => (await ask('GET', path)).json.data;
    expect((await list(`/api/urls?campaign=${campaign}`)).result).toBe(0);
    expect((await list(`/api/channel/${channel}`)).result).toBe(0);

    const { audit } = (await ask('GET', '/api/audit?action=move', undefined, shop)).json.data;
    expect(audit).toMatchObject([
      { noun: 'url', id, changes: { workspace: { old: user.id, new: shop }, pixels: { old: [pixel], new: [] } } },
    ]);
    const given = (await ask('GET', '/api/audit?action=move')).json.data.audit;
    expect(given).toMatchObject([{ noun: 'workspace', changes: { links: { old: [id], new: null } } }]);
    const reverted = await ask('POST', `/api/url/${id}/revert`, { version: 1 }, shop);
    expect(reverted.status).toBe(200);
  });

  test('an id that is not in the workspace is named, and nothing moves', async () => {
    const id = await addLink();
    for (const links of [[id, 999_999], [], 'all']) {
      const { status, json } = await ask('POST', `/api/workspace/${shop}/take`, { links, from: user.id });
      expect([status, json.errors[0].field]).toEqual([400, 'links']);
    }
    const itself = await take([id], user.id);
    expect([itself.status, itself.json.errors[0].field]).toEqual([400, 'from']);
    expect((await ask('GET', '/api/urls')).json.data.result).toBe(1);
  });

  test('a link on a domain that the target does not have stays', async () => {
    const domain = `go${count}.example`;
    await ask('POST', '/api/domain/add', { domain: `https://${domain}` });
    const [plain, branded] = [await addLink(), await addLink({ domain: `https://${domain}` })];
    const { status, json } = await take([plain, branded]);
    expect([status, json.code, json.params]).toEqual([409, 'domain_stays_behind', { domain }]);
    expect((await ask('GET', '/api/urls')).json.data.result).toBe(2);
  });

  test('the user must be admin of both workspaces', async () => {
    const id = await addLink();
    const other = await addPerson();
    const body = { links: [id], from: user.id };
    const path = `/api/workspace/${shop}/take`;
    expect((await ask('POST', path, body, undefined, other)).status).toBe(404);
    expect((await ask('POST', `/api/workspace/${other.id}/take`, body, undefined, other)).status).toBe(404);
    expect((await site.send('POST', path, { body })).status).toBe(401);
    expect((await ask('POST', path, { ...body, from: other.id })).status).toBe(404);
    expect((await ask('GET', '/api/urls')).json.data.result).toBe(1);
  });
});
