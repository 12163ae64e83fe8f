import type { Db } from '../../db/db.ts';
import { recordCreate, recordUpdate } from '../../db/record-change.ts';
import { randomToken } from '../../lib/token.ts';
import {
  claimFirst,
  findAccount,
  findAccountByEmail,
  insertAccount,
  lockPassword,
  updateAccount,
} from './account.store.ts';
import { type Account, suggestUsername } from './account.ts';
import { findProof, putProof } from './account-proof.store.ts';
import {
  deleteResets,
  findGroupAdmin,
  hasOtherAdministrator,
  lockAdministrators,
  setGroupAdmin,
} from './user.store.ts';

/** What an identity provider says about a new user. */
interface NewSignOnUser {
  email: string;
  username: string | undefined;
}

/** Finds the account of a user of the provider. */
export const findSignOnAccount = {
  byId: findAccount,
  byEmail: findAccountByEmail,
  /** Locks it until the transaction ends, so that nobody disables it meanwhile. */
  async locked(tx: Db, id: number): Promise<Account | undefined> {
    await lockPassword(tx, id);
    return findAccount(tx, id);
  },
};

/** Who proved the address of an account. */
export const signOnProof = { find: findProof, put: putProof };

/** Nobody is signed in yet, so the user is the actor. */
function subjectOf(id: number) {
  return { workspace: id, noun: 'user', id, user: id } as const;
}

/** A user name like that at the provider; with some random characters if it `isTaken`. */
function nameOf({ email, username }: NewSignOnUser, isTaken: boolean): string {
  const suggested = suggestUsername(
    username === undefined || username.includes('@') ? (username ?? email) : `${username}@`,
  );
  return isTaken ? `${suggested}-${randomToken(4).toLowerCase()}` : suggested;
}

/**
 * Creates an account that has no password. Being the first account of the installation does not make it an administrator:
 * anyone with an account at the provider could come first.
 */
export async function insertSignOnAccount(
  tx: Db,
  user: NewSignOnUser,
  { isTaken, now }: { isTaken: boolean; now: number },
): Promise<Account> {
  const record = { email: user.email, username: nameOf(user, isTaken), passwordHash: '', isAdmin: false };
  const id = await insertAccount(tx, record, now);
  const { email, username } = record;
  await recordCreate(tx, { ...subjectOf(id), noun: 'account' }, { email, username, admin: false });
  return (await findAccount(tx, id)) as Account;
}

/** Frees an address for its owner: the account gets the last one that was proved for it, or one that nobody can have. */
export async function giveBackAddress(tx: Db, { id, email }: Account): Promise<void> {
  const proved = (await findProof(tx, id))?.email ?? null;
  const isFree = proved !== null && (await findAccountByEmail(tx, proved)) === undefined;
  const former = isFree ? proved : `account-${id}@address.invalid`;
  await updateAccount(tx, id, { email: former });
  // A reset link in the mailbox of the owner must not open an account of somebody else.
  await deleteResets(tx, id);
  await recordUpdate(tx, { ...subjectOf(id), noun: 'account' }, { email }, { email: former });
}

/**
 * Makes a user of the group an administrator, or takes away what the group gave before. An administrator by hand stays one, and so
 * does the last one who can sign in (`kept`). Undefined if nothing changes.
 */
export async function applyAdminGroup(
  tx: Db,
  id: number,
  isInGroup: boolean,
  now: number,
): Promise<'granted' | 'removed' | 'kept' | undefined> {
  const before = await findGroupAdmin(tx, id);
  if (isInGroup ? before.isAdmin : !before.isGroupAdmin) return undefined;
  await lockAdministrators(tx);
  if (isInGroup) {
    await setGroupAdmin(tx, id, true);
    await recordUpdate(tx, subjectOf(id), { admin: false }, { admin: true });
    // The set-up link, which makes the first administrator, ends.
    await claimFirst(tx, now);
    return 'granted';
  }
  if (!(await hasOtherAdministrator(tx, id))) return 'kept';
  await setGroupAdmin(tx, id, false);
  await recordUpdate(tx, subjectOf(id), { admin: true }, { admin: false });
  return 'removed';
}
