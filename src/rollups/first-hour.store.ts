import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { prepareRows } from '../db/row-statement.ts';
import { transaction } from '../db/transaction.ts';
import { addRollups, deleteOldest, type KeyedRollup, rollupsOf } from './rollup.store.ts';
import type { RollupTable } from './rollup.table.ts';
import { FIRST_HOUR, nounCodes, type Subject } from './subject.ts';

const SETTING = 'first_hours';

/** Whether new subjects get a first hour. Only stores that were created by a version that can read first hours have this setting. */
export async function hasFirstHours(db: Db): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
  return row !== undefined;
}

const findLowest = prepareRows<Subject, { place: number; first_hour: number | null }>({
  before: 'with wanted (place, noun, noun_id) as (values ',
  row: '(cast(? as integer), cast(? as integer), cast(? as bigint))',
  after:
    `) select place, (select case when span = ${FIRST_HOUR} then start end from rollups` +
    ' where rollups.noun = wanted.noun and rollups.noun_id = wanted.noun_id order by span, start limit 1) as first_hour' +
    ' from wanted where exists (select 1 from rollups where rollups.noun = wanted.noun and rollups.noun_id = wanted.noun_id)',
  bind({ noun, id }, parameters, place) {
    parameters.push(place, nounCodes[noun], id);
  },
});

/** What a store has of a subject: nothing, a first hour with its start, or rollups of time slots. */
export type StoredRollups = 'nothing' | 'slots' | { firstHour: number };

/**
 * Finds out what the store has of these subjects, in the same order. Their own rows must be locked, so that no other transaction adds
 * a first hour.
 */
export async function findStoredRollups(tx: Db, subjects: Subject[]): Promise<StoredRollups[]> {
  const found: StoredRollups[] = new Array(subjects.length).fill('nothing');
  for (const { place, first_hour } of await findLowest(tx, subjects))
    found[place] = first_hour === null ? 'slots' : { firstHour: first_hour };
  return found;
}

const deleteRows = prepareRows<Subject, RollupTable>({
  before: 'with wanted (noun, noun_id) as (values ',
  row: '(cast(? as integer), cast(? as bigint))',
  after: `) delete from rollups where (noun, noun_id) in (select noun, noun_id from wanted) and span = ${FIRST_HOUR} returning *`,
  bind({ noun, id }, parameters) {
    parameters.push(nounCodes[noun], id);
  },
});

/** Replaces the first hours of subjects by rollups of their time slots, to which clicks from other hours can be added. */
export async function replaceFirstHours(tx: Db, subjects: Subject[]): Promise<void> {
  const rows = await deleteRows(tx, subjects);
  await addRollups(tx, rows.flatMap(rollupsOf));
}

/** Replaces up to `limit` of the oldest first hours before this time by a total and a day; returns how many. */
export function replaceOldFirstHours(db: Db, before: number, limit: number): Promise<number> {
  return transaction(db, async (tx) => {
    const rows = await deleteOldest(tx, sql.lit(FIRST_HOUR), before, limit).returningAll().execute();
    const replaced: KeyedRollup[] = rows.flatMap(rollupsOf);
    await addRollups(
      tx,
      replaced.filter(({ key }) => key.span !== 'hour'),
    );
    return rows.length;
  });
}
