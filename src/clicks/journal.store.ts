import type { Db } from '../db/db.ts';
import type { Position } from './journal-reader.ts';

/** How far a journal has been counted; the beginning where it is not known. */
export async function readPosition(db: Db, journalId: string): Promise<Position> {
  const row = await db
    .selectFrom('journals')
    .select(['segment', 'position'])
    .where('id', '=', journalId)
    .executeTakeFirst();
  return { segment: row?.segment ?? 0, offset: row?.position ?? 0 };
}

/** Belongs in the transaction that counts the clicks before this place: so none is counted twice. */
export async function savePosition(
  tx: Db,
  journalId: string,
  { segment, offset }: Position,
  now: number,
): Promise<void> {
  await tx
    .insertInto('journals')
    .values({ id: journalId, segment, position: offset, updated_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ segment, position: offset, updated_at: now }))
    .execute();
}

/** Forgets a journal whose files are gone. */
export async function deletePosition(db: Db, journalId: string): Promise<void> {
  await db.deleteFrom('journals').where('id', '=', journalId).execute();
}
