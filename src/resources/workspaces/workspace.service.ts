import { invalidField, keyRequired } from '../../core/errors.ts';
import { type Page, type PageRequest, pageOf } from '../../core/paging.ts';
import { isKeyOfShared, type Principal } from '../../core/principal.ts';
import { keyOfOtherWorkspace } from '../../core/workspace-failures.ts';
import { assertRole, checkRole } from '../../db/assert-role.ts';
import type { Db } from '../../db/db.ts';
import { lockCaller } from '../../db/lock-caller.ts';
import { recordCreate, recordDelete, recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import { withTimeLimit } from '../../lib/time-limit.ts';
import { randomToken } from '../../lib/token.ts';
import * as members from './member.store.ts';
import * as store from './workspace.store.ts';
import { type Workspace, workspaceNotEmpty, workspacePersonal } from './workspace.ts';

// A response waits this long; most workspaces have little content.
const WAIT_MS = 4_000;

/** How a workspace is deleted. */
export interface WorkspaceRemoval {
  /** Deletes everything in it; `name` must then be its name. */
  isForced: boolean;
  name: string | null | undefined;
}

/** The operations on workspaces. */
export interface WorkspaceService {
  list(caller: Principal, request: PageRequest): Promise<Page<Workspace>>;
  create(caller: Principal, name: string): Promise<number>;
  rename(caller: Principal, id: number, name: string): Promise<void>;
  /** Deletes a workspace; false if there is so much content that the work continues in the background. */
  remove(caller: Principal, id: number, how: WorkspaceRemoval): Promise<boolean>;
}

interface Parts {
  db: Db;
  /** Whether a workspace owns any row. */
  hasContent(tx: Db, workspaceId: number): Promise<boolean>;
  /** Deletes all keys of a workspace. */
  removeKeys(tx: Db, workspaceId: number): Promise<void>;
  /** Stores that everything of a workspace is being deleted. */
  insertRemoval(tx: Db, workspaceId: number): Promise<void>;
  /** Deletes the workspace whose removal is stored; it continues after a restart. */
  runRemoval(workspaceId: number): Promise<void>;
  onRoleLost(workspaceId: number): void;
  now: Clock;
  log: Log;
}

function subjectOf(id: number) {
  return { workspace: id, noun: 'workspace', id } as const;
}

export function createWorkspaceService(parts: Parts): WorkspaceService {
  const { db, hasContent, removeKeys, insertRemoval, runRemoval, onRoleLost, now, log } = parts;

  return {
    async list(caller, request) {
      const all = await store.listWorkspaces(db, caller.userId);
      const visible = isKeyOfShared(caller) ? all.filter(({ id }) => id === caller.workspaceId) : all;
      return pageOf(visible, request);
    },

    create(caller, name) {
      if (isKeyOfShared(caller)) throw keyOfOtherWorkspace();
      return transaction(db, async (tx) => {
        if (!(await lockCaller(tx, caller))) throw keyRequired();
        const username = `workspace-${randomToken(12).toLowerCase()}`;
        const id = await store.insertWorkspace(tx, { name, username }, now());
        await members.putRole(tx, { workspaceId: id, userId: caller.userId, role: 'owner' }, now());
        await recordCreate(tx, subjectOf(id), { name });
        return id;
      });
    },

    async rename(caller, id, name) {
      await transaction(db, async (tx) => {
        await assertRole(tx, caller, id, 'admin');
        const before = await store.findWorkspaceName(tx, id);
        await store.renameWorkspace(tx, id, name);
        await recordUpdate(tx, subjectOf(id), { name: before ?? null }, { name });
      });
    },

    async remove(caller, id, { isForced, name }) {
      await transaction(db, async (tx) => {
        await checkRole(tx, caller, id, 'owner');
        if (id === caller.userId) throw workspacePersonal();
        await store.lockWorkspace(tx, id);
        await assertRole(tx, caller, id, 'owner');
        const ownName = await store.findWorkspaceName(tx, id);
        if (isForced && name !== ownName) throw invalidField('name', 'workspace_name_differs');
        await store.disableWorkspace(tx, id);
        await members.deleteMembers(tx, id);
        await removeKeys(tx, id);
        // After the memberships, whose locks are held by requests that are still adding content.
        await store.waitForInserts(tx, id);
        if (!isForced && (await hasContent(tx, id))) throw workspaceNotEmpty();
        await insertRemoval(tx, id);
        await recordDelete(tx, subjectOf(id), { name: ownName ?? null });
      });
      onRoleLost(id);
      try {
        await withTimeLimit(WAIT_MS, runRemoval(id));
        return true;
      } catch (error) {
        log.info('the deletion of a workspace continues in the background', { workspace: id, error });
        return false;
      }
    },
  };
}
