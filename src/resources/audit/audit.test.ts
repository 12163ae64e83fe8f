import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { deleteOldAudit } from '../../db/audit.store.ts';

const DAY_MS = 86_400_000;

onEachEngine('the audit log', (engine) => {
  let site: TestSite;
  let admin: { id: number; key: string };
  let user: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine);
    admin = await site.addUser();
    user = await site.addUser();
  });
  afterAll(() => site.close());

  const addPixel = async (name: string, key = user.key) =>
    (await site.send('POST', '/api/pixel/add', { key, body: { type: 'gtmpixel', name, tag: 'GTM-A1B2C3D' } })).json.id;
  const list = (query: string, key = user.key) => site.send('GET', `/api/audit${query}`, { key });

  test('a change is listed with who made it and what it changed', async () => {
    const id = await addPixel('Shop');
    const { json } = await list(`?noun=pixel&id=${id}`);
    expect(json).toEqual({
      error: '0',
      data: {
        audit: [
          {
            date: '2026-11-16 12:00:00',
            actor: {
              kind: 'key',
              user: user.id,
              id: expect.any(Number),
              name: 'First key',
              username: expect.any(String),
            },
            workspace: user.id,
            noun: 'pixel',
            id,
            action: 'create',
            changes: {
              type: { old: null, new: 'gtmpixel' },
              name: { old: null, new: 'Shop' },
              tag: { old: null, new: 'GTM-A1B2C3D' },
            },
            request_id: expect.any(String),
            address: '203.0.113.0/24',
          },
        ],
        next: null,
      },
    });
  });

  test('filters select changes, and pages follow each other without gaps', async () => {
    site.clock.now += DAY_MS;
    const ids = [await addPixel('one'), await addPixel('two'), await addPixel('three')];
    await site.send('DELETE', `/api/pixel/${ids[0]}/delete`, { key: user.key });
    const idsOf = (answer: { json: { data: { audit: { id: number }[] } } }) =>
      answer.json.data.audit.map(({ id }) => id);
    const day = '?from=2026-11-17&to=2026-11-17';
    expect(idsOf(await list(`${day}&action=create`))).toEqual(ids.toReversed());
    expect(idsOf(await list(`${day}&action=delete&actor=${user.id}`))).toEqual([ids[0] ?? 0]);
    expect(idsOf(await list(`${day}&actor=${admin.id}`))).toEqual([]);
    expect(idsOf(await list('?to=2026-11-16&noun=pixel'))).toHaveLength(1);
    const first = await list(`${day}&action=create&limit=2`);
    expect(idsOf(first)).toEqual([ids[2] ?? 0, ids[1] ?? 0]);
    const second = await list(`${day}&action=create&limit=2&cursor=${first.json.data.next}`);
    expect(idsOf(second)).toEqual([ids[0] ?? 0]);
    expect(second.json.data.next).toBeNull();
  });

  test('a user sees their own workspace, an administrator also the whole server', async () => {
    await addPixel('of the administrator', admin.key);
    const own = (await list('?limit=1000')).json.data.audit;
    expect(new Set(own.map((row: { workspace: number }) => row.workspace))).toEqual(new Set([user.id]));
    const refused = await list('?server=1');
    expect([refused.status, refused.json.code]).toEqual([403, 'admin_required']);
    const all = (await list('?server=1&limit=1000', admin.key)).json.data.audit;
    expect(new Set(all.map((row: { workspace: number }) => row.workspace))).toEqual(new Set([user.id, admin.id]));
    expect((await site.send('GET', '/api/audit')).status).toBe(401);
  });

  testWithoutStore(engine).each([
    'noun=links',
    'id=x',
    'actor=ada',
    'from=yesterday',
    'cursor=x',
    'server=2',
    'limit=0',
  ])('?%s is refused with the field named', async (query) => {
    const { status, json } = await list(`?${query}`);
    expect([status, json.errors[0].field]).toEqual([400, query.split('=')[0] ?? '']);
  });

  test('old rows are deleted, and the history of a link still begins with its oldest known version', async () => {
    const send = (method: string, path: string, body?: object) => site.send(method, path, { key: user.key, body });
    const { id } = (await send('POST', '/api/url/add', { url: 'https://one.example/' })).json;
    await send('PUT', `/api/url/${id}/update`, { url: 'https://two.example/' });
    site.clock.now += 400 * DAY_MS;
    await send('PUT', `/api/url/${id}/update`, { url: 'https://three.example/' });
    await deleteOldAudit(site.database.db, site.clock.now - 365 * DAY_MS, 10_000);
    expect((await list('?noun=url')).json.data.audit).toHaveLength(1);
    const { history, result } = (await send('GET', `/api/url/${id}/history`)).json.data;
    expect(result).toBe(2);
    expect(history.map((row: { version: number }) => row.version)).toEqual([3, 2]);
    expect(history[1]).toMatchObject({
      date: null,
      actor: null,
      changes: { url: { old: null, new: 'https://two.example/' } },
    });
    expect((await send('POST', `/api/url/${id}/revert`, { version: 1 })).json.code).toBe('version_not_found');
    expect((await send('POST', `/api/url/${id}/revert`, { version: 2 })).json.version).toBe(4);
  });

  test('the end of a user deletes what the log says about their content, and not who ended it', async () => {
    const other = await site.addUser();
    await addPixel('of the other', other.key);
    const body = { content: 'delete' };
    expect((await site.send('DELETE', `/api/user/${other.id}/delete`, { key: admin.key, body })).status).toBe(200);
    const rows = await site.database.db
      .selectFrom('audit')
      .select(['noun', 'action'])
      .where('workspace_id', '=', other.id)
      .execute();
    expect(rows).toEqual([
      { noun: 'user', action: 'create' },
      { noun: 'user', action: 'delete' },
    ]);
  });
});
