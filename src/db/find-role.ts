import { highestRole, type Role } from '../core/role.ts';
import type { Db } from './db.ts';
import { isShared } from './row-statement.ts';

/**
 * The present role of a user in a workspace; undefined if they are no member, or the workspace is being deleted. `lock` keeps the
 * role until the transaction ends.
 */
export async function findRole(
  db: Db,
  { userId, workspaceId }: { userId: number; workspaceId: number },
  lock?: 'lock',
): Promise<Role | undefined> {
  if (workspaceId === userId) return 'owner';
  const query = db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.workspace_id')
    .select('memberships.role')
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.user_id', '=', userId)
    .where('users.kind', '=', 'workspace')
    .where('users.is_disabled', '=', 0);
  const rows = await (lock && isShared(db) ? query.forShare('memberships') : query).execute();
  return highestRole(rows.map(({ role }) => role));
}
