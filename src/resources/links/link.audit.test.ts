import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

onEachEngine('recorded changes of links', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine);
    user = await site.addUser();
  });
  afterAll(() => site.close());

  async function rowsOf(id: number) {
    const query = site.database.db.selectFrom('audit').selectAll().where('noun', '=', 'url').where('noun_id', '=', id);
    const rows = await query.orderBy('id').execute();
    return rows.map(({ changes, ...row }) => ({ ...row, changes: JSON.parse(changes) }));
  }

  const send = (method: string, path: string, body?: object) => site.send(method, path, { key: user.key, body });
  const add = async (fields: object) => (await send('POST', '/api/url/add', fields)).json.id as number;

  test('a link is recorded from creation to deletion, with the fields of bodies and without its password', async () => {
    const { json: campaign } = await send('POST', '/api/campaign/add', { name: 'Spring' });
    const id = await add({ url: 'https://one.example/', custom: 'first', password: 'geheim', tags: ['b', 'a'] });
    const change = { url: 'https://two.example/', password: 'anders', tags: ['a'], expiry: '2030-01-01 00:00:00' };
    await send('PUT', `/api/url/${id}/update`, {
      ...change,
      geotarget: [{ location: 'France', link: 'https://fr.example/' }],
    });
    await send('POST', `/api/campaign/${campaign.id}/assign/${id}`);
    await send('PUT', `/api/url/${id}/update`, { url: 'https://two.example/' });
    await send('DELETE', `/api/url/${id}/delete`);
    const rows = await rowsOf(id);
    expect(rows.map(({ action, version }) => [action, version])).toEqual([
      ['create', 1],
      ['update', 2],
      ['update', 3],
      ['delete', null],
    ]);
    expect(rows[0]?.changes).toEqual({
      url: { old: null, new: 'https://one.example/' },
      custom: { old: null, new: 'first' },
      password: { old: null, new: 'changed' },
      tags: { old: null, new: ['b', 'a'] },
    });
    expect(rows[1]?.changes).toEqual({
      url: { old: 'https://one.example/', new: 'https://two.example/' },
      password: { old: 'changed', new: 'changed' },
      tags: { old: ['a', 'b'], new: ['a'] },
      expiry: { old: null, new: '2030-01-01 00:00:00' },
      geotarget: { old: [], new: [{ location: 'france', link: 'https://fr.example/' }] },
    });
    expect(rows[2]?.changes).toEqual({ campaign: { old: null, new: campaign.id }, weight: { old: null, new: 1 } });
    expect(JSON.stringify(rows)).not.toContain('geheim');
  });

  test('a change of many links has a row for each that changed', async () => {
    const ids = [await add({ url: 'https://a.example/' }), await add({ url: 'https://b.example/', tags: ['x'] })];
    await send('POST', '/api/urls/change', { ids, add_tag: 'x', status: 'disabled' });
    const [first = [], second = []] = await Promise.all(ids.map(rowsOf));
    expect(first[1]?.changes).toEqual({
      status: { old: 'active', new: 'disabled' },
      tags: { old: [], new: ['x'] },
    });
    expect(second[1]?.changes).toEqual({ status: { old: 'active', new: 'disabled' } });
    await send('POST', '/api/urls/delete', { ids });
    expect((await rowsOf(ids[1] ?? 0)).at(-1)?.action).toBe('delete');
  });

  test('imported links are recorded as such, also when two imports run at once', async () => {
    const other = await site.addUser();
    const headers = { 'Content-Type': 'application/json' };
    const importBy = (key: string, host: string) => {
      const links = Array.from({ length: 45 }, (_, index) => ({ url: `https://${host}.example/${index}` }));
      return site.send('POST', '/api/urls/import', { key, body: { links }, headers });
    };
    await Promise.all([importBy(user.key, 'mine'), importBy(other.key, 'theirs')]);
    const rows = await site.database.db.selectFrom('audit').selectAll().where('actor_kind', '=', 'import').execute();
    expect(rows).toHaveLength(90);
    for (const row of rows) expect(row.workspace_id).toBe(row.actor_user);
  });
});
