import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { diffFields, Secret } from '../core/audit.ts';
import { addressGroup } from '../lib/ip.ts';

test('only fields that differ are changes, and secrets are never written', () => {
  const before = { name: 'a', tags: ['x'], note: null, password: new Secret('one') };
  const after = { name: 'b', tags: ['x'], note: undefined, password: new Secret('two') };
  const changes = JSON.parse(JSON.stringify(diffFields(before, after)));
  expect(changes).toEqual({ name: { old: 'a', new: 'b' }, password: { old: 'changed', new: 'changed' } });
  expect(diffFields(before, { ...before, password: new Secret('one') })).toEqual({});
  const set = diffFields({ password: new Secret(null) }, { password: new Secret('one') });
  expect(JSON.parse(JSON.stringify(set))).toEqual({ password: { old: null, new: 'changed' } });
});

test('of an address only its network is kept', () => {
  expect(addressGroup('203.0.113.9')).toBe('203.0.113.0/24');
  expect(addressGroup('2001:db8:1:2::9')).toBe('2001:db8:1::/48');
  expect(addressGroup('unknown')).toBeNull();
});

onEachEngine('recorded changes', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterAll(() => site.close());

  const rowsOf = (noun: 'pixel', id: number) =>
    site.database.db.selectFrom('audit').selectAll().where('noun', '=', noun).where('noun_id', '=', id).execute();

  test('a change is recorded with who made it, and an update that changes nothing is not', async () => {
    const user = await site.addUser();
    const body = { type: 'tagmgrpixel', name: 'Shop', tag: 'GTM-A1B2C3D' };
    const { json, headers } = await site.send('POST', '/api/pixel/add', { key: user.key, body });
    const path = `/api/pixel/${json.id}`;
    await site.send('PUT', `${path}/update`, { key: user.key, body: { tag: body.tag } });
    await site.send('PUT', `${path}/update`, { key: user.key, body: { tag: 'GTM-OTHER1' } });
    await site.send('DELETE', `${path}/delete`, { key: user.key });
    const rows = await rowsOf('pixel', json.id);
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
    expect(rows[0]).toMatchObject({ actor_kind: 'key', actor_user: user.id, workspace_id: user.id });
    expect(rows[0]?.request_id).toBe(headers.get('X-Request-Id'));
    expect(JSON.parse(rows[1]?.changes ?? '')).toEqual({ tag: { old: 'GTM-A1B2C3D', new: 'GTM-OTHER1' } });
    expect(JSON.parse(rows[2]?.changes ?? '').name).toEqual({ old: 'Shop', new: null });
  });
});
