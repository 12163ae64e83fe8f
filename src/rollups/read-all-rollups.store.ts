import type { Db } from '../db/db.ts';
import { type KeyedRollup, rollupsOf } from './rollup.store.ts';
import type { RollupTable } from './rollup.table.ts';
import { compareKeys, FIRST_HOUR, nounCodes, type RollupKey, type Subject } from './subject.ts';

const ROWS_AT_ONCE = 200;

type Place = Pick<RollupTable, 'noun' | 'noun_id' | 'span' | 'start'>;

/** Reads the rows after `after`, in the order of their keys: those of one subject, or of all. */
async function readRowsAfter(db: Db, subject: Subject | undefined, after: Place | undefined): Promise<RollupTable[]> {
  let query = db.selectFrom('rollups').selectAll();
  // For one subject, a tuple with the noun and the id would make SQLite read all of its rows again.
  if (subject) {
    query = query.where('noun', '=', nounCodes[subject.noun]).where('noun_id', '=', subject.id);
    if (after) {
      const { span, start } = after;
      query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('span', 'start'), '>', tuple(span, start)));
    }
  } else if (after) {
    const { noun, noun_id, span, start } = after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('noun', 'noun_id', 'span', 'start'), '>', tuple(noun, noun_id, span, start)),
    );
  }
  return query.orderBy('noun').orderBy('noun_id').orderBy('span').orderBy('start').limit(ROWS_AT_ONCE).execute();
}

/** The rollups of a first hour that have not been yielded yet, in the order of keys. */
class WaitingRollups {
  #all: KeyedRollup[] = [];

  add(rollups: KeyedRollup[]): void {
    this.#all.push(...rollups);
  }

  /** Takes out those before a key. */
  takeBefore(key: RollupKey): KeyedRollup[] {
    const place = this.#all.findIndex((one) => compareKeys(one.key, key) >= 0);
    return place === -1 ? this.takeAll() : this.#all.splice(0, place);
  }

  /** Takes out the first one if it has this key. */
  takeEqual(key: RollupKey): KeyedRollup | undefined {
    const [first] = this.#all;
    return first && compareKeys(first.key, key) === 0 ? this.#all.shift() : undefined;
  }

  takeAll(): KeyedRollup[] {
    return this.#all.splice(0);
  }
}

/**
 * Yields rollups in steps, in the order of their keys: those of one subject, or of all. The content of a first hour is added to the rollups
 * of its time slots, if there are any.
 */
export async function* readAllRollups(db: Db, subject?: Subject): AsyncGenerator<KeyedRollup[]> {
  const waiting = new WaitingRollups();
  for (let after: Place | undefined; ; ) {
    const rows = await readRowsAfter(db, subject, after);
    const isLast = rows.length < ROWS_AT_ONCE;
    // It is read again with what comes next. Otherwise it could be replaced before that, and its content be read twice.
    if (!isLast && rows.at(-1)?.span === FIRST_HOUR) rows.pop();
    const done: KeyedRollup[] = [];
    for (const row of rows) {
      const rollups = rollupsOf(row);
      const [{ key, rollup }] = rollups as [KeyedRollup];
      done.push(...waiting.takeBefore(key));
      if (row.span === FIRST_HOUR) waiting.add(rollups);
      else {
        const firstHour = waiting.takeEqual(key);
        if (firstHour) rollup.merge(firstHour.rollup);
        done.push({ key, rollup });
      }
    }
    after = rows.at(-1);
    if (isLast) done.push(...waiting.takeAll());
    if (done.length > 0) yield done;
    if (isLast) return;
  }
}
