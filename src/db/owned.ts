import type { Tables } from '../tables.ts';
import type { Db } from './db.ts';
import { addToTally } from './tally.ts';

/** The tables whose rows belong to a user and are counted for each user. */
export type OwnedTable = {
  [Name in keyof Tables]: Tables[Name] extends { id: unknown; user_id: number } ? Name : never;
}[keyof Tables];

/** Locks one of the owner's rows until the transaction ends; false if there is none. */
export async function lockOwned(tx: Db, table: OwnedTable, owner: number, id: number): Promise<boolean> {
  // Updates the row without changing it: the only row lock that works on both engines.
  const { numUpdatedRows } = await tx
    .updateTable(table)
    .set({ user_id: owner })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes one of the owner's rows and decrements the tally; false if there was none. */
export async function deleteOwned(tx: Db, table: OwnedTable, owner: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom(table)
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await addToTally(tx, owner, table, -1);
  return true;
}
