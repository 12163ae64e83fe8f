import type { Db } from '../../db/db.ts';

/** What is known about the owner of an account. */
export interface AccountProof {
  /** The last address that was proved; null if none was. */
  email: string | null;
  /** Whether everything that signs in to the account was made by its owner. */
  hasOwnCredentials: boolean;
}

/** Undefined if nothing is known, as in accounts of older versions. */
export async function findProof(db: Db, owner: number): Promise<AccountProof | undefined> {
  const row = await db
    .selectFrom('account_proofs')
    .select(['email', 'has_own_credentials'])
    .where('user_id', '=', owner)
    .executeTakeFirst();
  return row && { email: row.email, hasOwnCredentials: row.has_own_credentials === 1 };
}

/** Stores that the account belongs to whoever proved this address; without an address, an earlier one stays proved. */
export async function putProof(tx: Db, owner: number, email: string | null): Promise<void> {
  const change = { has_own_credentials: 1, ...(email !== null && { email }) };
  await tx
    .insertInto('account_proofs')
    .values({ user_id: owner, email, has_own_credentials: 1 })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute();
}

/** Stores that the address of an account was changed without a proof; an earlier address stays proved. */
export async function noteUnprovedAddress(tx: Db, owner: number): Promise<void> {
  await tx
    .insertInto('account_proofs')
    .values({ user_id: owner, email: null, has_own_credentials: 0 })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** Whether anything but a password signs in to an account, or is asked for beside it. */
export async function hasOtherCredentials(tx: Db, owner: number): Promise<boolean> {
  for (const table of ['keys', 'passkeys', 'second_factors'] as const) {
    const query = tx.selectFrom(table).select('user_id').where('user_id', '=', owner);
    if (await query.executeTakeFirst()) return true;
  }
  return false;
}
