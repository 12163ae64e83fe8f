import { keyRequired } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
import type { Role } from '../core/role.ts';
import type { Db } from './db.ts';
import { findRole } from './find-role.ts';
import { isShared } from './row-statement.ts';

/**
 * Locks the caller's user row until the transaction ends and returns whether the user is an administrator now, and the role in the
 * workspace. Undefined if the user was disabled, the key or session revoked, or the membership ended since the request was
 * authenticated. Shared locks do not block each other.
 */
export async function lockCaller(
  tx: Db,
  caller: Principal,
  how: 'shared' | 'alone' = 'alone',
): Promise<{ isAdmin: boolean; role: Role } | undefined> {
  const query = tx.selectFrom('users').select('is_admin').where('id', '=', caller.userId).where('is_disabled', '=', 0);
  const locked = how === 'alone' ? query.forNoKeyUpdate() : query.forShare();
  const user = await (isShared(tx) ? locked : query).executeTakeFirst();
  if (!user) return undefined;
  // Checked after locking: a concurrent password reset has finished its revocations by then.
  const isIn =
    'sessionId' in caller
      ? hasRow(tx, 'sessions', caller.userId, caller.sessionId)
      : hasRow(tx, 'keys', caller.userId, caller.keyId);
  if (!(await isIn)) return undefined;
  const role = await findRole(tx, caller, 'lock');
  return role && { isAdmin: user.is_admin === 1, role };
}

/**
 * For changes that wait for something after authentication, such as a password hash or DNS: throws if the caller was disabled or
 * revoked meanwhile. Commands have no caller.
 */
export async function assertCallerStays(tx: Db, caller: Principal | undefined): Promise<void> {
  if (caller && !(await lockCaller(tx, caller, 'shared'))) throw keyRequired();
}

async function hasRow(tx: Db, table: 'keys' | 'sessions', userId: number, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
