import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { addMember, joinWorkspace, type MemberOfTest } from '../../../test/support/workspace-members.ts';
import type { Role } from '../../core/role.ts';

onEachEngine('workspaces', (engine) => {
  let site: TestSite;
  let owner: MemberOfTest;
  let stranger: MemberOfTest;

  beforeAll(async () => {
    site = await openTestSite(engine);
    [owner, stranger] = [await addMember(site), await addMember(site)];
  });
  afterAll(() => site.close());

  async function addWorkspace(name = 'Team'): Promise<number> {
    const { json } = await owner.send('POST', '/api/workspace/add', undefined, { name });
    return json.id;
  }

  async function addMemberTo(workspace: number, role: Role): Promise<MemberOfTest> {
    const member = await addMember(site);
    await joinWorkspace(site, workspace, member, role);
    return member;
  }

  async function addLink(member: MemberOfTest, workspace?: number) {
    return member.send('POST', '/api/url/add', workspace, { url: 'https://example.com/page' });
  }

  function codeOf({ status, json }: { status: number; json: { code?: string } }): string {
    return `${status} ${json.code ?? ''}`;
  }

  test('every user has a personal workspace with the id of the account', async () => {
    const user = await addMember(site);
    const { json } = await user.send('GET', '/api/workspaces');
    const { username } = (await user.send('GET', '/api/account')).json.data;
    expect(json.error).toBe('0');
    expect(json.data.workspaces).toEqual([{ id: user.id, name: username, role: 'owner', personal: true }]);
    const members = await user.send('GET', `/api/workspace/${user.id}/members`);
    expect(members.json.data.members).toEqual([{ userid: user.id, email: user.email, username, role: 'owner' }]);
    await user.send('PUT', `/api/workspace/${user.id}/update`, undefined, { name: 'Mine' });
    expect((await user.send('GET', '/api/workspaces')).json.data.workspaces[0].name).toBe('Mine');
    expect((await user.send('GET', '/api/account')).json.data.username).toBe(username);
    expect(codeOf(await user.send('DELETE', `/api/workspace/${user.id}/delete`))).toBe('409 workspace_personal');
    const self = `/api/workspace/${user.id}/member/${user.id}`;
    expect(codeOf(await user.send('DELETE', `${self}/delete`))).toBe('409 last_owner');
    expect(codeOf(await user.send('PUT', `${self}/update`, undefined, { role: 'viewer' }))).toBe('409 last_owner');
  });

  test('a created workspace is listed with its role, and takes its id from the sequence of the accounts', async () => {
    const id = await addWorkspace('Team 1');
    const later = await addMember(site);
    expect(later.id).toBeGreaterThan(id);
    const { json } = await owner.send('GET', '/api/workspaces?limit=100');
    expect(json.data.workspaces).toContainEqual({ id, name: 'Team 1', role: 'owner', personal: false });
    for (const name of [undefined, '', ' ', 'x'.repeat(256), 5, null]) {
      const answer = await owner.send('POST', '/api/workspace/add', undefined, { name });
      expect([answer.status, answer.json.errors[0].field]).toEqual([400, 'name']);
    }
    expect((await owner.send('POST', '/api/workspace/add', undefined, { name: 'x'.repeat(255) })).status).toBe(200);
    expect((await site.send('GET', '/api/workspaces')).status).toBe(401);
  });

  test('a workspace is no user: it cannot sign in, and no list of users has it', async () => {
    const id = await addWorkspace();
    const { db } = site.database;
    const row = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow();
    expect(await site.site.services.accounts.findByEmail(row.email)).toBeUndefined();
    expect((await site.site.services.accounts.list()).map((account) => account.id)).not.toContain(id);
    const { rows } = await site.site.services.users.list({ limit: 1000, page: 1 });
    expect(rows.map((user) => user.id)).not.toContain(id);
  });

  test('content of a workspace is seen by its members in it, and nowhere else', async () => {
    const id = await addWorkspace();
    const viewer = await addMemberTo(id, 'viewer');
    const { json: link } = await addLink(owner, id);
    const personal = (await addLink(owner)).json;
    const idsOf = async (member: MemberOfTest, workspace?: number) =>
      (await member.send('GET', '/api/urls', workspace)).json.data.urls.map((row: { id: number }) => row.id);
    expect(await idsOf(viewer, id)).toEqual([link.id]);
    expect(await idsOf(viewer)).toEqual([]);
    expect(await idsOf(owner)).not.toContain(link.id);
    expect((await viewer.send('GET', `/api/url/${link.id}`)).status).toBe(404);
    expect((await owner.send('GET', `/api/url/${personal.id}`, id)).status).toBe(404);
    expect((await viewer.send('GET', `/api/url/${link.id}?workspace=${id}`)).status).toBe(200);
    expect((await viewer.send('GET', `/api/url/${link.id}?%77orkspace=${id}`)).status).toBe(200);
    expect((await viewer.send('GET', `/api/urls.csv?workspace=${id}`)).text).toContain(link.shorturl);
    expect((await viewer.send('GET', '/api/stats', id)).json.data.links).toBe(1);
  });

  test('an unknown or foreign workspace is 404, and one that is not a number is 400', async () => {
    const id = await addWorkspace();
    for (const wrong of [id, owner.id, 999_999, 0, -1, '9'.repeat(30)])
      expect(codeOf(await stranger.send('GET', '/api/urls', wrong))).toBe('404 workspace_not_found');
    for (const wrong of ['x', '', '1.5', '1, 2', '0x1', ' ']) {
      const answer = await stranger.send('GET', '/api/urls', wrong);
      expect([wrong, answer.status, answer.json.errors?.[0]?.field]).toEqual([wrong, 400, 'X-Workspace']);
    }
    expect((await stranger.send('GET', '/api/urls?workspace=x')).json.errors[0].field).toBe('workspace');
    expect((await stranger.send('GET', '/api/urls', stranger.id)).status).toBe(200);
    const paths = [
      ['PUT', 'update'],
      ['DELETE', 'delete'],
      ['GET', 'members'],
      ['PUT', `member/${owner.id}/update`],
      ['DELETE', `member/${owner.id}/delete`],
      ['DELETE', `member/${stranger.id}/delete`],
    ];
    for (const [method = '', path] of paths)
      for (const workspace of [id, owner.id, 'x']) {
        const body = method === 'PUT' ? { name: 'Taken', role: 'viewer' } : undefined;
        const answer = await stranger.send(method, `/api/workspace/${workspace}/${path}`, undefined, body);
        expect([method, path, answer.status]).toEqual([method, path, 404]);
      }
  });

  test('an administrator has no more rights in a shared workspace than its role gives', async () => {
    const id = await addWorkspace();
    const admin = await addMemberTo(id, 'viewer');
    await site.database.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute();
    const { json: link } = await addLink(owner, id);
    const { json: other } = await addLink(stranger);
    expect(codeOf(await admin.send('DELETE', `/api/url/${link.id}/delete`, id))).toBe('403 role_missing');
    expect((await admin.send('GET', `/api/url/${other.id}`, id)).status).toBe(404);
    expect((await admin.send('GET', '/api/urls?all=1', id)).status).toBe(403);
    expect((await admin.send('GET', '/api/users', id)).status).toBe(200);
    expect((await admin.send('GET', `/api/url/${link.id}`)).status).toBe(200);
    const listed = (await admin.send('GET', '/api/urls?all=1&limit=1000')).json.data.urls;
    expect(listed.find((row: { id: number }) => row.id === link.id)).toMatchObject({ userid: id, owner: 'Team' });
  });

  test('an empty workspace is deleted at once; one with content only with its name', async () => {
    const empty = await addWorkspace();
    expect((await owner.send('DELETE', `/api/workspace/${empty}/delete`)).json).toMatchObject({
      error: 0,
      finished: true,
    });
    expect(codeOf(await owner.send('GET', '/api/urls', empty))).toBe('404 workspace_not_found');
    const full = await addWorkspace('Full');
    const admin = await addMemberTo(full, 'admin');
    const { shorturl } = (await addLink(owner, full)).json;
    const { apikey } = (await owner.send('POST', '/api/key/add', full, { name: 'k' })).json;
    const path = `/api/workspace/${full}/delete`;
    expect(codeOf(await admin.send('DELETE', `${path}?force=1`, undefined, { name: 'Full' }))).toBe('403 role_missing');
    expect(codeOf(await owner.send('DELETE', path))).toBe('409 workspace_not_empty');
    for (const body of [undefined, {}, { name: 'full' }, { name: null }]) {
      const answer = await owner.send('DELETE', `${path}?force=1`, undefined, body);
      expect([answer.status, answer.json.errors[0].field]).toEqual([400, 'name']);
    }
    const { pathname } = new URL(shorturl);
    expect((await site.send('GET', pathname)).status).toBe(302);
    expect((await site.send('GET', '/api/urls', { key: apikey })).status).toBe(200);
    expect((await owner.send('DELETE', `${path}?force=1`, undefined, { name: 'Full' })).status).toBe(200);
    expect((await site.send('GET', pathname)).status).toBe(404);
    expect((await site.send('GET', '/api/urls', { key: apikey })).status).toBe(401);
    expect((await admin.send('GET', '/api/workspaces')).json.data.result).toBe(1);
  });

  test('deleting a user gives their workspaces to the heir, deletes those without members, and never leaves one without owner', async () => {
    const [admin, leaver, heir] = [await addMember(site), await addMember(site), await addMember(site)];
    await site.database.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute();
    const add = async (name: string) => (await leaver.send('POST', '/api/workspace/add', undefined, { name })).json.id;
    const [alone, together] = [await add('Alone'), await add('Together')];
    await joinWorkspace(site, together, owner, 'editor');
    const { shorturl } = (await addLink(leaver, alone)).json;
    const remove = (body: object) => admin.send('DELETE', `/api/user/${leaver.id}/delete`, undefined, body);
    expect(codeOf(await remove({ content: 'delete' }))).toBe('409 last_owner');
    expect((await leaver.send('GET', '/api/workspaces')).json.data.result).toBe(3);
    expect((await remove({ content: 'transfer', to: heir.id })).status).toBe(200);
    const workspaces = (await heir.send('GET', '/api/workspaces')).json.data.workspaces.slice(1);
    expect(workspaces).toEqual([
      { id: alone, name: 'Alone', role: 'owner', personal: false },
      { id: together, name: 'Together', role: 'owner', personal: false },
    ]);
    const { audit } = (await heir.send('GET', '/api/audit?noun=member', together)).json.data;
    const ended = audit.map((row: { id: number; action: string; changes: object }) => [
      row.id,
      row.action,
      row.changes,
    ]);
    expect(ended).toEqual([
      [heir.id, 'create', { role: { old: null, new: 'owner' } }],
      [leaver.id, 'delete', { role: { old: 'owner', new: null } }],
    ]);
    await owner.send('DELETE', `/api/workspace/${together}/member/${owner.id}/delete`);
    expect((await admin.send('DELETE', `/api/user/${heir.id}/delete`, undefined, { content: 'delete' })).status).toBe(
      200,
    );
    expect((await site.send('GET', new URL(shorturl).pathname)).status).toBe(404);
    const rows = await site.database.db.selectFrom('users').select('id').where('id', 'in', [alone, together]).execute();
    expect(rows).toEqual([]);
  });
});
