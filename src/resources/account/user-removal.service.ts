import { diffFields } from '../../core/audit.ts';
import { invalidField } from '../../core/errors.ts';
import type { Principal } from '../../core/principal.ts';
import type { Db } from '../../db/db.ts';
import { recordChange } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import { withTimeLimit } from '../../lib/time-limit.ts';
import { findAccount } from './account.store.ts';
import { assertStillAdmin } from './assert-still-admin.ts';
import type { UserRemovalBody } from './user.contract.ts';
import * as users from './user.store.ts';
import { domainOfBoth, ownAccount, userInherits, userNotFound } from './user.ts';
import * as store from './user-removal.store.ts';

/** Deletes a user; false if there is so much content that the work continues in the background. */
export type RemoveUser = (by: Principal, id: number, body: UserRemovalBody) => Promise<boolean>;

// A response waits this long; most users have little content.
const WAIT_MS = 4_000;

interface Parts {
  db: Db;
  endSessions(tx: Db, userId: number, kept: number | undefined): Promise<void>;
  removeKeys(tx: Db, userId: number): Promise<void>;
  /**
   * Ends all memberships of a user whose row is disabled. The heir becomes the owner of workspaces that have no other; without one,
   * those without other members are deleted, and their ids returned.
   */
  endMemberships(tx: Db, userId: number, heirId: number | null): Promise<number[]>;
  /** Deletes the user whose removal is stored; it continues after a restart. */
  runRemoval(userId: number): Promise<void>;
  now: Clock;
  log: Log;
}

export function createRemoveUser(parts: Parts): RemoveUser {
  const { db, endSessions, removeKeys, endMemberships, runRemoval, now, log } = parts;

  async function assertCanInherit(tx: Db, id: number, heirId: number): Promise<void> {
    const isThere = heirId !== id && (await users.hasUser(tx, heirId)) && !(await store.findRemoval(tx, heirId));
    if (!isThere) throw invalidField('to', 'no_such_user');
    const host = await store.findSharedHost(tx, id, heirId);
    if (host !== undefined) throw domainOfBoth({ domain: host });
  }

  return async (by, id, { content, to }) => {
    if (by.userId === id) throw ownAccount();
    const heirId = content === 'transfer' ? (to ?? 0) : null;
    const emptied = await transaction(db, async (tx) => {
      // The caller is an administrator and stays one, so the last administrator is never deleted.
      await users.lockAdministrators(tx);
      await assertStillAdmin(tx, by);
      const account = await findAccount(tx, id);
      const fields = { email: account?.email, username: account?.username };
      if (!(await users.updateFlags(tx, id, { is_admin: 0, is_disabled: 1 }))) throw userNotFound();
      if (await store.isHeir(tx, id)) throw userInherits();
      if (heirId !== null) await assertCanInherit(tx, id, heirId);
      await endSessions(tx, id, undefined);
      await users.deleteResets(tx, id);
      await removeKeys(tx, id);
      const workspaces = await endMemberships(tx, id, heirId);
      await store.insertRemoval(tx, { userId: id, heirId }, now());
      for (const userId of workspaces) await store.insertRemoval(tx, { userId, heirId: null }, now());
      const changes = {
        ...diffFields(fields, undefined),
        content: { old: null, new: content },
        to: { old: null, new: heirId },
      };
      await recordChange(tx, { workspace: id, noun: 'user', id, action: 'delete', changes });
      return workspaces;
    });
    log.info('the deletion of a user was requested', { user: id, by: by.userId, heir: heirId ?? undefined });
    try {
      await withTimeLimit(WAIT_MS, Promise.all([id, ...emptied].map(runRemoval)));
      return true;
    } catch (error) {
      log.info('the deletion of a user continues in the background', { user: id, error });
      return false;
    }
  };
}
