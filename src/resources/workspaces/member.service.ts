import { type Page, type PageRequest, pageOf } from '../../core/paging.ts';
import type { Principal } from '../../core/principal.ts';
import type { Role } from '../../core/role.ts';
import { roleMissing } from '../../core/workspace-failures.ts';
import { assertRole, checkRole } from '../../db/assert-role.ts';
import type { Db } from '../../db/db.ts';
import { findRole } from '../../db/find-role.ts';
import { recordDelete, recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import * as store from './member.store.ts';
import { lockWorkspace } from './workspace.store.ts';
import { lastOwner, type Member, memberNotFound, roleFromGroup } from './workspace.ts';

/** The operations on the members of workspaces. */
export interface MemberService {
  list(caller: Principal, workspaceId: number, request: PageRequest): Promise<Page<Member>>;
  changeRole(caller: Principal, workspaceId: number, userId: number, role: Role): Promise<void>;
  /** Removes a member, or lets the caller leave. */
  remove(caller: Principal, workspaceId: number, userId: number): Promise<void>;
}

interface Parts {
  db: Db;
  /** Deletes the keys that a user has in a workspace. */
  removeKeys(tx: Db, workspaceId: number, userId: number): Promise<void>;
  /** Called when a user may no longer act in a workspace, or with a lower role. */
  onRoleLost(workspaceId: number): void;
  now: Clock;
}

export function createMemberService({ db, removeKeys, onRoleLost, now }: Parts): MemberService {
  /** Locks the workspace, so that two changes cannot both rely on an owner whom the other removes. */
  async function lockMember(
    tx: Db,
    caller: Principal,
    workspaceId: number,
    userId: number,
    least: Role,
  ): Promise<Role> {
    // A user who is not a member must not block the others.
    await checkRole(tx, caller, workspaceId, least);
    await lockWorkspace(tx, workspaceId);
    const own = await assertRole(tx, caller, workspaceId, least);
    // Only a personal workspace has the id of a user.
    const isOther = userId === workspaceId && workspaceId !== caller.userId;
    const role = isOther ? undefined : await findRole(tx, { userId, workspaceId });
    if (!role) throw memberNotFound();
    // Only owners change owners.
    if (role === 'owner' && own !== 'owner') throw roleMissing({ role: 'owner' });
    return role;
  }

  async function assertHasOwner(tx: Db, workspaceId: number): Promise<void> {
    if (!(await store.hasOwner(tx, workspaceId))) throw lastOwner();
  }

  return {
    async list(caller, workspaceId, request) {
      const isPersonal = workspaceId === caller.userId;
      await checkRole(db, caller, workspaceId, 'viewer');
      const members = isPersonal
        ? await store.findPersonalMember(db, workspaceId)
        : await store.listMembers(db, workspaceId);
      return pageOf(members, request);
    },

    async changeRole(caller, workspaceId, userId, role) {
      await transaction(db, async (tx) => {
        const least = role === 'owner' ? 'owner' : 'admin';
        const before = await lockMember(tx, caller, workspaceId, userId, least);
        if (before === role) return;
        if (workspaceId === userId) throw lastOwner();
        await store.putRole(tx, { workspaceId, userId, role }, now());
        if ((await findRole(tx, { userId, workspaceId })) !== role) throw roleFromGroup();
        if (before === 'owner') await assertHasOwner(tx, workspaceId);
        const subject = { workspace: workspaceId, noun: 'member', id: userId } as const;
        await recordUpdate(tx, subject, { role: before }, { role });
      });
      onRoleLost(workspaceId);
    },

    async remove(caller, workspaceId, userId) {
      await transaction(db, async (tx) => {
        const least = userId === caller.userId ? 'viewer' : 'admin';
        const role = await lockMember(tx, caller, workspaceId, userId, least);
        if (workspaceId === userId) throw lastOwner();
        await store.deleteMember(tx, workspaceId, userId);
        if (role === 'owner') await assertHasOwner(tx, workspaceId);
        await removeKeys(tx, workspaceId, userId);
        await recordDelete(tx, { workspace: workspaceId, noun: 'member', id: userId }, { role });
      });
      onRoleLost(workspaceId);
    },
  };
}
