import type { Db } from '../db/db.ts';
import { readStoreId } from '../db/store-id.ts';
import { transaction } from '../db/transaction.ts';

/** A click journal in DATA_DIR that no process writes or counts. */
export interface UncountedJournal {
  id: string;
  /** The id of the store whose links the clicks belong to. */
  storeId: string;
}

/**
 * Keeps only the journals that are in this DATA_DIR and that no process has open. Their remaining clicks are counted into the
 * restored store, from the position in the backup. All others belong to the original store, which may still be running. Returns
 * the number of journals kept.
 */
export async function takeOverJournals(db: Db, left: UncountedJournal[], now: number): Promise<number> {
  const storeId = await readStoreId(db);
  const ids = left.filter((journal) => journal.storeId === storeId).map(({ id }) => id);
  await transaction(db, async (tx) => {
    const known = await tx.selectFrom('journals').selectAll().execute();
    await tx.deleteFrom('journals').execute();
    for (const id of ids) {
      // A journal that is missing in the backup is newer than the backup: none of its clicks is counted yet.
      const state = known.find((row) => row.id === id) ?? { segment: 0, position: 0 };
      await tx
        .insertInto('journals')
        .values({ ...state, id, updated_at: now })
        .execute();
    }
  });
  return ids.length;
}
