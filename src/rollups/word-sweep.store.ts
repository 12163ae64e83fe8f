import type { Db } from '../db/db.ts';
import { prepareStatement } from '../db/row-statement.ts';
import type { KeptClickTable, RollupTable } from './rollup.table.ts';

const DUE = 'word_sweep_due';

/** The key columns of a rollup. */
export type RollupPlace = Pick<RollupTable, 'noun' | 'noun_id' | 'span' | 'start'>;

/** The key columns of a part of kept clicks. */
export type KeptPlace = Pick<KeptClickTable, 'subject_key' | 'day' | 'part'>;

/** A word as a sweep sees it. */
export interface SweptWord {
  id: number;
  /** The sweep that found the word unused; 0 if it is in use. */
  unused_in: number;
}

const findLastSweep = prepareStatement<{ number: number }>(
  'select number from word_sweeps order by number desc limit 1',
  ' for share',
);

/** The number of the last sweep that has ended. The next sweep starts reading only after this transaction has ended. */
export async function readSweepNumber(tx: Db): Promise<number> {
  // PostgreSQL returns no row if the row was deleted while the query waited for its lock; by then there is a newer row.
  for (let tries = 0; tries < 10; tries += 1) {
    const [row] = await findLastSweep(tx, []);
    if (row) return row.number;
  }
  throw new Error('word_sweeps has no row');
}

/** Waits until every transaction that read a lower number has ended. */
export async function waitForOlderBatches(db: Db, number: number): Promise<void> {
  await db.deleteFrom('word_sweeps').where('number', '<', number).execute();
}

/** Records that a sweep has ended. */
export async function addSweep(tx: Db, number: number): Promise<void> {
  await tx.insertInto('word_sweeps').values({ number }).execute();
}

/** When the next sweep may begin; undefined if there was none yet. */
export async function findSweepDue(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', DUE).executeTakeFirst();
  return row && Number(row.value);
}

/** Sets the date of the next sweep, locked until the transaction ends; false if another process has changed it from `from`. */
export async function moveSweepDue(db: Db, from: number | undefined, to: number): Promise<boolean> {
  const insert = db.insertInto('settings').values({ name: DUE, value: String(to) });
  const query =
    from === undefined
      ? insert.onConflict((conflict) => conflict.column('name').doNothing())
      : insert.onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ value: String(to) })
            .where('settings.value', '=', String(from)),
        );
  const { numInsertedOrUpdatedRows } = await query.executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Reads the counts of the rollups after `after`, in the order of their keys. */
export async function readCountsAfter(
  db: Db,
  after: RollupPlace | undefined,
  limit: number,
): Promise<(RollupPlace & Pick<RollupTable, 'counts'>)[]> {
  let query = db.selectFrom('rollups').select(['noun', 'noun_id', 'span', 'start', 'counts']);
  if (after) {
    const { noun, noun_id, span, start } = after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('noun', 'noun_id', 'span', 'start'), '>', tuple(noun, noun_id, span, start)),
    );
  }
  return query.orderBy('noun').orderBy('noun_id').orderBy('span').orderBy('start').limit(limit).execute();
}

/** Reads the kept clicks after `after`, in the order of their keys. */
export async function readKeptAfter(
  db: Db,
  after: KeptPlace | undefined,
  limit: number,
): Promise<(KeptPlace & Pick<KeptClickTable, 'bytes'>)[]> {
  let query = db.selectFrom('kept_clicks').select(['subject_key', 'day', 'part', 'bytes']);
  if (after) {
    const { subject_key, day, part } = after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('subject_key', 'day', 'part'), '>', tuple(subject_key, day, part)),
    );
  }
  return query.orderBy('subject_key').orderBy('day').orderBy('part').limit(limit).execute();
}

/** Reads the words with ids above `after`, lowest first. */
export function readWordsAfter(db: Db, after: number, limit: number): Promise<SweptWord[]> {
  return db
    .selectFrom('words')
    .select(['id', 'unused_in'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Records the sweep that found these words unused; 0 means that they are in use. */
export async function noteUnused(tx: Db, ids: number[], sweep: number): Promise<void> {
  if (ids.length > 0) await tx.updateTable('words').set({ unused_in: sweep }).where('id', 'in', ids).execute();
}

/** Deletes those of the words that this sweep or an older one found unused and that were not used since. */
export async function deleteUnused(tx: Db, ids: number[], sweep: number): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('words')
    .where('id', 'in', ids)
    .where('unused_in', '>', 0)
    .where('unused_in', '<=', sweep)
    .execute();
}
