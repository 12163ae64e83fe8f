import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openSignOnFixture, type SignOnFixture } from '../../../test/support/sign-on-fixture.ts';
import { openTestSite } from '../../../test/support/test-site.ts';

onEachEngine('groups of the identity provider', (engine) => {
  let fixture: SignOnFixture;
  beforeAll(async () => {
    fixture = await openSignOnFixture(engine, { OIDC_ADMIN_GROUP: 'admins' });
    await fixture.site.addUser('first@example.com');
  });
  afterAll(() => fixture.close());

  test('a group makes administrators and takes that away; what was given by hand stays, and so does the last one', async () => {
    const { provider, site, addProviderUser, signOn, userOf } = fixture;
    const { name } = addProviderUser({ groups: ['admins'] });
    const isAdmin = async () => (await userOf((await signOn(name)).headers)).admin;
    const setGroups = (groups: string[]) => provider.users.set(name, { ...provider.users.get(name), groups });
    expect(await isAdmin()).toBe(true);
    setGroups([]);
    expect(await isAdmin()).toBe(false);
    setGroups(['admins']);
    const { userid } = await userOf((await signOn(name)).headers);
    const { db } = site.database;
    await db.updateTable('users').set({ is_disabled: 1 }).where('email', '=', 'first@example.com').execute();
    setGroups([]);
    expect(await isAdmin()).toBe(true);
    await db.updateTable('users').set({ is_disabled: 0 }).where('email', '=', 'first@example.com').execute();
    await site.site.services.users.updateAsOperator(userid, { admin: true });
    expect(await isAdmin()).toBe(true);
    await site.site.services.users.updateAsOperator(userid, { admin: false });
    expect(await isAdmin()).toBe(false);
  });

  test('groups give roles in workspaces, which end with the group; what was given by hand stays, and so does the last owner', async () => {
    const { provider, addProviderUser, signOn } = fixture;
    // Users and workspaces share their ids, so the workspace of the first user of a new store is the second.
    const id = 2;
    const team = await openTestSite(engine, {
      ...provider.settings,
      OIDC_WORKSPACES: `dev=${id}:editor,leads=${id}:admin,chiefs=${id}:owner,dev=999999:viewer`,
    });
    const other = await team.addUser();
    const made = await team.send('POST', '/api/workspace/add', { key: other.key, body: { name: 'Team' } });
    expect(made.json.id).toBe(id);
    const { name } = addProviderUser();
    async function roleWith(...groups: string[]): Promise<string | undefined> {
      provider.users.set(name, { ...provider.users.get(name), groups });
      const { headers } = await signOn(name, team);
      const { json } = await team.send('GET', '/api/workspaces?limit=100', { headers });
      return json.data.workspaces.find((workspace: { id: number }) => workspace.id === id)?.role;
    }
    expect(await roleWith('dev', 'leads', 'unknown')).toBe('admin');
    expect(await roleWith('dev')).toBe('editor');
    const { headers } = await signOn(name, team);
    const key = await team.send('POST', '/api/key/add', { headers, body: { name: 'team', workspace: id } });
    expect(key.status).toBe(403);
    expect(await roleWith()).toBeUndefined();
    expect(await roleWith('leads')).toBe('admin');
    const session = (await signOn(name, team)).headers;
    const { apikey } = (
      await team.send('POST', '/api/key/add', { headers: session, body: { name: 'team', workspace: id } })
    ).json;
    expect((await team.send('GET', '/api/urls', { key: apikey })).status).toBe(200);
    expect(await roleWith()).toBeUndefined();
    expect((await team.send('GET', '/api/urls', { key: apikey })).status).toBe(401);
    // By hand, and as the last owner.
    expect(await roleWith('chiefs')).toBe('owner');
    const remove = await team.send('DELETE', `/api/workspace/${id}/member/${other.id}/delete`, { key: other.key });
    expect(remove.status).toBe(200);
    expect(await roleWith()).toBe('owner');
    const { userid } = (await team.send('GET', '/api/session', { headers: (await signOn(name, team)).headers })).json
      .data;
    const hand = { workspace_id: id, source: 'hand' as const, created_at: 1 };
    const rows = [
      { ...hand, user_id: other.id, role: 'owner' as const },
      { ...hand, user_id: userid, role: 'viewer' as const },
    ];
    await team.database.db.insertInto('memberships').values(rows).execute();
    expect(await roleWith()).toBe('viewer');
    expect(await roleWith('dev')).toBe('editor');
    await team.close();
  });
});
