import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const APPLE = '/.well-known/apple-app-site-association';
const ANDROID = '/.well-known/assetlinks.json';
const apple = { applinks: { details: [{ appIDs: ['ABCDE12345.com.example.app'], components: [{ '/': '/a/*' }] }] } };
const assetlinks = [
  { relation: ['delegate_permission/common.handle_all_urls'], target: { package_name: 'com.example' } },
];
const MAX = 32 * 1024;

/** An object that takes this many bytes as JSON. */
function objectOf(bytes: number): object {
  return { é: 'x'.repeat(bytes - JSON.stringify({ é: '' }).length - 1) };
}

onEachEngine('well-known files', (engine) => {
  let site: TestSite;
  let admin: string;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    admin = (await site.addUser()).key;
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  const get = (Host: string, path: string, method = 'GET') => site.send(method, path, { headers: { Host } });
  const update = (id: number, body: object, by = key) =>
    site.send('PUT', `/api/domain/${id}/update`, { key: by, body });

  async function add(name: string, fields: object = {}): Promise<number> {
    const { json } = await site.send('POST', '/api/domain/add', {
      key,
      body: { domain: `https://${name}`, ...fields },
    });
    return json.id;
  }

  test('a domain serves its own files without a redirect, to GET and HEAD, until they are removed', async () => {
    const id = await add('go.brand.example', { redirect404: 'https://example.com/lost', assetlinks });
    expect((await get('go.brand.example', APPLE)).status).toBe(404);
    expect((await get('go.brand.example', ANDROID)).json).toEqual(assetlinks);
    expect((await update(id, { apple_app_site_association: apple })).status).toBe(200);
    const served = await get('go.brand.example', APPLE);
    expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'application/json']);
    expect(served.text).toBe(JSON.stringify(apple));
    const head = await get('go.brand.example', APPLE, 'HEAD');
    expect([head.status, head.headers.get('Content-Type')]).toEqual([200, 'application/json']);
    expect((await get('go.brand.example', APPLE, 'POST')).status).toBe(405);
    for (const host of ['sgn.example', 'other.example']) expect((await get(host, APPLE)).status).toBe(404);

    const { details } = (await site.send('GET', `/api/domain/${id}`, { key })).json;
    expect(details).toMatchObject({ apple_app_site_association: apple, assetlinks });
    const [listed] = (await site.send('GET', '/api/domains', { key })).json.data.domains;
    expect(listed).not.toHaveProperty('assetlinks');

    await update(id, { redirect404: '', assetlinks: assetlinks[0] });
    expect((await get('go.brand.example', ANDROID)).json).toEqual(assetlinks[0]);
    expect((await get('go.brand.example', APPLE)).json).toEqual(apple);
    await update(id, { assetlinks: '', apple_app_site_association: null });
    for (const path of [APPLE, ANDROID]) expect((await get('go.brand.example', path)).status).toBe(404);
  });

  test('a file of another type or of more than 32 KiB is refused by name, and nothing is stored', async () => {
    const id = await add('limits.brand.example');
    const refused: [string, unknown, string][] = [
      ['apple_app_site_association', [apple], 'not_an_object'],
      ['apple_app_site_association', JSON.stringify(apple), 'not_an_object'],
      ['assetlinks', 7, 'not_a_list_or_object'],
      ['assetlinks', objectOf(MAX + 1), 'too_long_in_bytes'],
    ];
    for (const [field, value, code] of refused) {
      const { status, json } = await update(id, { redirectroot: 'https://example.com/', [field]: value });
      expect([status, json.errors]).toEqual([400, [expect.objectContaining({ field, code })]]);
    }
    const { details } = (await site.send('GET', `/api/domain/${id}`, { key })).json;
    expect(details).toMatchObject({ redirectroot: '', apple_app_site_association: null, assetlinks: null });
    const both = { apple_app_site_association: objectOf(MAX), assetlinks: objectOf(MAX) };
    expect((await update(id, both)).status).toBe(200);
    expect((await get('limits.brand.example', ANDROID)).text).toHaveLength(MAX - 1);
    const tooLarge = await update(id, { assetlinks: objectOf(256 * 1024) });
    expect([tooLarge.status, tooLarge.json.params]).toEqual([413, { max: 256 }]);
  });

  test('only the owner of a domain changes its files; they are deleted with it', async () => {
    const id = await add('mine.brand.example', { assetlinks });
    expect((await update(id, { assetlinks: [] }, admin)).status).toBe(404);
    expect((await get('mine.brand.example', ANDROID)).json).toEqual(assetlinks);
    await site.send('DELETE', `/api/domain/${id}/delete`, { key });
    expect((await get('mine.brand.example', ANDROID)).status).toBe(404);
    const { db } = site.database;
    expect(await db.selectFrom('well_known_files').selectAll().where('domain_id', '=', id).execute()).toEqual([]);
  });

  test('administrators set the files of the main host', async () => {
    for (const [method, path] of [
      ['GET', '/api/settings'],
      ['PUT', '/api/settings/update'],
    ] as const) {
      const body = method === 'PUT' ? { body: { assetlinks } } : {};
      expect((await site.send(method, path, body)).status).toBe(401);
      expect((await site.send(method, path, { key, ...body })).json.code).toBe('admin_required');
    }
    const wrong = await site.send('PUT', '/api/settings/update', { key: admin, body: { assetlinks: 'x' } });
    expect(wrong.json.errors[0].field).toBe('assetlinks');
    expect((await get('sgn.example', ANDROID)).status).toBe(404);
    await site.send('PUT', '/api/settings/update', { key: admin, body: { assetlinks } });
    expect((await get('sgn.example', ANDROID)).json).toEqual(assetlinks);
    const { json } = await site.send('GET', '/api/settings', { key: admin });
    expect(json).toEqual({ error: 0, data: { apple_app_site_association: null, assetlinks } });
    await site.send('PUT', '/api/settings/update', { key: admin, body: { assetlinks: null } });
    expect((await get('sgn.example', ANDROID)).status).toBe(404);
  });
});
