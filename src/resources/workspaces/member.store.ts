import { highestRole, type Role } from '../../core/role.ts';
import type { Db } from '../../db/db.ts';
import type { Member } from './workspace.ts';

/** The members of a shared workspace in the order in which they joined. */
export async function listMembers(db: Db, workspaceId: number): Promise<Member[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'users.username', 'memberships.role'])
    .where('memberships.workspace_id', '=', workspaceId)
    .orderBy('memberships.created_at')
    .orderBy('users.id')
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([userId, given]) => {
    const [first] = given;
    const role = highestRole(given.map((row) => row.role));
    return first && role ? [{ userId, email: first.email, username: first.username, role }] : [];
  });
}

/** The only member of a personal workspace. */
export async function findPersonalMember(db: Db, userId: number): Promise<Member[]> {
  const row = await db.selectFrom('users').select(['email', 'username']).where('id', '=', userId).executeTakeFirst();
  return row ? [{ userId, ...row, role: 'owner' }] : [];
}

/** Gives a user a role by hand; it replaces an earlier one. */
export async function putRole(
  tx: Db,
  { workspaceId, userId, role }: { workspaceId: number; userId: number; role: Role },
  now: number,
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({ workspace_id: workspaceId, user_id: userId, source: 'hand', role, created_at: now })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id', 'source']).doUpdateSet({ role }))
    .execute();
}

/** Ends a membership, whether a member or a group gave it; false if there was none. */
export async function deleteMember(tx: Db, workspaceId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('memberships')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends all memberships of a user; returns the workspaces with the role that the user had there. */
export async function deleteMemberships(tx: Db, userId: number): Promise<{ workspaceId: number; role: Role }[]> {
  const rows = await tx
    .deleteFrom('memberships')
    .where('user_id', '=', userId)
    .returning(['workspace_id', 'role'])
    .execute();
  return [...Map.groupBy(rows, ({ workspace_id }) => workspace_id)].flatMap(([workspaceId, given]) => {
    const role = highestRole(given.map((row) => row.role));
    return role ? [{ workspaceId, role }] : [];
  });
}

/** Whether a shared workspace has any member. */
export async function hasMembers(tx: Db, workspaceId: number): Promise<boolean> {
  const query = tx.selectFrom('memberships').select('user_id').where('workspace_id', '=', workspaceId).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Ends all memberships of a workspace. */
export async function deleteMembers(tx: Db, workspaceId: number): Promise<void> {
  await tx.deleteFrom('memberships').where('workspace_id', '=', workspaceId).execute();
}

/** Whether a shared workspace has an owner who can sign in. */
export async function hasOwner(tx: Db, workspaceId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('memberships.user_id')
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.role', '=', 'owner')
    .where('users.is_disabled', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
