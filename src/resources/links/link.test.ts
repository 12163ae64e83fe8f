import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { openTestSite, type Received, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const OWN = 'https://example.com/own';

onEachEngine('links', (engine) => {
  let site: TestSite;
  let key: string;
  let otherKey: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  function add(fields: object = {}, owner = key): Promise<Received> {
    return site.send('POST', '/api/url/add', { key: owner, body: { url: OWN, ...fields } });
  }

  async function addId(fields: object = {}, owner = key): Promise<number> {
    return (await add(fields, owner)).json.id;
  }

  async function listOf(owner: string) {
    return (await site.send('GET', '/api/urls', { key: owner })).json.data;
  }

  async function get(id: number, owner = key): Promise<Received['json']> {
    return (await site.send('GET', `/api/url/${id}`, { key: owner })).json;
  }

  async function addPixel(owner: string): Promise<number> {
    const body = { type: 'bing', name: 'n', tag: '12345678' };
    return (await site.send('POST', '/api/pixel/add', { key: owner, body })).json.id;
  }

  test('creating a link returns its id and short URL, and nothing else', async () => {
    proves('links.create', 'answer.error', 'answer.id', 'answer.shorturl');
    proves('values', 'id', 'escaped slashes');
    const { status, json, text } = await add();
    expect(status).toBe(200);
    expect(json).toEqual({ error: 0, id: expect.any(Number), shorturl: expect.any(String) });
    expect(json.shorturl).toMatch(/^http:\/\/localhost:3000\/[2-9a-zA-Z]{7}$/);
    expect(text).toContain('"shorturl":"http:\\/\\/localhost:3000\\/');
  });

  test('a link is listed with the reference fields, then its state, and nothing else', async () => {
    proves('links.list', 'answer.error', 'answer.urls', 'answer.result', 'answer.perpage', 'answer.currentpage');
    proves('links.list', 'answer.nextpage', 'answer.maxpage');
    proves('links.item', 'id', 'alias', 'shorturl', 'longurl', 'clicks', 'title', 'description', 'date');
    proves('page', 'error');
    const { key: owner } = await site.addUser();
    const id = await addId({ custom: `listed-${engine}`, password: 'secret', tags: ['x'] }, owner);
    const { status, json } = await site.send('GET', '/api/urls', { key: owner });
    expect(status).toBe(200);
    expect(json).toEqual({
      error: '0',
      data: {
        result: 1,
        perpage: 10,
        currentpage: 1,
        nextpage: 1,
        maxpage: 1,
        urls: [
          {
            id,
            alias: `listed-${engine}`,
            shorturl: `http://localhost:3000/listed-${engine}`,
            longurl: OWN,
            clicks: 0,
            title: 'example.com',
            description: '',
            date: '2026-11-16 12:00:00',
            status: 'active',
            state: 'active',
            domain: '',
            password: true,
            starts: null,
            expiry: null,
            max_clicks: null,
            used_clicks: null,
            campaign: null,
            campaign_name: null,
            tags: ['x'],
            rules: 0,
          },
        ],
      },
    });
  });

  test('one link is returned with the reference details and statistics', async () => {
    proves('links.get', ':id', 'answer.error', 'answer.details', 'answer.data');
    proves('links.details', 'id', 'shorturl', 'longurl', 'title', 'description', 'location', 'date');
    proves('links.data', 'clicks', 'uniqueClicks', 'topCountries', 'topReferrers', 'topBrowsers', 'topOs');
    proves('links.data', 'socialCount');
    const { json } = await add({ metatitle: 'Sale', geotarget: [{ location: 'CA', link: 'https://ca.example/' }] });
    const answer = await get(json.id);
    expect(Object.keys(answer)).toEqual(['error', 'details', 'data']);
    expect(answer.error).toBe(0);
    expect(answer.details).toMatchObject({
      id: json.id,
      shorturl: json.shorturl,
      longurl: OWN,
      title: 'Sale',
      description: '',
      location: { canada: 'https://ca.example/' },
      device: {},
      expiry: null,
      date: '2026-11-16 12:00:00',
    });
    expect(answer.data).toEqual({
      clicks: 0,
      uniqueClicks: 0,
      topCountries: 0,
      topReferrers: 0,
      topBrowsers: 0,
      topOs: 0,
      socialCount: { facebook: 0, twitter: 0, google: 0 },
      imported: { clicks: 0, undated: 0, from: null },
    });
  });

  test('an update returns the id and the short URL, and nothing else', async () => {
    proves('links.update', ':id', 'url', 'custom', 'answer.error', 'answer.id', 'answer.short');
    const id = await addId();
    const body = { url: 'https://example.com/new', custom: `renamed-${engine}` };
    const { status, json } = await site.send('PUT', `/api/url/${id}/update`, { key, body });
    expect(status).toBe(200);
    expect(json).toEqual({ error: 0, id, short: `http://localhost:3000/renamed-${engine}` });
    expect((await get(id)).details.longurl).toBe('https://example.com/new');
  });

  test('an update without a url is refused', async () => {
    const id = await addId();
    for (const body of [{}, { url: null }, { url: '' }, { metatitle: 'x' }]) {
      const { status, json } = await site.send('PUT', `/api/url/${id}/update`, { key, body });
      expect(status).toBe(400);
      expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(['url']);
    }
  });

  test('deleting a link deletes its tags and pixel assignments, and its id is not reused', async () => {
    proves('links.delete', ':id', 'answer.error', 'answer.message');
    const { key: owner } = await site.addUser();
    const id = await addId({ tags: ['a'], pixels: [await addPixel(owner)] }, owner);
    const { status, json } = await site.send('DELETE', `/api/url/${id}/delete`, { key: owner });
    expect(status).toBe(200);
    expect(json).toEqual({ error: 0, message: 'Link has been deleted successfully' });
    expect((await site.send('DELETE', `/api/url/${id}/delete`, { key: owner })).status).toBe(404);
    expect((await site.send('GET', `/api/url/${id}`, { key: owner })).status).toBe(404);
    expect((await listOf(owner)).result).toBe(0);
    for (const table of ['link_tags', 'link_pixels'] as const) {
      expect(await site.database.db.selectFrom(table).selectAll().where('link_id', '=', id).execute()).toEqual([]);
    }
    expect(await addId({}, owner)).toBeGreaterThan(id);
  });

  for (const [method, path] of [
    ['GET', '/api/urls'],
    ['GET', '/api/url/1'],
    ['POST', '/api/url/add'],
    ['PUT', '/api/url/1/update'],
    ['DELETE', '/api/url/1/delete'],
  ] as const) {
    testWithoutStore(engine)(`${method} ${path} without a key is 401 and returns no data`, async () => {
      const { status, json, headers } = await site.send(method, path);
      expect(status).toBe(401);
      expect(json).toEqual({ error: 1, message: 'A valid API key is required.', code: 'key_required' });
      expect(headers.get('X-RateLimit-Remaining')).not.toBeNull();
    });
  }

  test('someone else’s link responds like a missing one, and is not changed', async () => {
    const id = await addId({ custom: `mine-${engine}`, tags: ['mine'] });
    const before = await get(id);
    for (const [method, action, body] of [
      ['GET', '', undefined],
      ['PUT', '/update', { url: 'https://evil.example/', custom: `taken-${engine}`, tags: [] }],
      ['DELETE', '/delete', undefined],
    ] as const) {
      const others = await site.send(method, `/api/url/${id}${action}`, { key: otherKey, body });
      expect(others.status).toBe(404);
      expect(others.json).toEqual({ error: 1, message: 'Link not found.', code: 'link_not_found' });
      for (const missing of ['999999', '0', '1e3', '-1', 'x', '99999999999999999999'])
        expect((await site.send(method, `/api/url/${missing}${action}`, { key: otherKey, body })).text).toBe(
          others.text,
        );
    }
    expect(await get(id)).toEqual(before);
    expect((await site.send('GET', `/taken-${engine}`)).status).toBe(404);
    for (const query of ['', `?short=mine-${engine}`, '?q=mine', '?tag=mine', '?order=click'])
      expect((await site.send('GET', `/api/urls${query}`, { key: otherKey })).json.data).toMatchObject({
        result: 0,
        urls: [],
      });
  });

  test('no response contains a password or its hash', async () => {
    const { key: owner } = await site.addUser();
    const added = await add({ password: 'very secret' }, owner);
    const update = { key: owner, body: { url: OWN, password: 'very secret' } };
    const answers = [
      added,
      await site.send('PUT', `/api/url/${added.json.id}/update`, update),
      await site.send('GET', `/api/url/${added.json.id}`, { key: owner }),
      await site.send('GET', '/api/urls', { key: owner }),
    ];
    for (const { text } of answers) expect(text).not.toMatch(/very secret|argon2|hash/);
    expect(site.logLines.join('')).not.toContain('very secret');
    const row = await site.database.db
      .selectFrom('links')
      .selectAll()
      .where('id', '=', added.json.id)
      .executeTakeFirst();
    expect(row?.password_hash).toStartWith('$argon2id$');
  });

  test('unknown fields in the body are ignored', async () => {
    const extra =
      '"id":77777,"userid":1,"user_id":1,"clicks":99,"spent_clicks":99,"date":"2000-01-01 00:00:00","created_at":1,' +
      '"role":"admin","alias":"stolen","domain_id":5,"__proto__":{"status":"disabled"},"constructor":{"x":1}';
    const added = await site.send('POST', '/api/url/add', { key, body: `{"url":"${OWN}",${extra}}` });
    expect(added.status).toBe(200);
    const { id } = added.json;
    const before = await get(id);
    expect(before.details).toMatchObject({ id, date: '2026-11-16 12:00:00', status: 'active' });
    expect(id).not.toBe(77777);
    await site.send('PUT', `/api/url/${id}/update`, { key, body: `{"url":"${OWN}",${extra}}` });
    expect(await get(id)).toEqual(before);
    const row = await site.database.db.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ clicks: 0, spent_clicks: 0, domain_id: 0 });
    expect((await site.send('GET', '/stolen')).status).toBe(404);
  });

  test('someone else’s pixel in a body is refused like an unknown one', async () => {
    const [own, others] = [await addPixel(key), await addPixel(otherKey)];
    const id = await addId({ pixels: [own] });
    const refusals = [
      await add({ pixels: [others] }),
      await add({ pixels: [999_999] }),
      await add({ pixels: [own, others] }),
      await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: OWN, pixels: [others] } }),
    ];
    for (const { status, json, text } of refusals) {
      expect(status).toBe(400);
      expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(['pixels']);
      expect(text).toBe(refusals[0]?.text ?? '');
    }
    expect((await get(id)).details.pixels).toEqual([own]);
  });
});
