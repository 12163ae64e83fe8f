import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../../test/support/test-site.ts';

onEachEngine('the history of a link', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    await site.addUser();
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  const send = (method: string, path: string, body?: object) => site.send(method, path, { key, body });
  const add = async (fields: object) => (await send('POST', '/api/url/add', fields)).json.id as number;
  const update = (id: number, fields: object) => send('PUT', `/api/url/${id}/update`, fields);
  const revert = (id: number, version: unknown) => send('POST', `/api/url/${id}/revert`, { version });
  const read = async (id: number) => (await send('GET', `/api/url/${id}`)).json.details;
  const history = async (id: number, query = '') => (await send('GET', `/api/url/${id}/history${query}`)).json.data;

  test('every field comes back, as a new version, and can be taken back again', async () => {
    const pixel = (await send('POST', '/api/pixel/add', { type: 'gtmpixel', name: 'p', tag: 'GTM-A1B2C3D' })).json.id;
    const campaign = (await send('POST', '/api/campaign/add', { name: 'c' })).json.id;
    const channel = (await send('POST', '/api/channel/add', { name: 'c' })).json.id;
    const full = {
      ...{ url: 'https://one.example/', custom: 'history', description: 'd', metatitle: 't', metadescription: 'm' },
      ...{ metaimage: 'https://one.example/a.png', tags: ['a', 'b'], pixels: [pixel], campaign, channel },
      ...{ expiry: '2030-01-01 00:00:00', starts: '2026-01-01 00:00:00', expiry_url: 'https://one.example/end' },
      ...{ max_clicks: 5, redirect_code: 301, forward_query: false, escape: true },
      parameters: [{ name: 'ref', value: 'x' }],
      geotarget: [{ location: 'France', link: 'https://fr.example/' }],
      devicetarget: [{ device: 'ipad', link: 'https://pad.example/' }],
      rules: [{ name: 'r', when: [{ type: 'country', in: ['DE'] }], url: 'https://de.example/' }],
    };
    const id = await add(full);
    const before = await read(id);
    const cleared = Object.fromEntries(Object.keys(full).map((field) => [field, null]));
    const changed = { ...cleared, url: 'https://two.example/', custom: 'renamed', status: 'disabled' };
    expect((await update(id, changed)).status).toBe(200);
    const emptied = await read(id);
    expect((await revert(id, 1)).json).toMatchObject({ error: 0, version: 3, left_out: [] });
    expect(await read(id)).toEqual(before);
    expect((await revert(id, 2)).json.version).toBe(4);
    expect(await read(id)).toEqual(emptied);
    const { history: versions, result } = await history(id);
    expect(result).toBe(4);
    expect(
      versions.map((row: { version: number; action: string; current: boolean }) => [
        row.version,
        row.action,
        row.current,
      ]),
    ).toEqual([
      [4, 'revert', true],
      [3, 'revert', false],
      [2, 'update', false],
      [1, 'create', false],
    ]);
    expect((await history(id, '?limit=1&page=4')).history[0].changes.url).toEqual({ old: null, new: full.url });
  });

  test('a link from before the log has a version 1, which is its state before the first change', async () => {
    const id = await add({ url: 'https://old.example/', tags: ['old'] });
    await site.database.db.deleteFrom('audit').where('noun', '=', 'url').where('noun_id', '=', id).execute();
    expect((await history(id)).history).toMatchObject([{ version: 1, current: true, actor: null, date: null }]);
    await update(id, { url: 'https://new.example/', tags: [] });
    expect((await history(id)).history).toMatchObject([{ version: 2 }, { version: 1 }]);
    expect((await revert(id, 1)).json.version).toBe(3);
    expect(await read(id)).toMatchObject({ longurl: 'https://old.example/', tags: ['old'] });
  });

  test('a revert never removes a password, and a taken alias is refused', async () => {
    const id = await add({ url: 'https://a.example/', custom: 'mine' });
    await update(id, { url: 'https://a.example/', password: 'geheim', custom: 'other' });
    await add({ url: 'https://b.example/', custom: 'mine' });
    const taken = await revert(id, 1);
    expect([taken.status, taken.json.code]).toEqual([409, 'alias_taken']);
    await update(id, { url: 'https://c.example/' });
    expect((await revert(id, 2)).status).toBe(200);
    expect(await read(id)).toMatchObject({ longurl: 'https://a.example/', password: true, alias: 'other' });
    expect(JSON.stringify(await history(id))).not.toContain('geheim');
  });

  test('a campaign that no longer exists is left out', async () => {
    const campaign = (await send('POST', '/api/campaign/add', { name: 'gone' })).json.id;
    const id = await add({ url: 'https://a.example/', campaign });
    await update(id, { url: 'https://b.example/', campaign: null });
    await send('DELETE', `/api/campaign/${campaign}/delete`);
    expect((await revert(id, 1)).json).toMatchObject({ error: 0, left_out: ['campaign'] });
    expect(await read(id)).toMatchObject({ longurl: 'https://a.example/', campaign: null });
  });

  test('wrong versions, other users and missing keys are refused', async () => {
    const id = await add({ url: 'https://a.example/' });
    for (const version of [0, 'x', null, 1.5]) expect((await revert(id, version)).json.errors[0].field).toBe('version');
    expect((await revert(id, 2)).json.code).toBe('version_not_found');
    const other = (await site.addUser()).key;
    const path = `/api/url/${id}`;
    expect((await site.send('GET', `${path}/history`, { key: other })).status).toBe(404);
    expect((await site.send('POST', `${path}/revert`, { key: other, body: { version: 1 } })).status).toBe(404);
    expect((await site.send('GET', `${path}/history`)).status).toBe(401);
    expect((await history(id)).result).toBe(1);
  });
});
