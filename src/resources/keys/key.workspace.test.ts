import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { addMember, joinWorkspace, type MemberOfTest } from '../../../test/support/workspace-members.ts';
import { hashKey } from './key.ts';

onEachEngine('keys of a workspace', (engine) => {
  let site: TestSite;
  let owner: MemberOfTest;
  let admin: MemberOfTest;
  let editor: MemberOfTest;
  let team: number;

  beforeAll(async () => {
    site = await openTestSite(engine);
    [owner, admin, editor] = [await addMember(site), await addMember(site), await addMember(site)];
  });
  afterAll(() => site.close());

  beforeEach(async () => {
    team = (await owner.send('POST', '/api/workspace/add', undefined, { name: 'Team' })).json.id;
    await joinWorkspace(site, team, admin, 'admin');
    await joinWorkspace(site, team, editor, 'editor');
  });

  function codeOf({ status, json }: { status: number; json: { code?: string } }): string {
    return [status, json.code].filter(Boolean).join(' ');
  }

  async function addKey(by: MemberOfTest, fields: object = {}): Promise<{ id: number; apikey: string }> {
    return (await by.send('POST', '/api/key/add', undefined, { name: 'k', workspace: team, ...fields })).json;
  }

  async function setRole({ id }: MemberOfTest, role: 'viewer' | 'editor' | 'admin' | 'owner'): Promise<void> {
    await site.database.db
      .updateTable('memberships')
      .set({ role })
      .where('workspace_id', '=', team)
      .where('user_id', '=', id)
      .execute();
  }

  test('a key acts in its workspace only', async () => {
    const { apikey: key } = await addKey(admin);
    const { json: link } = await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/' } });
    expect((await owner.send('GET', `/api/url/${link.id}`, team)).status).toBe(200);
    expect((await admin.send('GET', `/api/url/${link.id}`)).status).toBe(404);
    const inWorkspace = async (used: string, id: number) =>
      codeOf(await site.send('GET', '/api/urls', { key: used, headers: { 'X-Workspace': String(id) } }));
    expect(await inWorkspace(key, team)).toBe('200');
    expect(await inWorkspace(key, admin.id)).toBe('403 key_of_other_workspace');
    expect(await inWorkspace(key, owner.id)).toBe('404 workspace_not_found');
    expect(await inWorkspace(admin.key, team)).toBe('403 key_of_other_workspace');
    expect(await inWorkspace(admin.key, admin.id)).toBe('200');
    const { json } = await site.send('GET', '/api/workspaces', { key });
    expect(json.data.workspaces).toEqual([{ id: team, name: 'Team', role: 'admin', personal: false }]);
    const elsewhere = `/api/workspace/${admin.id}/members`;
    expect(codeOf(await site.send('GET', elsewhere, { key }))).toBe('404 workspace_not_found');
    for (const path of ['/api/sessions', '/api/users'])
      expect(codeOf(await site.send('GET', path, { key }))).toBe('403 key_of_other_workspace');
    const account = { username: 'changed', email: 'changed@example.com' };
    const { apikey: strong } = await addKey(admin, { account: true });
    const change = await site.send('PUT', '/api/account/update', { key: strong, body: account });
    expect(codeOf(change)).toBe('403 key_of_other_workspace');
  });

  test('programs that know no workspaces do not find the key of one', async () => {
    const { id, apikey } = await addKey(admin, { scopes: ['read'] });
    const row = await site.database.db.selectFrom('keys').select('hash').where('id', '=', id).executeTakeFirst();
    const hash = hashKey(apikey) ?? '';
    expect([hash, `limited ${hash}`]).not.toContain(row?.hash ?? hash);
  });

  test('creating one needs admin, and listing and ending all of them too', async () => {
    const wrong = await editor.send('POST', '/api/key/add', undefined, { name: 'k', workspace: team });
    expect(codeOf(wrong)).toBe('403 role_missing');
    expect(codeOf(await editor.send('POST', '/api/key/add', team, { name: 'k' }))).toBe('403 role_missing');
    expect(codeOf(await editor.send('GET', '/api/keys', team))).toBe('403 role_missing');
    const stranger = await addMember(site);
    for (const workspace of [team, owner.id, 999_999]) {
      const answer = await stranger.send('POST', '/api/key/add', undefined, { name: 'k', workspace });
      expect(codeOf(answer)).toBe('404 workspace_not_found');
    }
    for (const workspace of ['x', 0, -1, 1.5]) {
      const answer = await owner.send('POST', '/api/key/add', undefined, { name: 'k', workspace });
      expect([answer.status, answer.json.errors[0].field]).toEqual([400, 'workspace']);
    }
    const { id, apikey } = await addKey(admin, { scopes: ['links:read'] });
    const { keys } = (await owner.send('GET', '/api/keys', team)).json.data;
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ id, workspace: team, userid: admin.id, scopes: ['links:read'] });
    const own = (await admin.send('GET', '/api/keys?limit=100')).json.data.keys[0];
    expect(own).toMatchObject({ id, workspace: team });
    expect(own.userid).toBeUndefined();
    expect(codeOf(await stranger.send('DELETE', `/api/key/${id}/delete`))).toBe('404 key_not_found');
    expect(codeOf(await editor.send('DELETE', `/api/key/${id}/delete`))).toBe('403 role_missing');
    const personal = (await admin.send('GET', '/api/keys?limit=100')).json.data.keys.at(-1).id;
    for (const workspace of [team, undefined])
      expect(codeOf(await owner.send('DELETE', `/api/key/${personal}/delete`, workspace))).toBe('404 key_not_found');
    expect((await owner.send('DELETE', `/api/key/${id}/delete`, team)).status).toBe(200);
    expect((await site.send('GET', '/api/urls', { key: apikey })).status).toBe(401);
  });

  test('a key has the present role of its user', async () => {
    const { id, apikey: key } = await addKey(admin);
    const addPixel = async () =>
      codeOf(
        await site.send('POST', '/api/pixel/add', {
          key,
          body: { type: 'tagmgrpixel', name: 'p', tag: 'GTM-A1B2C3D' },
        }),
      );
    const addLink = async () =>
      codeOf(await site.send('POST', '/api/url/add', { key, body: { url: 'https://e.com/' } }));
    expect(await addPixel()).toBe('200');
    await setRole(admin, 'editor');
    expect([await addPixel(), await addLink()]).toEqual(['403 role_missing', '200']);
    await setRole(admin, 'viewer');
    expect(await addLink()).toBe('403 role_missing');
    expect((await site.send('GET', '/api/urls', { key })).status).toBe(200);
    // A member without the right to see the keys of the workspace can still end their own.
    expect((await admin.send('DELETE', `/api/key/${id}/delete`)).status).toBe(200);
  });

  test('no key of a workspace makes a key of another one', async () => {
    const { apikey: key } = await addKey(admin, { account: true });
    const add = async (body: object) =>
      codeOf(await site.send('POST', '/api/key/add', { key, body: { name: 'k', ...body } }));
    expect(await add({ workspace: admin.id })).toBe('403 scope_missing');
    expect(await add({ workspace: owner.id })).toBe('403 scope_missing');
    expect(await add({ workspace: team })).toBe('200');
    expect(await add({})).toBe('200');
    const { keys } = (await owner.send('GET', '/api/keys', team)).json.data;
    expect(keys.map((row: { workspace: number }) => row.workspace)).toEqual([team, team, team]);
  });
});
