import type { Db } from '../db/db.ts';
import { prepareStatement } from '../db/row-statement.ts';
import type { JournalTable } from '../rollups/rollup.table.ts';
import { type Noun, nounCodes } from '../rollups/subject.ts';
import type { Position } from './journal-reader.ts';

/** The position before all records of a journal. */
export const BEGINNING: Position = { segment: 0, offset: 0 };

/** The last subject whose clicks are written, in the order of `writtenNouns`. */
export interface LastWritten {
  noun: Noun;
  id: number;
}

/** Partly written clicks: of the clicks up to `end`, those on subjects up to `last` are counted. */
export interface PartlyWritten {
  end: Position;
  last: LastWritten;
}

/** How far a journal has been counted. */
export interface JournalState {
  /** All clicks before this position are counted. */
  position: Position;
  /** Set while the clicks after the position are being written, and after a write was interrupted. */
  partly: PartlyWritten | undefined;
}

/** How far a journal has been counted; undefined if the store does not know it. */
export async function findJournalState(db: Db, journalId: string): Promise<JournalState | undefined> {
  const row = await db.selectFrom('journals').selectAll().where('id', '=', journalId).executeTakeFirst();
  if (!row) return undefined;
  const noun = (Object.keys(nounCodes) as Noun[]).find((name) => nounCodes[name] === row.partly_noun);
  const partly = noun && {
    end: { segment: row.partly_segment, offset: row.partly_position },
    last: { noun, id: row.partly_noun_id },
  };
  return { position: { segment: row.segment, offset: row.position }, partly };
}

/** How far a journal has been counted; the beginning if the store does not know it. */
export async function readJournalState(db: Db, journalId: string): Promise<JournalState> {
  return (await findJournalState(db, journalId)) ?? { position: BEGINNING, partly: undefined };
}

const STATE_COLUMNS = [
  'segment',
  'position',
  'partly_segment',
  'partly_position',
  'partly_noun',
  'partly_noun_id',
] satisfies (keyof JournalTable)[];

/** The values of the state columns. */
function toValues({ position, partly }: JournalState): number[] {
  const { end = BEGINNING, last } = partly ?? {};
  return [position.segment, position.offset, end.segment, end.offset, last ? nounCodes[last.noun] : 0, last?.id ?? 0];
}

const changeState = prepareStatement<{ id: string }>(
  `insert into journals (id, updated_at, ${STATE_COLUMNS.join(', ')}) values (?, ?${', ?'.repeat(STATE_COLUMNS.length)})
   on conflict (id) do update set updated_at = excluded.updated_at,
     ${STATE_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}
   where ${STATE_COLUMNS.map((column) => `journals.${column} = ?`).join(' and ')} returning id`,
);

/**
 * Call this in the transaction that counts the clicks between the two states, so that none is counted twice. Returns false if the
 * journal is not in the state `from`, because an earlier transaction was committed although its response was lost.
 */
export async function changeJournalState(
  tx: Db,
  journalId: string,
  from: JournalState,
  to: JournalState,
  now: number,
): Promise<boolean> {
  const changed = await changeState(tx, [journalId, now, ...toValues(to), ...toValues(from)]);
  return changed.length === 1;
}

/** Deletes the row of a journal whose files are deleted. */
export async function deleteJournalState(db: Db, journalId: string): Promise<void> {
  await db.deleteFrom('journals').where('id', '=', journalId).execute();
}
