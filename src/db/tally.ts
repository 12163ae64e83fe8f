import type { Db } from './db.ts';

/**
 * Adds to how many rows of a noun the user has, and returns how many there are now; belongs in the transaction that adds or removes
 * the rows. Others who change the same tally wait until it ends.
 */
export async function addToTally(tx: Db, userId: number, noun: string, difference: number): Promise<number> {
  const { rows } = await tx
    .insertInto('tallies')
    .values({ user_id: userId, noun, rows: difference })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'noun']).doUpdateSet((eb) => ({ rows: eb('tallies.rows', '+', difference) })),
    )
    .returning('rows')
    .executeTakeFirstOrThrow();
  return rows;
}

/** How many rows of a noun the user has. */
export async function readTally(db: Db, userId: number, noun: string): Promise<number> {
  const row = await db
    .selectFrom('tallies')
    .select('rows')
    .where('user_id', '=', userId)
    .where('noun', '=', noun)
    .executeTakeFirst();
  return row?.rows ?? 0;
}
