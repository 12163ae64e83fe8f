import type { Db } from '../../db/db.ts';
import { findRole } from '../../db/find-role.ts';
import { recordCreate, recordDelete, recordUpdate } from '../../db/record-change.ts';
import * as store from './member.store.ts';
import { disableWorkspace, findWorkspaceName, listOwnedWorkspaces, lockWorkspace } from './workspace.store.ts';
import { lastOwner } from './workspace.ts';

function memberOf(workspace: number, id: number) {
  return { workspace, noun: 'member', id } as const;
}

async function makeOwner(tx: Db, workspaceId: number, userId: number, now: number): Promise<void> {
  const before = await findRole(tx, { workspaceId, userId });
  await store.putRole(tx, { workspaceId, userId, role: 'owner' }, now);
  const subject = memberOf(workspaceId, userId);
  await (before
    ? recordUpdate(tx, subject, { role: before }, { role: 'owner' })
    : recordCreate(tx, subject, { role: 'owner' }));
}

async function closeWorkspace(tx: Db, id: number): Promise<void> {
  await disableWorkspace(tx, id);
  await recordDelete(tx, { workspace: id, noun: 'workspace', id }, { name: (await findWorkspaceName(tx, id)) ?? null });
}

/**
 * Ends all memberships of a user who is being deleted. The heir becomes the owner of workspaces that have no other owner. Without
 * an heir, workspaces without other members are closed, and their ids returned; one with other members needs an owner first.
 */
export async function endMemberships(tx: Db, userId: number, heirId: number | null, now: number): Promise<number[]> {
  const owned = await listOwnedWorkspaces(tx, userId);
  for (const id of owned) await lockWorkspace(tx, id);
  for (const { workspaceId, role } of await store.deleteMemberships(tx, userId))
    await recordDelete(tx, memberOf(workspaceId, userId), { role });
  const emptied: number[] = [];
  for (const workspaceId of owned) {
    if (await store.hasOwner(tx, workspaceId)) continue;
    if (heirId !== null) {
      await makeOwner(tx, workspaceId, heirId, now);
    } else if (await store.hasMembers(tx, workspaceId)) {
      throw lastOwner();
    } else {
      await closeWorkspace(tx, workspaceId);
      emptied.push(workspaceId);
    }
  }
  return emptied;
}
