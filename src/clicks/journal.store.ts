import type { Db } from '../db/db.ts';
import type { Position } from './journal-reader.ts';

/** Before everything that a journal holds. */
export const BEGINNING: Position = { segment: 0, offset: 0 };

/** How far a journal has been counted; undefined where the store does not know it. */
export async function findPosition(db: Db, journalId: string): Promise<Position | undefined> {
  const row = await db
    .selectFrom('journals')
    .select(['segment', 'position'])
    .where('id', '=', journalId)
    .executeTakeFirst();
  return row && { segment: row.segment, offset: row.position };
}

/** How far a journal has been counted; the beginning where it is not known. */
export async function readPosition(db: Db, journalId: string): Promise<Position> {
  return (await findPosition(db, journalId)) ?? BEGINNING;
}

/**
 * Belongs in the transaction that counts the clicks between these places: so none is counted twice. False where the journal does
 * not stand at `from`, because an earlier transaction was carried out though its answer was lost.
 */
export async function movePosition(
  tx: Db,
  journalId: string,
  from: Position,
  { segment, offset }: Position,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('journals')
    .values({ id: journalId, segment, position: offset, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ segment, position: offset, updated_at: now })
        .where('journals.segment', '=', from.segment)
        .where('journals.position', '=', from.offset),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Forgets a journal whose files are gone. */
export async function deletePosition(db: Db, journalId: string): Promise<void> {
  await db.deleteFrom('journals').where('id', '=', journalId).execute();
}
