import type { Db } from '../db/db.ts';
import { type KeyedRollup, rollupsOf } from './rollup.store.ts';
import type { RollupTable } from './rollup.table.ts';
import { FIRST_HOUR, nounCodes, type Subject, spanCodes } from './subject.ts';

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

/**
 * Where reading continues after a row. A first hour is all that its subject had: if it has been replaced meanwhile, the rows in its place
 * would be counted again.
 */
function placeAfter(row: RollupTable): Place {
  return row.span === FIRST_HOUR ? { ...row, span: spanCodes.hour, start: Number.MAX_SAFE_INTEGER } : row;
}

/** Yields rollups in steps, in the order of their keys: those of one subject, or of all. */
export async function* readAllRollups(db: Db, subject?: Subject): AsyncGenerator<KeyedRollup[]> {
  let after: Place | undefined;
  while (true) {
    const rows = await readRowsAfter(db, subject, after);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.flatMap(rollupsOf);
    if (rows.length < ROWS_AT_ONCE) return;
    after = placeAfter(last);
  }
}
