import { keyRequired } from '../core/errors.ts';
import { isKeyOfShared, type Principal } from '../core/principal.ts';
import { includesRole, type Role } from '../core/role.ts';
import { roleMissing, workspaceNotFound } from '../core/workspace-failures.ts';
import type { Db } from './db.ts';
import { findRole } from './find-role.ts';
import { lockCaller } from './lock-caller.ts';

/** Throws unless the caller has at least this role in a workspace, which may be another one than that of the request. */
export async function checkRole(
  db: Db,
  caller: Principal,
  workspaceId: number,
  least: Role,
  lock?: 'lock',
): Promise<Role> {
  const isOutside = isKeyOfShared(caller) && caller.workspaceId !== workspaceId;
  const role = isOutside ? undefined : await findRole(db, { userId: caller.userId, workspaceId }, lock);
  if (!role) throw workspaceNotFound();
  if (!includesRole(role, least)) throw roleMissing({ role: least });
  return role;
}

/** Like `checkRole`, and also throws if the caller was revoked meanwhile. The role cannot change until the transaction ends. */
export async function assertRole(tx: Db, caller: Principal, workspaceId: number, least: Role): Promise<Role> {
  if (!(await lockCaller(tx, caller))) throw keyRequired();
  return checkRole(tx, caller, workspaceId, least, 'lock');
}
