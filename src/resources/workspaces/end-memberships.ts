import type { Db } from '../../db/db.ts';
import * as store from './member.store.ts';
import { disableWorkspace, listOwnedWorkspaces, lockWorkspace } from './workspace.store.ts';
import { lastOwner } from './workspace.ts';

/**
 * Ends all memberships of a user who is being deleted. The heir becomes the owner of workspaces that have no other owner. Without
 * an heir, workspaces without other members are closed, and their ids returned; one with other members needs an owner first.
 */
export async function endMemberships(tx: Db, userId: number, heirId: number | null, now: number): Promise<number[]> {
  const owned = await listOwnedWorkspaces(tx, userId);
  for (const id of owned) await lockWorkspace(tx, id);
  await store.deleteMemberships(tx, userId);
  const emptied: number[] = [];
  for (const workspaceId of owned) {
    if (await store.hasOwner(tx, workspaceId)) continue;
    if (heirId !== null) {
      await store.putRole(tx, { workspaceId, userId: heirId, role: 'owner' }, now);
    } else if (await store.hasMembers(tx, workspaceId)) {
      throw lastOwner();
    } else {
      await disableWorkspace(tx, workspaceId);
      emptied.push(workspaceId);
    }
  }
  return emptied;
}
