import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const DAY_MS = 86_400_000;
const PERSON = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

onEachEngine('the trash', (engine) => {
  let site: TestSite;
  let key: string;
  let user: number;

  beforeAll(async () => {
    site = await openTestSite(engine, { DOMAIN_CHECK: 'off' });
  });
  afterAll(() => site.close());

  beforeEach(async () => {
    site.clock.now = NOON;
    ({ key, id: user } = await site.addUser());
  });

  async function call(method: string, path: string, body?: object, by = key) {
    return site.send(method, path, { key: by, ...(body && { body }) });
  }

  async function add(noun: string, body: object): Promise<number> {
    const { status, json } = await call('POST', `/api/${noun}/add`, body);
    expect([status, json.errors]).toEqual([200, undefined]);
    return json.id;
  }

  async function list(by = key, query = '') {
    return (await call('GET', `/api/trash${query}`, undefined, by)).json.data.trash;
  }

  /** Deletes something and returns its id in the trash. */
  async function remove(noun: string, id: number, query = ''): Promise<number> {
    expect((await call('DELETE', `/api/${noun}/${id}/delete${query}`)).status).toBe(200);
    return (await list())[0]?.id;
  }

  async function restore(id: number, body: object = {}) {
    return call('POST', `/api/trash/${id}/restore`, body);
  }

  async function get(path: string) {
    return (await call('GET', path)).json;
  }

  async function visit(path: string, headers: Record<string, string> = {}) {
    return site.send('GET', path, { headers: { ...PERSON, ...headers } });
  }

  test('a link comes back with its id, its fields, its statistics and everything that belongs to it', async () => {
    const pixel = await add('pixel', { type: 'bing', name: 'Pixel', tag: '12345678' });
    const channel = await add('channel', { name: 'Channel' });
    const campaign = await add('campaign', { name: 'Campaign' });
    const splash = await add('splash', { name: 'Splash' });
    const id = await add('url', {
      ...{ url: 'https://example.com/', custom: `link${user}`, password: 'secret', tags: ['one', 'two'] },
      ...{ pixels: [pixel], channel, campaign, type: String(splash), description: 'text', max_clicks: 9 },
    });
    const plain = await add('url', { url: 'https://example.com/plain', channel, campaign });
    await call('PUT', `/api/url/${id}/qr`, { foreground: 'rgb(1,2,3)' });
    const { json: shared } = await call('POST', `/api/url/${id}/share`, {});
    const later = { at: '2099-01-01 00:00:00', change: { url: 'https://example.com/later' } };
    expect((await call('POST', `/api/url/${plain}/schedule`, later)).status).toBe(200);
    const alias = (await get(`/api/url/${plain}`)).details.alias;
    expect((await visit(`/${alias}`)).status).toBe(302);
    const paths = [`/api/url/${id}`, `/api/url/${plain}`, `/api/url/${plain}/stats`, '/api/stats', '/api/channels'];
    paths.push(`/api/url/${id}/qr`, '/api/campaigns', '/api/tags', '/api/urls', `/api/url/${id}/share`);
    paths.push(`/api/url/${plain}/schedule`);
    const before = [];
    for (const path of paths) before.push(await get(path));
    const trashed = [await remove('url', id), await remove('url', plain)];
    expect((await list()).map(({ noun, item, name }: Record<string, unknown>) => [noun, item, name])).toEqual([
      ['url', plain, alias],
      ['url', id, `link${user}`],
    ]);
    expect((await get(`/api/channel/${channel}`)).data.result).toBe(0);
    expect((await visit(`/${alias}`)).status).toBe(404);
    for (const one of trashed) expect((await restore(one)).status).toBe(200);
    const after = [];
    for (const path of paths) after.push(await get(path));
    expect(after).toEqual(before);
    expect(shared.error).toBe(0);
    expect((await visit(`/${alias}`)).status).toBe(302);
    expect(await list()).toEqual([]);
    expect((await get(`/api/url/${plain}/stats`)).data.clicks).toBe(2);
  });

  test('visits before the deletion that are counted after it are not lost', async () => {
    const id = await add('url', { url: 'https://example.com/' });
    const { alias } = (await get(`/api/url/${id}`)).details;
    await visit(`/${alias}`);
    const trashed = await remove('url', id);
    // Statistics of the account wait until every visit is counted.
    expect((await get('/api/stats')).data.clicks).toBe(1);
    await restore(trashed);
    expect((await get(`/api/url/${id}`)).data.clicks).toBe(1);
    expect((await get('/api/urls')).data.urls[0].clicks).toBe(1);
  });

  test('the alias is free at once, and a restore that meets a taken one asks for another', async () => {
    const custom = `free${user}`;
    const trashed = await remove('url', await add('url', { url: 'https://old.example/', custom }));
    await add('url', { url: 'https://new.example/', custom });
    expect((await restore(trashed)).json).toMatchObject({ error: 1, code: 'alias_taken' });
    expect((await restore(trashed, { custom: 'no/slash' })).json.errors[0].field).toBe('custom');
    expect((await restore(trashed, { custom })).status).toBe(409);
    expect((await restore(trashed, { custom: `${custom}-2` })).status).toBe(200);
    expect((await visit(`/${custom}-2`)).headers.get('Location')).toBe('https://old.example/');
    expect((await visit(`/${custom}`)).headers.get('Location')).toBe('https://new.example/');
    expect((await restore(trashed)).status).toBe(404);
  });

  test('references to what no longer exists are left out; a deleted domain leaves the main host', async () => {
    const domain = await add('domain', { domain: `https://gone${user}.example` });
    const campaign = await add('campaign', { name: 'Campaign' });
    const overlay = await add('overlay', { type: 'message', name: 'Overlay', message: 'Hello' });
    const pixel = await add('pixel', { type: 'bing', name: 'Pixel', tag: '12345678' });
    const channel = await add('channel', { name: 'Channel' });
    const fields = { campaign, channel, pixels: [pixel], type: `overlay-${overlay}`, custom: `on${user}` };
    const id = await add('url', { url: 'https://example.com/', domain: `gone${user}.example`, ...fields });
    const trashed = await remove('url', id);
    for (const [noun, one] of Object.entries({ domain, campaign, overlay, pixel, channel })) await remove(noun, one);
    expect((await restore(trashed)).status).toBe(200);
    const { details } = await get(`/api/url/${id}`);
    expect(details).toMatchObject({ alias: `on${user}`, type: 'direct', campaign: null, pixels: [], channels: [] });
    expect(details.shorturl).toBe(`http://localhost:3000/on${user}`);
  });

  test('a campaign comes back with the clicks of the last moment before its deletion', async () => {
    const campaign = await add('campaign', { name: 'Campaign' });
    const alias = `last${user}`;
    await add('url', { url: 'https://example.com/', custom: alias, campaign });
    await visit(`/${alias}`);
    const trashed = await remove('campaign', campaign);
    // Statistics are read after all clicks are counted.
    await get('/api/stats');
    await restore(trashed);
    expect((await get(`/api/campaign/${campaign}`)).data.clicks).toBe(1);
  });

  test('a campaign, a channel, a pixel, an overlay and a splash page come back on their links', async () => {
    const slug = `slug${user}`;
    const campaign = await add('campaign', { name: 'Campaign', slug, public: true });
    const channel = await add('channel', { name: 'Channel' });
    const pixel = await add('pixel', { type: 'bing', name: 'Pixel', tag: '12345678' });
    const overlay = await add('overlay', { type: 'message', name: 'Overlay', message: 'Hello' });
    const splash = await add('splash', { name: 'Splash' });
    const fields = { url: 'https://example.com/', campaign, channel, pixels: [pixel] };
    const ids = [
      await add('url', { ...fields, type: `overlay-${overlay}` }),
      await add('url', { ...fields, type: splash }),
    ];
    const template = await add('utm-template', { name: 'Template', utm_source: 'mail' });
    const paths = [...ids.map((id) => `/api/url/${id}`), '/api/campaigns', '/api/channels', `/api/channel/${channel}`];
    paths.push('/api/pixels', '/api/overlay', '/api/splash', `/api/overlay/${overlay}`, '/api/utm-templates');
    const before = [];
    for (const path of paths) before.push(await get(path));
    const nouns = { campaign, channel, pixel, overlay, splash, 'utm-template': template };
    const trashed = [];
    for (const [noun, id] of Object.entries(nouns)) trashed.push(await remove(noun, id));
    expect((await get(`/api/url/${ids[0]}`)).details).toMatchObject({ type: 'direct', campaign: null, pixels: [] });
    expect(await list(key, '?noun=pixel')).toMatchObject([{ noun: 'pixel', item: pixel, name: 'Pixel' }]);
    for (const one of trashed) expect((await restore(one)).status).toBe(200);
    const after = [];
    for (const path of paths) after.push(await get(path));
    expect(after).toEqual(before);
    expect((await visit(`/r/${slug}`)).status).toBeLessThan(400);
    const again = await remove('campaign', campaign);
    await add('campaign', { name: 'Other', slug });
    expect((await restore(again)).json.code).toBe('campaign_slug_taken');
    expect((await restore(again, { custom: `${slug}-2` })).status).toBe(200);
  });

  test('a QR code and a bio page come back with blocks, logo and counts', async () => {
    const channel = await add('channel', { name: 'Channel' });
    const qr = await add('qr', { type: 'link', data: 'https://example.com/', dynamic: true, channel });
    const slug = `bio${user}`;
    const bio = await add('bio', {
      ...{ name: 'Page', slug, status: 'published' },
      blocks: [{ type: 'link', title: 'One', url: 'https://example.com/one' }],
    });
    await call('POST', `/api/channel/${channel}/assign/bio/${bio}`);
    const [block] = (await get(`/api/bio/${bio}`)).details.blocks;
    const { link } = (await get(`/api/qr/${qr}`)).details;
    await visit(new URL(link).pathname.replace('/qr/', '/q/'));
    await visit(`/${slug}`);
    await visit(`/${slug}/${block.id}`);
    const paths = [`/api/bio/${bio}`, `/api/qr/${qr}`, `/api/bio/${bio}/stats`, `/api/channel/${channel}`];
    const before = [];
    for (const path of paths) before.push(await get(path));
    expect(before[0].data.clicks).toBe(1);
    const trashed = [await remove('bio', bio), await remove('qr', qr)];
    expect((await visit(`/${slug}`)).status).toBe(404);
    await add('url', { url: 'https://example.com/', custom: slug });
    expect((await restore(trashed[0] ?? 0)).status).toBe(409);
    await remove('url', (await get('/api/urls')).data.urls[0].id);
    for (const one of trashed) expect((await restore(one)).status).toBe(200);
    const after = [];
    for (const path of paths) after.push(await get(path));
    expect(after).toEqual(before);
    expect((await visit(`/${slug}`)).status).toBe(200);
    expect((await restore((await list())[0].id, { custom: '' })).status).toBe(409);
  });

  test('a domain comes back with its links at their old addresses, unless somebody else has it by now', async () => {
    const host = `back${user}.example`;
    const domain = await add('domain', { domain: `https://${host}`, redirectroot: 'https://example.com/root' });
    const id = await add('url', { url: 'https://example.com/', domain: host, custom: `api${user}` });
    await add('url', { url: 'https://main.example/', custom: `api${user}` });
    const { details } = await get(`/api/url/${id}`);
    const trashed = await remove('domain', domain, '?force=1');
    expect((await get(`/api/url/${id}`)).details.shorturl).not.toBe(details.shorturl);
    expect((await restore(trashed)).status).toBe(200);
    expect((await get(`/api/url/${id}`)).details).toEqual(details);
    expect((await visit(`/api${user}`, { Host: host })).headers.get('Location')).toBe('https://example.com/');
    expect((await get(`/api/domain/${domain}`)).details).toMatchObject({
      links: 1,
      redirectroot: 'https://example.com/root',
    });
    const again = await remove('domain', domain, '?force=1');
    await add('domain', { domain: `https://${host}` });
    expect((await restore(again)).status).toBe(409);
  });

  test('erasing is immediate: by ?purge=1, from the trash, in bulk, and after 30 days', async () => {
    const countNumbers = async (id: number) => {
      const query = site.database.db.selectFrom('rollups').where('noun', '=', 2).where('noun_id', '=', id);
      return (await query.select('clicks').execute()).length;
    };
    const ids = [];
    for (let count = 0; count < 4; count += 1) {
      const id = await add('url', { url: 'https://example.com/' });
      await visit(`/${(await get(`/api/url/${id}`)).details.alias}`);
      ids.push(id);
    }
    await get('/api/stats');
    const [one = 0, two = 0, three = 0, four = 0] = ids;
    expect((await call('DELETE', `/api/url/${one}/delete?purge=1`)).json.message).toBe(
      'Link has been deleted successfully',
    );
    expect((await call('POST', '/api/urls/delete?purge=1', { ids: [two] })).json.deleted).toEqual([two]);
    expect((await call('DELETE', `/api/url/${three}/delete?purge=yes`)).json.errors[0].field).toBe('purge');
    expect(await list()).toEqual([]);
    expect([await countNumbers(one), await countNumbers(two)]).toEqual([0, 0]);
    const trashed = await remove('url', three);
    expect(await countNumbers(three)).toBeGreaterThan(0);
    expect((await call('DELETE', `/api/trash/${trashed}`)).status).toBe(200);
    expect(await countNumbers(three)).toBe(0);
    expect((await call('DELETE', `/api/trash/${trashed}`)).status).toBe(404);
    await remove('url', four);
    site.clock.now += 30 * DAY_MS;
    await site.site.services.trashPurge.run();
    expect(await list()).toHaveLength(1);
    site.clock.now += 1;
    await site.site.services.trashPurge.run();
    expect(await list()).toEqual([]);
    expect(await countNumbers(four)).toBe(0);
    for (const noun of [
      'qr',
      'bio',
      'campaign',
      'channel',
      'pixel',
      'overlay',
      'splash',
      'utm-template',
      'domain',
      'file',
      'key',
    ])
      expect((await call('DELETE', `/api/${noun}/999999/delete?purge=1`)).status).toBe(404);
  });

  test('only the owner sees, restores and erases; a key only what it may read or write', async () => {
    const trashed = await remove('url', await add('url', { url: 'https://example.com/' }));
    await remove('pixel', await add('pixel', { type: 'bing', name: 'Pixel', tag: '12345678' }));
    const { key: other } = await site.addUser();
    expect(await list(other)).toEqual([]);
    expect((await call('GET', '/api/trash?all=1')).status).toBe(403);
    for (const [method, path] of [
      ['POST', `/api/trash/${trashed}/restore`],
      ['DELETE', `/api/trash/${trashed}`],
    ] as const) {
      expect((await call(method, path, undefined, other)).status).toBe(404);
      expect((await site.send(method, path)).status).toBe(401);
    }
    const makeKey = async (scopes: string[]) =>
      (await call('POST', '/api/key/add', { name: 'Key', scopes })).json.apikey as string;
    const linkKey = await makeKey(['links:read', 'links:write']);
    const [pixel] = await list();
    expect((await list(linkKey)).map(({ noun }: { noun: string }) => noun)).toEqual(['url']);
    expect((await call('POST', `/api/trash/${pixel.id}/restore`, {}, linkKey)).json.params).toEqual({
      scope: 'pixels:write',
    });
    expect((await call('DELETE', `/api/trash/${pixel.id}`, undefined, linkKey)).json.code).toBe('scope_missing');
    expect((await call('POST', `/api/trash/${trashed}/restore`, {}, linkKey)).status).toBe(200);
    const pixelKey = await makeKey(['pixels:read', 'pixels:write']);
    expect((await list(pixelKey)).map(({ noun }: { noun: string }) => noun)).toEqual(['pixel']);
    expect((await call('POST', `/api/trash/${pixel.id}/restore`, {}, pixelKey)).status).toBe(200);
    const statisticsKey = await makeKey(['stats:read']);
    expect((await call('GET', '/api/trash', undefined, statisticsKey)).json.code).toBe('scope_missing');
  });

  test('what an administrator deleted or disabled does not come back by a restore', async () => {
    const { services } = site.site;
    const { id: adminId, key: admin } = await site.addUser();
    await site.database.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', adminId).execute();
    const id = await add('url', { url: 'https://example.com/' });
    expect((await call('DELETE', `/api/url/${id}/delete`, undefined, admin)).status).toBe(200);
    const [taken] = await list();
    expect(taken).toMatchObject({ item: id, restorable: false });
    expect((await restore(taken.id)).json.code).toBe('disabled_by_administrator');
    expect((await list(admin, '?all=1')).map(({ id: one }: { id: number }) => one)).toContain(taken.id);
    expect((await call('POST', `/api/trash/${taken.id}/restore`, {}, admin)).status).toBe(200);
    const qr = await add('qr', { type: 'text', data: 'Hello' });
    await call('PUT', `/api/qr/${qr}/update`, { status: 'disabled' }, admin);
    expect((await restore(await remove('qr', qr))).status).toBe(200);
    expect((await get(`/api/qr/${qr}`)).details.disabled_by).toBe('administrator');
    expect((await call('PUT', `/api/qr/${qr}/update`, { status: 'active' })).status).toBe(403);
    expect(await services.trash.purgeSomeOf(user)).toBe(false);
  });

  test('a deleted account leaves nothing in the trash; an heir gets it', async () => {
    const { id: adminId, key: admin } = await site.addUser();
    await site.database.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', adminId).execute();
    const id = await add('url', { url: 'https://example.com/', tags: ['one'] });
    await remove('url', id);
    const { id: heir, key: heirKey } = await site.addUser();
    await call('DELETE', `/api/user/${user}/delete`, { content: 'transfer', to: heir }, admin);
    const [given] = await list(heirKey);
    expect(given).toMatchObject({ item: id });
    expect((await call('POST', `/api/trash/${given.id}/restore`, {}, heirKey)).status).toBe(200);
    const { details } = (await call('GET', `/api/url/${id}`, undefined, heirKey)).json;
    expect(details.tags).toEqual(['one']);
    await call('DELETE', `/api/url/${id}/delete`, undefined, heirKey);
    await call('DELETE', `/api/user/${heir}/delete`, { content: 'delete' }, admin);
    const left = site.database.db.selectFrom('trash').selectAll().where('item_id', '=', id).where('noun', '=', 'url');
    expect(await left.execute()).toEqual([]);
  });
});
