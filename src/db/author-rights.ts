import { includesRole, type Role } from '../core/role.ts';
import { authorRightsLost } from '../core/workspace-failures.ts';
import type { Db } from './db.ts';
import { findRole } from './find-role.ts';
import { prepareStatement } from './row-statement.ts';

/** Who started work that goes on after their request ended. */
export interface WorkAuthor {
  /** Null if the account was deleted. */
  userId: number | null;
  workspaceId: number;
  /** The key that started it, if the work ends with the key. */
  keyId?: number | null | undefined;
}

const findUser = prepareStatement('select id from users where id = ? and is_disabled = 0', ' for share');
const findKey = prepareStatement('select id from keys where id = ? and user_id = ?');

/**
 * The present role of whoever started background work; it stays until the transaction ends. Throws if the account was disabled or
 * deleted, the key revoked, or the role in the workspace lost. Every transaction of background work calls this first.
 */
export async function assertAuthorStays(
  tx: Db,
  { userId, workspaceId, keyId = null }: WorkAuthor,
  least: Role = 'editor',
): Promise<Role> {
  if (userId === null || (await findUser(tx, [userId])).length === 0) throw authorRightsLost();
  if (keyId !== null && (await findKey(tx, [keyId, userId])).length === 0) throw authorRightsLost();
  const role = await findRole(tx, { userId, workspaceId }, 'lock');
  if (role === undefined || !includesRole(role, least)) throw authorRightsLost();
  return role;
}
