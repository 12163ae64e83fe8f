import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { prepareRows } from '../db/row-statement.ts';
import { addRollups, rollupsOf } from './rollup.store.ts';
import type { RollupTable } from './rollup.table.ts';
import { FIRST_HOUR, nounCodes, nounOfCode, type Subject, type VisitedNoun, type VisitedSubject } from './subject.ts';

const SETTING = 'first_hours';

/** Whether subjects without clicks get a first hour with their first one. Stores that had accounts before migration 54 lack this setting. */
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
 * Finds out what the store has of these subjects, in the same order. The rows of the subjects (links and so on) must be locked, so that no
 * other transaction adds a first hour.
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
  // Not `span = -1`: for that, PostgreSQL may choose the index of old first hours, and read all of them.
  after: ') delete from rollups where (noun, noun_id) in (select noun, noun_id from wanted) and span < 0 returning *',
  bind({ noun, id }, parameters) {
    parameters.push(nounCodes[noun], id);
  },
});

/**
 * Replaces first hours by a total, a day and an hour, to which clicks from other hours can be added. The rows of the subjects (links and
 * so on) must be locked. An hour that begins before `hoursFrom` is left out.
 */
export async function replaceFirstHours(tx: Db, subjects: Subject[], hoursFrom = 0): Promise<void> {
  const rows = await deleteRows(tx, subjects);
  const replaced = rows.flatMap(rollupsOf).filter(({ key }) => key.span !== 'hour' || key.start >= hoursFrom);
  await addRollups(tx, replaced);
}

/** Up to `limit` subjects with the oldest first hours before this time. */
export async function findOldFirstHours(db: Db, before: number, limit: number): Promise<VisitedSubject[]> {
  const rows = await db
    .selectFrom('rollups')
    .select(['noun', 'noun_id'])
    // A literal, not a parameter: otherwise SQLite does not use the index on first hours.
    .where(sql<boolean>`span = ${sql.lit(FIRST_HOUR)}`)
    .where('start', '<', before)
    .orderBy('start')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ noun: nounOfCode(row.noun) as VisitedNoun, id: row.noun_id }));
}
