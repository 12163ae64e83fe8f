import type { Db } from '../db/db.ts';
import type { RollupTable } from './rollup.table.ts';
import { Rollup } from './rollup.ts';
import { compareKeys, FIRST_HOUR, nounCodes, nounOfCode, type RollupKey, type Subject, slotsOfRow } from './subject.ts';

const ROWS_AT_ONCE = 200;

/** A rollup with its key. */
export interface KeyedRollup {
  key: RollupKey;
  rollup: Rollup;
}

type Place = Pick<RollupTable, 'noun' | 'noun_id' | 'span' | 'start'>;

/** Reads the rows after `after`, in the order of their keys: those of one subject, or of all. */
async function readRowsAfter(db: Db, subject: Subject | undefined, after: Place | undefined): Promise<RollupTable[]> {
  let query = db.selectFrom('rollups').selectAll();
  if (subject) query = query.where('noun', '=', nounCodes[subject.noun]).where('noun_id', '=', subject.id);
  if (after) {
    const { noun, noun_id, span, start } = after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('noun', 'noun_id', 'span', 'start'), '>', tuple(noun, noun_id, span, start)),
    );
  }
  return query.orderBy('noun').orderBy('noun_id').orderBy('span').orderBy('start').limit(ROWS_AT_ONCE).execute();
}

/** The rollups that a row is part of; the first one has the lowest key. */
function rollupsOf(row: RollupTable): [KeyedRollup, ...KeyedRollup[]] {
  const subject = { noun: nounOfCode(row.noun), id: row.noun_id };
  const [first, ...others] = slotsOfRow(row).map((slot) => ({
    key: { ...subject, ...slot },
    rollup: Rollup.decode(row),
  }));
  return [first as KeyedRollup, ...others];
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
 * Yields rollups in steps, in the order of their keys: those of one subject, or of all. A first hour is added to its total, its day
 * and its hour, whose rows come after its own.
 */
export async function* readAllRollups(db: Db, subject?: Subject): AsyncGenerator<KeyedRollup[]> {
  const waiting = new WaitingRollups();
  for (let after: Place | undefined; ; ) {
    const rows = await readRowsAfter(db, subject, after);
    const done: KeyedRollup[] = [];
    for (const row of rows) {
      const rollups = rollupsOf(row);
      const [{ key, rollup }] = rollups;
      done.push(...waiting.takeBefore(key));
      if (row.span === FIRST_HOUR) waiting.add(rollups);
      else {
        const firstHour = waiting.takeEqual(key);
        if (firstHour) rollup.merge(firstHour.rollup);
        done.push({ key, rollup });
      }
    }
    after = rows.at(-1);
    const isLast = rows.length < ROWS_AT_ONCE;
    if (isLast) done.push(...waiting.takeAll());
    if (done.length > 0) yield done;
    if (isLast) return;
  }
}
