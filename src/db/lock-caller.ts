import { keyRequired } from '../core/errors.ts';
import { isByPassword, isCommand, isKeyOfShared, type Principal } from '../core/principal.ts';
import { includesRole, type Role } from '../core/role.ts';
import { roleMissing, workspaceNotFound } from '../core/workspace-failures.ts';
import type { Db } from './db.ts';
import { findRole } from './find-role.ts';
import { prepareStatement } from './row-statement.ts';

const USER = 'select is_admin from users where id = ? and is_disabled = 0';

const findUser = {
  alone: prepareStatement<{ is_admin: number }>(USER, ' for no key update'),
  shared: prepareStatement<{ is_admin: number }>(USER, ' for share'),
};

const findKey = prepareStatement('select id from keys where id = ? and user_id = ?');

const findSession = prepareStatement('select id from sessions where id = ? and user_id = ?');

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
  const [user] = await findUser[how](tx, [caller.userId]);
  if (!user) return undefined;
  if (isByPassword(caller) || isCommand(caller)) return { isAdmin: false };
  // Checked after locking: a concurrent password reset has finished its revocations by then.
  const [found] =
    'sessionId' in caller
      ? await findSession(tx, [caller.sessionId, caller.userId])
      : await findKey(tx, [caller.keyId, caller.userId]);
  return found ? { isAdmin: user.is_admin === 1 && !isKeyOfShared(caller) } : undefined;
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
