import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { publishedNouns, visitAll } from '../support/published-nouns.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

onEachEngine('take-down', (engine) => {
  let site: TestSite;
  let admin: { id: number; key: string };
  let owner: { id: number; key: string };
  let other: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
    admin = await site.addUser('admin@example.com');
    owner = await site.addUser('owner@example.com');
    other = await site.addUser('other@example.com');
  });
  afterAll(() => site.close());

  describe.each(publishedNouns)('$noun', (noun) => {
    const update = (id: number, body: object, key: string) =>
      site.send('PUT', `/api/${noun.path}/${id}/update`, { key, body });
    const detailsOf = async (id: number, key = owner.key) =>
      (await site.send('GET', `/api/${noun.path}/${id}`, { key })).json.details;
    const add = () => noun.add(site, owner.key, `A ${noun.noun}`);

    test('an administrator disables it, which the next visitor sees, and enables it again', async () => {
      guards('take-down');
      const { id, paths } = await add();
      expect(await visitAll(site, paths)).toEqual(noun.active);
      expect((await update(id, { status: 'disabled' }, admin.key)).status).toBe(200);
      expect(await visitAll(site, paths)).toEqual(noun.disabled);
      expect(await detailsOf(id)).toMatchObject({ status: 'disabled', disabled_by: 'administrator' });
      expect((await update(id, { status: 'active' }, admin.key)).status).toBe(200);
      expect(await visitAll(site, paths)).toEqual(noun.active);
      const after = await detailsOf(id);
      expect(after.status).toBe(noun.on);
      expect(after).not.toHaveProperty('disabled_by');
    });

    test('its owner cannot enable what an administrator disabled, and can change other fields', async () => {
      guards('take-down');
      const { id, paths } = await add();
      await update(id, { status: 'disabled' }, admin.key);
      const before = await detailsOf(id);
      for (const body of [{ status: 'active' }, { ...noun.edit, status: 'active' }, { ...noun.edit, status: null }]) {
        const { status, json } = await update(id, body, owner.key);
        expect({ status, code: json.code }).toEqual({ status: 403, code: 'disabled_by_administrator' });
      }
      expect(await detailsOf(id)).toEqual(before);
      for (const body of [noun.edit, { ...noun.edit, status: 'disabled' }])
        expect((await update(id, body, owner.key)).status).toBe(200);
      const after = await detailsOf(id);
      expect(after).toMatchObject({ status: 'disabled', disabled_by: 'administrator' });
      expect(after[noun.shown]).toBe(Object.values(noun.edit)[0]);
      expect(await visitAll(site, paths)).toEqual(noun.disabled);
    });

    test('its owner disables and enables it with the status alone', async () => {
      const { id, paths } = await add();
      expect((await update(id, { status: 'disabled' }, owner.key)).status).toBe(200);
      expect(await visitAll(site, paths)).toEqual(noun.disabled);
      expect(await detailsOf(id)).not.toHaveProperty('disabled_by');
      expect((await update(id, { status: 'active' }, owner.key)).status).toBe(200);
      expect(await visitAll(site, paths)).toEqual(noun.active);
    });

    test('an administrator can change only the status of another user’s row', async () => {
      guards('take-down', 'ownership');
      const { id } = await add();
      const before = await detailsOf(id);
      const { status } = await update(id, { ...noun.edit, status: 'disabled' }, admin.key);
      expect(status).toBe(200);
      expect(await detailsOf(id)).toEqual({
        ...before,
        status: 'disabled',
        disabled_by: 'administrator',
        ...('state' in before && { state: 'disabled' }),
      });
      // Fields that are required for the owner are not required for an administrator, who cannot change them.
      expect((await update(id, { status: 'disabled', description: 'x', name: 'x' }, admin.key)).status).toBe(200);
      const refused = await update(id, noun.edit, admin.key);
      expect({ status: refused.status, field: refused.json.errors[0].field }).toEqual({ status: 400, field: 'status' });
      const unknown = await update(id, { status: 'gone' }, admin.key);
      expect({ status: unknown.status, field: unknown.json.errors[0].field }).toEqual({ status: 400, field: 'status' });
    });

    test('other users cannot see it, change its status or delete it', async () => {
      guards('take-down', 'ownership');
      const { id, paths } = await add();
      expect((await update(id, { status: 'disabled' }, other.key)).status).toBe(404);
      expect((await site.send('GET', `/api/${noun.path}/${id}`, { key: other.key })).status).toBe(404);
      expect((await site.send('DELETE', `/api/${noun.path}/${id}/delete`, { key: other.key })).status).toBe(404);
      expect((await site.send('PUT', `/api/${noun.path}/${id}/update`, { body: { status: 'disabled' } })).status).toBe(
        401,
      );
      expect((await update(999_999, { status: 'disabled' }, admin.key)).status).toBe(404);
      expect(await visitAll(site, paths)).toEqual(noun.active);
    });

    test('an administrator sees and deletes it, and its owner’s list is correct', async () => {
      guards('take-down');
      const { id } = await add();
      expect(await detailsOf(id, admin.key)).toEqual(await detailsOf(id));
      const countOf = async (key: string) => (await site.send('GET', noun.list, { key })).json.data.result;
      const [ofOwner, ofAdmin] = [await countOf(owner.key), await countOf(admin.key)];
      expect((await site.send('DELETE', `/api/${noun.path}/${id}/delete`, { key: admin.key })).status).toBe(200);
      expect([await countOf(owner.key), await countOf(admin.key)]).toEqual([ofOwner - 1, ofAdmin]);
      expect((await site.send('GET', `/api/${noun.path}/${id}`, { key: admin.key })).status).toBe(404);
    });

    test('an administrator who owns it enables it, even if another administrator disabled it', async () => {
      const { id, paths } = await noun.add(site, admin.key, 'Mine');
      const second = await site.addUser(`second-${noun.path}@example.com`);
      await site.send('PUT', `/api/user/${second.id}/update`, { key: admin.key, body: { admin: true } });
      expect((await update(id, { status: 'disabled' }, second.key)).status).toBe(200);
      expect(await visitAll(site, paths)).toEqual(noun.disabled);
      expect((await update(id, { status: 'active' }, admin.key)).status).toBe(200);
      expect(await visitAll(site, paths)).toEqual(noun.active);
    });

    test('its owner disables it together with another change', async () => {
      const { id, paths } = await add();
      await update(id, { ...noun.edit, status: 'disabled' }, owner.key);
      expect((await detailsOf(id)).status).toBe('disabled');
      expect(await visitAll(site, paths)).toEqual(noun.disabled);
    });
  });

  test('visits to a disabled row or to its blocks are not counted', async () => {
    guards('take-down');
    const [, bio, qr] = publishedNouns;
    for (const noun of [bio, qr]) {
      if (!noun) continue;
      const { id, paths } = await noun.add(site, owner.key, 'Uncounted');
      await site.send('PUT', `/api/${noun.path}/${id}/update`, { key: admin.key, body: { status: 'disabled' } });
      await visitAll(site, paths);
      const { data, details } = (await site.send('GET', `/api/${noun.path}/${id}`, { key: owner.key })).json;
      expect(Number(data.clicks)).toBe(0);
      expect(details.blocks?.[0].clicks ?? 0).toBe(0);
    }
  });

  test('a draft stays a draft when it is disabled and enabled', async () => {
    guards('take-down');
    const body = { name: 'Unfinished', slug: 'unfinished', status: 'draft' };
    const { id } = (await site.send('POST', '/api/bio/add', { key: owner.key, body })).json;
    const change = (status: string, key: string) =>
      site.send('PUT', `/api/bio/${id}/update`, { key, body: { status } });
    const statusOf = async () => (await site.send('GET', `/api/bio/${id}`, { key: owner.key })).json.details.status;
    await change('disabled', admin.key);
    expect(await statusOf()).toBe('disabled');
    for (const status of ['published', 'draft', 'active']) expect((await change(status, owner.key)).status).toBe(403);
    expect((await change('draft', admin.key)).status).toBe(400);
    await change('active', admin.key);
    expect(await statusOf()).toBe('draft');
    expect(await visitAll(site, ['/unfinished'])).toEqual([404]);
  });

  test('the form of a disabled overlay is refused', async () => {
    guards('take-down');
    const overlay = publishedNouns.find(({ path }) => path === 'overlay');
    const { id, paths } = (await overlay?.add(site, owner.key, 'News')) ?? { id: 0, paths: [] };
    const page = (await site.send('GET', paths[0] ?? '')).text;
    const [, mark = ''] = /name="mark" value="([^"]+)"/.exec(page) ?? [];
    expect(mark).not.toBe('');
    await site.send('PUT', `/api/overlay/${id}/update`, { key: admin.key, body: { status: 'disabled' } });
    const form = new URLSearchParams({ email: 'a@example.com', mark }).toString();
    const sent = await site.send('POST', `/cta${paths[0]}`, {
      body: form,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(sent.status).toBe(303);
    const { json } = await site.send('GET', `/api/overlay/${id}`, { key: owner.key });
    expect(json.details.responses).toBe(0);
  });

  test('an administrator disables, enables and deletes many links of several users at once', async () => {
    guards('take-down');
    const link = publishedNouns.find(({ path }) => path === 'url');
    if (!link) return;
    const [mine, theirs, third] = [
      await link.add(site, admin.key, 'mine'),
      await link.add(site, owner.key, 'theirs'),
      await link.add(site, other.key, 'third'),
    ];
    const ids = [mine.id, theirs.id, third.id];
    const paths = [...mine.paths, ...theirs.paths, ...third.paths];
    const change = (body: object, key: string) =>
      site.send('POST', '/api/urls/change', { key, body: { ids, ...body } });
    const changedBy = async (body: object, key: string) =>
      (await change(body, key)).json.changed.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
    expect(await changedBy({ status: 'disabled' }, owner.key)).toEqual([theirs.id]);
    expect(await changedBy({ status: 'active' }, owner.key)).toEqual([theirs.id]);
    expect(await visitAll(site, paths)).toEqual([302, 302, 302]);
    expect(await changedBy({ status: 'disabled', add_tag: 'seen' }, admin.key)).toEqual(ids);
    expect(await visitAll(site, paths)).toEqual([410, 410, 410]);
    const { details } = (await site.send('GET', `/api/url/${theirs.id}`, { key: owner.key })).json;
    expect(details).toMatchObject({ disabled_by: 'administrator', tags: [] });
    expect(await changedBy({ status: 'active', add_tag: 'mine' }, owner.key)).toEqual([]);
    expect(await changedBy({ add_tag: 'mine' }, owner.key)).toEqual([theirs.id]);
    expect(await changedBy({ status: 'disabled' }, owner.key)).toEqual([]);
    expect(await visitAll(site, paths)).toEqual([410, 410, 410]);
    expect(await changedBy({ status: 'active' }, admin.key)).toEqual(ids);
    expect(await visitAll(site, paths)).toEqual([302, 302, 302]);
    const remove = (key: string) => site.send('POST', '/api/urls/delete', { key, body: { ids } });
    expect((await remove(other.key)).json.deleted).toEqual([third.id]);
    expect((await remove(admin.key)).json.deleted).toEqual([mine.id, theirs.id]);
    expect(await visitAll(site, paths)).toEqual([404, 404, 404]);
  });

  test('an import does not enable a link that an administrator disabled', async () => {
    guards('take-down');
    const url = 'https://example.com/imported';
    const add = await site.send('POST', '/api/url/add', { key: owner.key, body: { url, custom: 'imported' } });
    await site.send('PUT', `/api/url/${add.json.id}/update`, { key: admin.key, body: { status: 'disabled' } });
    const file = JSON.stringify({ links: [{ url, custom: 'imported', status: 'active' }] });
    const headers = { 'Content-Type': 'application/json' };
    for (const taken of ['skip', 'rename']) {
      const sent = await site.send('POST', `/api/urls/import?taken=${taken}`, { key: owner.key, body: file, headers });
      expect(sent.status).toBe(200);
    }
    expect(await visitAll(site, ['/imported'])).toEqual([410]);
  });

  test('the owner of a link that an administrator disabled cannot free its alias to use it again', async () => {
    guards('take-down');
    const body = { url: 'https://example.com/again', custom: 'again' };
    const { id } = (await site.send('POST', '/api/url/add', { key: owner.key, body })).json;
    await site.send('PUT', `/api/url/${id}/update`, { key: admin.key, body: { status: 'disabled' } });
    const renamed = { key: owner.key, body: { ...body, custom: 'again-2' } };
    const refused = [
      await site.send('PUT', `/api/url/${id}/update`, renamed),
      await site.send('DELETE', `/api/url/${id}/delete`, { key: owner.key }),
    ];
    expect(refused.map(({ status, json }) => [status, json.code])).toEqual([
      [403, 'disabled_by_administrator'],
      [403, 'disabled_by_administrator'],
    ]);
    const many = await site.send('POST', '/api/urls/delete', { key: owner.key, body: { ids: [id] } });
    expect(many.json.deleted).toEqual([]);
    expect((await site.send('POST', '/api/url/add', { key: owner.key, body })).status).toBe(409);
    expect(await visitAll(site, ['/again'])).toEqual([410]);
    expect((await site.send('DELETE', `/api/url/${id}/delete`, { key: admin.key })).status).toBe(200);
  });

  test('the owner of a bio page that an administrator disabled cannot free its slug', async () => {
    guards('take-down');
    const { id } = (await site.send('POST', '/api/bio/add', { key: owner.key, body: { name: 'B', slug: 'bb-page' } }))
      .json;
    await site.send('PUT', `/api/bio/${id}/update`, { key: admin.key, body: { status: 'disabled' } });
    const renamed = await site.send('PUT', `/api/bio/${id}/update`, { key: owner.key, body: { slug: 'bb-other' } });
    const deleted = await site.send('DELETE', `/api/bio/${id}/delete`, { key: owner.key });
    expect([renamed.status, deleted.status]).toEqual([403, 403]);
    expect(await visitAll(site, ['/bb-page'])).toEqual([410]);
    expect((await site.send('DELETE', `/api/bio/${id}/delete`, { key: admin.key })).status).toBe(200);
  });
});
