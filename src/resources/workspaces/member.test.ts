import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { EventReader } from '../../../test/support/event-reader.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { addMember, joinWorkspace, type MemberOfTest } from '../../../test/support/workspace-members.ts';
import { type Role, roles } from '../../core/role.ts';

onEachEngine('members of a workspace', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterAll(() => site.close());

  /** A workspace with one member of each role. */
  async function addTeam() {
    const people = await Promise.all(roles.map(() => addMember(site)));
    const [viewer, editor, admin, owner] = people as [MemberOfTest, MemberOfTest, MemberOfTest, MemberOfTest];
    const { json } = await owner.send('POST', '/api/workspace/add', undefined, { name: 'Team' });
    const id: number = json.id;
    for (const [role, member] of Object.entries({ viewer, editor, admin }))
      await joinWorkspace(site, id, member, role as Role);
    const pathOf = ({ id: user }: { id: number }, action: string) => `/api/workspace/${id}/member/${user}/${action}`;
    const change = async (by: MemberOfTest, whom: MemberOfTest, role: string) =>
      codeOf(await by.send('PUT', pathOf(whom, 'update'), undefined, { role }));
    const remove = async (by: MemberOfTest, whom: MemberOfTest) =>
      codeOf(await by.send('DELETE', pathOf(whom, 'delete')));
    return { id, viewer, editor, admin, owner, change, remove };
  }

  function codeOf({ status, json }: { status: number; json: { code?: string; params?: { role?: string } } }): string {
    return [status, json.code, json.params?.role].filter(Boolean).join(' ');
  }

  test('the list has every member, and each role is shown to its member', async () => {
    const { id, viewer, editor, admin, owner } = await addTeam();
    const { json } = await viewer.send('GET', `/api/workspace/${id}/members`);
    const rows = json.data.members.map(({ userid, role }: { userid: number; role: string }) => [userid, role]);
    expect(rows).toEqual(
      [
        [viewer.id, 'viewer'],
        [editor.id, 'editor'],
        [admin.id, 'admin'],
        [owner.id, 'owner'],
      ].sort(([one], [other]) => Number(one) - Number(other)),
    );
    expect(Object.keys(json.data.members[0]).sort()).toEqual(['email', 'role', 'userid', 'username']);
    expect((await viewer.send('GET', `/api/workspace/${id}/members?limit=3&page=2`)).json.data.members).toHaveLength(1);
    const listed = (await editor.send('GET', '/api/workspaces')).json.data.workspaces;
    expect(listed[1]).toEqual({ id, name: 'Team', role: 'editor', personal: false });
  });

  test('admins change members, only owners change owners, and nobody below changes anyone', async () => {
    const { id, viewer, editor, admin, owner, change, remove } = await addTeam();
    for (const by of [viewer, editor]) {
      expect(await change(by, viewer, 'admin')).toBe('403 role_missing admin');
      expect(await change(by, by, 'owner')).toBe('403 role_missing owner');
      expect(await remove(by, admin)).toBe('403 role_missing admin');
      expect(codeOf(await by.send('PUT', `/api/workspace/${id}/update`, undefined, { name: 'x' }))).toBe(
        '403 role_missing admin',
      );
    }
    expect(await change(admin, viewer, 'admin')).toBe('200');
    expect(await change(admin, viewer, 'owner')).toBe('403 role_missing owner');
    expect(await change(admin, admin, 'owner')).toBe('403 role_missing owner');
    expect(await change(admin, owner, 'admin')).toBe('403 role_missing owner');
    expect(await remove(admin, owner)).toBe('403 role_missing owner');
    expect(await change(admin, viewer, 'viewer')).toBe('200');
    expect(await change(owner, editor, 'owner')).toBe('200');
    expect(await change(editor, owner, 'viewer')).toBe('200');
    expect(await change(owner, viewer, 'editor')).toBe('403 role_missing admin');
    const stranger = await addMember(site);
    expect(await change(editor, stranger, 'viewer')).toBe('404 member_not_found');
    expect(await remove(editor, stranger)).toBe('404 member_not_found');
    // The workspace is not a member of itself.
    expect(await change(editor, { ...stranger, id }, 'viewer')).toBe('404 member_not_found');
    expect(await remove(editor, { ...stranger, id })).toBe('404 member_not_found');
    for (const role of ['king', '', null, undefined])
      expect(await change(editor, viewer, role as string)).toBe('400 invalid_input');
  });

  test('anyone may leave, but a workspace always has an owner', async () => {
    const { viewer, editor, admin, owner, change, remove } = await addTeam();
    expect(await remove(owner, owner)).toBe('409 last_owner');
    expect(await change(owner, owner, 'admin')).toBe('409 last_owner');
    expect(await change(owner, owner, 'owner')).toBe('200');
    for (const member of [viewer, editor]) expect(await remove(member, member)).toBe('200');
    expect(await remove(viewer, viewer)).toBe('404 workspace_not_found');
    expect(await change(owner, admin, 'owner')).toBe('200');
    // An owner who cannot sign in does not count.
    await site.database.db.updateTable('users').set({ is_disabled: 1 }).where('id', '=', admin.id).execute();
    expect(await remove(owner, owner)).toBe('409 last_owner');
    await site.database.db.updateTable('users').set({ is_disabled: 0 }).where('id', '=', admin.id).execute();
    expect(await remove(owner, owner)).toBe('200');
  });

  test('two owners who remove or lower each other at the same moment leave one owner', async () => {
    for (const how of ['remove', 'change'] as const) {
      const { id, editor, owner, ...team } = await addTeam();
      await team.change(owner, editor, 'owner');
      const act = (by: MemberOfTest, whom: MemberOfTest) =>
        how === 'remove' ? team.remove(by, whom) : team.change(by, whom, 'viewer');
      const results = await Promise.all([act(owner, editor), act(editor, owner)]);
      expect(results.filter((result) => result === '200')).toHaveLength(1);
      const query = site.database.db.selectFrom('memberships').select('user_id').where('workspace_id', '=', id);
      expect(await query.where('role', '=', 'owner').execute()).toHaveLength(1);
    }
    const { owner, ...team } = await addTeam();
    await team.change(owner, team.admin, 'owner');
    await Promise.all([team.remove(owner, owner), team.remove(team.admin, team.admin)]);
    const { json } = await team.viewer.send('GET', `/api/workspace/${team.id}/members`);
    expect(json.data.members.filter(({ role }: { role: string }) => role === 'owner')).toHaveLength(1);
  });

  test('a role of a group stays until the group takes it away; a role by hand may only raise it', async () => {
    const { id, viewer, owner, change } = await addTeam();
    await joinWorkspace(site, id, viewer, 'editor', 'group');
    expect(await change(owner, viewer, 'viewer')).toBe('409 role_from_group');
    expect(await change(owner, viewer, 'admin')).toBe('200');
    const { json } = await owner.send('GET', `/api/workspace/${id}/members`);
    expect(json.data.members.filter(({ userid }: { userid: number }) => userid === viewer.id)).toHaveLength(1);
  });

  test('a removed member loses the stream, the keys and the workspace at once; joining again revives no key', async () => {
    const { id, admin, owner, remove } = await addTeam();
    const { apikey } = (await admin.send('POST', '/api/key/add', id, { name: 'k' })).json;
    expect((await site.send('GET', '/api/urls', { key: apikey })).status).toBe(200);
    const request = new Request(`http://localhost:3000/api/stream?workspace=${id}`, { headers: admin.headers });
    const response = await site.site.handle(request, { requestIP: () => ({ address: '203.0.113.9' }) });
    expect(response.status).toBe(200);
    const reader = new EventReader(response);
    await owner.send('POST', '/api/url/add', id, { url: 'https://example.com/' });
    expect((await reader.nextEvent())?.event).toBe('link');
    expect(await remove(owner, admin)).toBe('200');
    await owner.send('POST', '/api/url/add', id, { url: 'https://example.com/secret' });
    expect((await reader.nextEvent())?.event).toBe('end');
    expect((await admin.send('GET', '/api/urls', id)).status).toBe(404);
    expect((await site.send('GET', '/api/urls', { key: apikey })).status).toBe(401);
    await joinWorkspace(site, id, admin, 'owner');
    expect((await site.send('GET', '/api/urls', { key: apikey })).status).toBe(401);
    expect((await admin.send('GET', '/api/keys')).json.data.result).toBe(1);
  });
});
