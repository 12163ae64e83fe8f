import type { Db } from '../db/db.ts';
import { readStoreId } from '../db/store-id.ts';
import { transaction } from '../db/transaction.ts';

/** A journal of clicks that lies in DATA_DIR and that nobody writes or counts. */
export interface LeftJournal {
  id: string;
  /** Of which store's links it tells. */
  storeId: string;
}

/**
 * Of the journals that the backup's store was counting only those are known from now on that lie here and that nobody holds: what
 * is left in them is counted into the restored store, from where the backup stands. Any other goes on belonging to the store that
 * the backup was made of, which may well be alive. Returns how many there are.
 */
export async function takeOverJournals(db: Db, left: LeftJournal[], now: number): Promise<number> {
  const storeId = await readStoreId(db);
  const ids = left.filter((journal) => journal.storeId === storeId).map(({ id }) => id);
  await transaction(db, async (tx) => {
    const known = await tx.selectFrom('journals').selectAll().execute();
    await tx.deleteFrom('journals').execute();
    for (const id of ids) {
      // One that the backup does not know was begun after it: nothing of it is counted yet.
      const { segment, position } = known.find((row) => row.id === id) ?? { segment: 0, position: 0 };
      await tx.insertInto('journals').values({ id, segment, position, updated_at: now }).execute();
    }
  });
  return ids.length;
}
