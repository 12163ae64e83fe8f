import { SECRET_VALUE } from '../../core/audit.ts';
import type { Db } from '../../db/db.ts';
import { recordChange } from '../../db/record-change.ts';
import { updateAccount } from './account.store.ts';
import { deleteResets } from './user.store.ts';

/** Ends everything that signs in to an account, inside the caller's transaction. */
export type EndCredentials = (tx: Db, owner: number) => Promise<void>;

interface Parts {
  removeKeys(tx: Db, owner: number): Promise<void>;
  removePasskeys(tx: Db, owner: number): Promise<void>;
  removeSecondFactor(tx: Db, owner: number): Promise<void>;
  endSessions(tx: Db, owner: number, kept: number | undefined): Promise<void>;
}

export function createEndCredentials(parts: Parts): EndCredentials {
  const { removeKeys, removePasskeys, removeSecondFactor, endSessions } = parts;
  return async (tx, owner) => {
    await endSessions(tx, owner, undefined);
    await removeKeys(tx, owner);
    await removePasskeys(tx, owner);
    await removeSecondFactor(tx, owner);
    await deleteResets(tx, owner);
    await updateAccount(tx, owner, { password_hash: '' });
    // Nobody is signed in yet, so the user is the actor.
    const subject = { workspace: owner, noun: 'account', id: owner, user: owner } as const;
    const changes = { password: { old: SECRET_VALUE, new: null } };
    await recordChange(tx, { ...subject, action: 'end_credentials', changes });
  };
}
