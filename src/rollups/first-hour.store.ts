import type { Db } from '../db/db.ts';
import { prepareRows } from '../db/row-statement.ts';
import { FIRST_HOUR, nounCodes, type Subject } from './subject.ts';

const SETTING = 'first_hours';

/**
 * Whether new subjects get a first hour. Only stores that were created by a version that can read first hours have this setting, so that a
 * store of an older version can still be used by that version.
 */
export async function usesFirstHours(db: Db): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', SETTING).executeTakeFirst();
  return row !== undefined;
}

const OTHERS = -1;

const findNewest = prepareRows<Subject, { place: number; first_hour: number }>({
  before: 'with wanted (place, noun, noun_id) as (values ',
  row: '(cast(? as integer), cast(? as integer), cast(? as bigint))',
  after:
    `) select place, (select case when span = ${FIRST_HOUR} then start else ${OTHERS} end from rollups` +
    ' where rollups.noun = wanted.noun and rollups.noun_id = wanted.noun_id order by span desc, start desc limit 1) as first_hour' +
    ' from wanted where exists (select 1 from rollups where rollups.noun = wanted.noun and rollups.noun_id = wanted.noun_id)',
  bind({ noun, id }, parameters, place) {
    parameters.push(place, nounCodes[noun], id);
  },
});

/** Which rollups a subject has: none, only those of its first hour, which begins at this time, or others as well. */
export type StoredRollups = 'none' | 'others' | number;

/** Finds out which rollups these subjects have, in the same order. */
export async function findStoredRollups(tx: Db, subjects: Subject[]): Promise<StoredRollups[]> {
  const found: StoredRollups[] = new Array(subjects.length).fill('none');
  for (const { place, first_hour } of await findNewest(tx, subjects))
    found[place] = first_hour === OTHERS ? 'others' : first_hour;
  return found;
}
