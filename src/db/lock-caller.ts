import { keyRequired } from '../core/errors.ts';
import { isByPassword, isCommand, isKeyOfShared, type Principal } from '../core/principal.ts';
import { includesRole, type Role } from '../core/role.ts';
import { roleMissing, workspaceNotFound } from '../core/workspace-failures.ts';
import type { Db } from './db.ts';
import { findRole } from './find-role.ts';
import { isShared } from './row-statement.ts';

/**
 * Locks the caller's user row until the transaction ends and returns whether the user is an administrator now. Undefined if the
 * user was disabled, or their key or session revoked, since the request was authenticated. Shared locks do not block each
 * other.
 */
export async function lockCaller(
  tx: Db,
  caller: Principal,
  how: 'shared' | 'alone' = 'alone',
): Promise<{ isAdmin: boolean } | undefined> {
  const query = tx.selectFrom('users').select('is_admin').where('id', '=', caller.userId).where('is_disabled', '=', 0);
  const locked = how === 'alone' ? query.forNoKeyUpdate() : query.forShare();
  const user = await (isShared(tx) ? locked : query).executeTakeFirst();
  if (!user) return undefined;
  if (isByPassword(caller) || isCommand(caller)) return { isAdmin: false };
  // Checked after locking: a concurrent password reset has finished its revocations by then.
  const isIn =
    'sessionId' in caller
      ? hasRow(tx, 'sessions', caller.userId, caller.sessionId)
      : hasRow(tx, 'keys', caller.userId, caller.keyId);
  return (await isIn) ? { isAdmin: user.is_admin === 1 && !isKeyOfShared(caller) } : undefined;
}

/**
 * For changes that wait for something after authentication, such as a password hash or DNS: throws if the caller was disabled or
 * revoked meanwhile, or lost the role in the workspace. Commands have no caller.
 */
export async function assertCallerStays(tx: Db, caller: Principal | undefined, least: Role = 'editor'): Promise<void> {
  if (!caller) return;
  if (!(await lockCaller(tx, caller, 'shared'))) throw keyRequired();
  const role = await findRole(tx, caller, 'lock');
  if (!role) throw workspaceNotFound();
  if (!includesRole(role, least)) throw roleMissing({ role: least });
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
