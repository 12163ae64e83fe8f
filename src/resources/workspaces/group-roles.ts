import { includesRole, type Role } from '../../core/role.ts';
import type { Db } from '../../db/db.ts';
import { findRole } from '../../db/find-role.ts';
import { recordCreate, recordDelete, recordUpdate } from '../../db/record-change.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import * as store from './group-role.store.ts';
import { hasOwner } from './member.store.ts';
import { lockWorkspace } from './workspace.store.ts';

/** Sets the roles that a user has through groups, and returns the workspaces in which the user may do less than before. */
export type ApplyGroupRoles = (tx: Db, userId: number, roles: [workspaceId: number, role: Role][]) => Promise<number[]>;

interface Parts {
  /** Deletes the keys that a user has in a workspace. */
  removeKeys(tx: Db, workspaceId: number, userId: number): Promise<void>;
  now: Clock;
  log: Log;
}

/** Roles that were given by hand stay; the highest counts. The last owner of a workspace keeps the role. */
export function createApplyGroupRoles({ removeKeys, now, log }: Parts): ApplyGroupRoles {
  async function record(tx: Db, workspace: number, id: number, before: Role | undefined, after: Role | undefined) {
    // Nobody is signed in yet, so the user is the actor.
    const subject = { workspace, noun: 'member', id, user: id } as const;
    if (before && after) await recordUpdate(tx, subject, { role: before }, { role: after });
    else if (after) await recordCreate(tx, subject, { role: after });
    else if (before) await recordDelete(tx, subject, { role: before });
  }

  /** Returns whether the user may do less than before. */
  async function apply(tx: Db, workspaceId: number, userId: number, role: Role | undefined): Promise<boolean> {
    if (!(await store.isSharedWorkspace(tx, workspaceId))) {
      log.warn('OIDC_WORKSPACES names a workspace that does not exist', { workspace: workspaceId });
      return false;
    }
    await lockWorkspace(tx, workspaceId);
    const member = { workspaceId, userId };
    const before = await findRole(tx, member);
    if (role) await store.putGroupRole(tx, { ...member, role }, now());
    else await store.deleteGroupRole(tx, member);
    if (before === 'owner' && !(await hasOwner(tx, workspaceId))) {
      await store.putGroupRole(tx, { ...member, role: 'owner' }, now());
      log.warn('the last owner of a workspace keeps the role that a group gave', {
        workspace: workspaceId,
        user: userId,
      });
      return false;
    }
    const after = await findRole(tx, member);
    if (before && !after) await removeKeys(tx, workspaceId, userId);
    if (before !== after) await record(tx, workspaceId, userId, before, after);
    return before !== undefined && (after === undefined || !includesRole(after, before));
  }

  return async (tx, userId, roles) => {
    const [wanted, present] = [new Map(roles), await store.listGroupRoles(tx, userId)];
    // In one order, so that two sign-ins do not wait for each other.
    const ids = [...new Set([...wanted.keys(), ...present.keys()])].sort((left, right) => left - right);
    const lost: number[] = [];
    for (const id of ids.filter((one) => wanted.get(one) !== present.get(one))) {
      if (await apply(tx, id, userId, wanted.get(id))) lost.push(id);
    }
    return lost;
  };
}
