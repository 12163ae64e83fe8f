import type { Db } from '../db/db.ts';
import { isShared } from '../db/row-statement.ts';
import type { KeptClickTable, RollupTable } from './rollup.table.ts';

const DUE = 'word_sweep_due';

/** The key columns of a rollup. */
export type RollupPlace = Pick<RollupTable, 'noun' | 'noun_id' | 'span' | 'start'>;

/** The key columns of a part of kept clicks. */
export type KeptPlace = Pick<KeptClickTable, 'link_id' | 'day' | 'part'>;

/** A word as a sweep sees it. */
export interface SweptWord {
  id: number;
  /** The sweep that found it unused; 0 for one that is in use. */
  unused_in: number;
}

/** The number of the last sweep that has ended. Until this transaction ends, the next sweep does not begin to read. */
export async function readSweepNumber(tx: Db): Promise<number> {
  const query = tx.selectFrom('word_sweeps').select('number').orderBy('number', 'desc').limit(1);
  // PostgreSQL finds no row where the newest one was deleted while the query waited for it: a newer one is there by then.
  for (let tries = 0; tries < 10; tries += 1) {
    const row = await (isShared(tx) ? query.forShare() : query).executeTakeFirst();
    if (row) return row.number;
  }
  throw new Error('word_sweeps has no row');
}

/** Waits until every transaction that has read a lower number has ended. */
export async function waitForOlderBatches(db: Db, number: number): Promise<void> {
  await db.deleteFrom('word_sweeps').where('number', '<', number).execute();
}

/** Notes that a sweep has ended. */
export async function addSweep(tx: Db, number: number): Promise<void> {
  await tx.insertInto('word_sweeps').values({ number }).execute();
}

/** When the next sweep may begin; undefined where none ever did. */
export async function findSweepDue(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', DUE).executeTakeFirst();
  return row && Number(row.value);
}

/** Moves the date of the next sweep, and holds it until the transaction ends; false where another process has moved it from `from`. */
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

/** The counts of rollups in the order of their keys, those after `after`. */
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

/** The kept clicks in the order of their keys, those after `after`. */
export async function readKeptAfter(
  db: Db,
  after: KeptPlace | undefined,
  limit: number,
): Promise<(KeptPlace & Pick<KeptClickTable, 'bytes'>)[]> {
  let query = db.selectFrom('kept_clicks').select(['link_id', 'day', 'part', 'bytes']);
  if (after) {
    const { link_id, day, part } = after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('link_id', 'day', 'part'), '>', tuple(link_id, day, part)),
    );
  }
  return query.orderBy('link_id').orderBy('day').orderBy('part').limit(limit).execute();
}

/** The words with numbers above this one, the lowest first. */
export function readWordsAfter(db: Db, after: number, limit: number): Promise<SweptWord[]> {
  return db
    .selectFrom('words')
    .select(['id', 'unused_in'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Notes that these words were found unused, or in use where `sweep` is 0. */
export async function noteUnused(tx: Db, ids: number[], sweep: number): Promise<void> {
  if (ids.length > 0) await tx.updateTable('words').set({ unused_in: sweep }).where('id', 'in', ids).execute();
}

/** Deletes those of these words that were found unused by this sweep or an older one, and were not used since. */
export async function deleteUnused(tx: Db, ids: number[], sweep: number): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('words')
    .where('id', 'in', ids)
    .where('unused_in', '>', 0)
    .where('unused_in', '<=', sweep)
    .execute();
}
