import { highestRole } from '../../core/role.ts';
import type { Db } from '../../db/db.ts';
import { isShared } from '../../db/row-statement.ts';
import type { Workspace } from './workspace.ts';

/** The personal workspace of a user. */
async function findPersonal(db: Db, userId: number): Promise<Workspace[]> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'username', 'workspace_name'])
    .where('id', '=', userId)
    .where('kind', '=', 'user')
    .executeTakeFirst();
  return row ? [{ id: row.id, name: row.workspace_name ?? row.username, role: 'owner', isPersonal: true }] : [];
}

/** All workspaces of a user: the personal one, then the shared ones by age. There are few. */
export async function listWorkspaces(db: Db, userId: number): Promise<Workspace[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.workspace_id')
    .select(['users.id', 'users.workspace_name', 'memberships.role'])
    .where('memberships.user_id', '=', userId)
    .where('users.kind', '=', 'workspace')
    .where('users.is_disabled', '=', 0)
    .orderBy('users.id')
    .execute();
  const shared = [...Map.groupBy(rows, ({ id }) => id)].map(([id, given]): Workspace => {
    const role = highestRole(given.map((row) => row.role)) ?? 'viewer';
    return { id, name: given[0]?.workspace_name ?? '', role, isPersonal: false };
  });
  return [...(await findPersonal(db, userId)), ...shared];
}

/** The shared workspaces of which a user is an owner, in the order in which they are locked. */
export async function listOwnedWorkspaces(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('workspace_id')
    .distinct()
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .orderBy('workspace_id')
    .execute();
  return rows.map(({ workspace_id }) => workspace_id);
}

/** Adds a workspace. Nobody can sign in as it: it has no password, and its random name is not an email address. */
export async function insertWorkspace(
  tx: Db,
  workspace: { name: string; username: string },
  now: number,
): Promise<number> {
  const { name, username } = workspace;
  const { id } = await tx
    .insertInto('users')
    .values({
      ...{ kind: 'workspace', workspace_name: name, email: username, username },
      ...{ password_hash: '', is_admin: 0, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The name of a workspace; undefined if there is none. */
export async function findWorkspaceName(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['username', 'workspace_name'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && (row.workspace_name ?? row.username);
}

export async function renameWorkspace(tx: Db, id: number, name: string): Promise<void> {
  await tx.updateTable('users').set({ workspace_name: name }).where('id', '=', id).execute();
}

/** Locks a workspace until the transaction ends, so that its members change one at a time. */
export async function lockWorkspace(tx: Db, id: number): Promise<void> {
  // An update that changes nothing locks the row on both engines.
  await tx
    .updateTable('users')
    .set((eb) => ({ kind: eb.ref('kind') }))
    .where('id', '=', id)
    .execute();
}

/** Waits until requests in progress have added their content; new ones wait until the transaction ends. SQLite has one writer anyway. */
export async function waitForInserts(tx: Db, id: number): Promise<void> {
  if (isShared(tx)) await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
}

/** Closes a shared workspace to everyone; its content is deleted afterward. */
export async function disableWorkspace(tx: Db, id: number): Promise<void> {
  await tx.updateTable('users').set({ is_disabled: 1 }).where('id', '=', id).where('kind', '=', 'workspace').execute();
}
