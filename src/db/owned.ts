import type { Tables } from '../tables.ts';
import type { Db } from './db.ts';
import { addToTally } from './tally.ts';

/** The tables whose rows belong to a user and are counted for them. */
export type OwnedTable = {
  [Name in keyof Tables]: Tables[Name] extends { id: unknown; user_id: number } ? Name : never;
}[keyof Tables];

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
