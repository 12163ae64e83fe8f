import type { Tables } from '../tables.ts';
import type { Db } from './db.ts';
import { addToTally } from './tally.ts';

/** The tables whose rows belong to a user and are counted for them. */
export type OwnedTable = {
  [Name in keyof Tables]: Tables[Name] extends { id: unknown; user_id: number } ? Name : never;
}[keyof Tables];

/** Keeps a row of the owner's from being changed by others until the transaction ends; false where there is none. */
export async function holdOwned(tx: Db, table: OwnedTable, owner: number, id: number): Promise<boolean> {
  // Written as it is: the one way to hold a row that both engines know.
  const { numUpdatedRows } = await tx
    .updateTable(table)
    .set({ user_id: owner })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes a row of the owner's and takes it off their tally; false where there was none. */
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
