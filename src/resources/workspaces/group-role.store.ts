import type { Role } from '../../core/role.ts';
import type { Db } from '../../db/db.ts';

/** A user in a workspace. */
interface GroupMember {
  workspaceId: number;
  userId: number;
}

/** The roles by workspace that a user has through groups. */
export async function listGroupRoles(db: Db, userId: number): Promise<Map<number, Role>> {
  const rows = await db
    .selectFrom('memberships')
    .select(['workspace_id', 'role'])
    .where('user_id', '=', userId)
    .where('source', '=', 'group')
    .execute();
  return new Map(rows.map(({ workspace_id, role }) => [workspace_id, role]));
}

/** Whether there is a shared workspace with this id that is not being deleted. */
export async function isSharedWorkspace(db: Db, id: number): Promise<boolean> {
  const query = db.selectFrom('users').select('id').where('id', '=', id).where('kind', '=', 'workspace');
  return (await query.where('is_disabled', '=', 0).executeTakeFirst()) !== undefined;
}

/** Gives a user a role through a group; it replaces an earlier one. */
export async function putGroupRole(
  tx: Db,
  { workspaceId, userId, role }: GroupMember & { role: Role },
  now: number,
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({ workspace_id: workspaceId, user_id: userId, source: 'group', role, created_at: now })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id', 'source']).doUpdateSet({ role }))
    .execute();
}

/** Takes away the role that a user has through groups. */
export async function deleteGroupRole(tx: Db, { workspaceId, userId }: GroupMember): Promise<void> {
  await tx
    .deleteFrom('memberships')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('source', '=', 'group')
    .execute();
}
