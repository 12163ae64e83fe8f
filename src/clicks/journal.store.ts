import type { Db } from '../db/db.ts';
import { type Noun, nounCodes } from '../rollups/subject.ts';
import type { Position } from './journal-reader.ts';

/** The position before everything that a journal contains. */
export const BEGINNING: Position = { segment: 0, offset: 0 };

/** A subject up to which clicks are written, in the order of `writtenNouns`. */
export interface LastWritten {
  noun: Noun;
  id: number;
}

/** Clicks that are only partly written: up to `end`, all subjects up to `last` have been counted. */
export interface PartlyWritten {
  end: Position;
  last: LastWritten;
}

/** How far a journal has been counted. */
export interface JournalState {
  /** All clicks before it are counted. */
  position: Position;
  /** Set if a process has ended, or lost the store, while it wrote the clicks after the position. */
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

/** How far a journal has been counted; the beginning if it is not known. */
export async function readJournalState(db: Db, journalId: string): Promise<JournalState> {
  return (await findJournalState(db, journalId)) ?? { position: BEGINNING, partly: undefined };
}

function toRow({ position, partly }: JournalState) {
  return {
    segment: position.segment,
    position: position.offset,
    partly_segment: partly?.end.segment ?? 0,
    partly_position: partly?.end.offset ?? 0,
    partly_noun: partly ? nounCodes[partly.last.noun] : 0,
    partly_noun_id: partly?.last.id ?? 0,
  };
}

/**
 * Belongs in the transaction that counts the clicks between these states: so none is counted twice. False if the journal is not in
 * the state `from`, because an earlier transaction was committed although its response was lost.
 */
export async function changeJournalState(
  tx: Db,
  journalId: string,
  from: JournalState,
  to: JournalState,
  now: number,
): Promise<boolean> {
  const row = toRow(to);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('journals')
    .values({ id: journalId, ...row, updated_at: now })
    .onConflict((conflict) => {
      let update = conflict.column('id').doUpdateSet({ ...row, updated_at: now });
      for (const [column, value] of Object.entries(toRow(from))) {
        update = update.where(`journals.${column as keyof typeof row}`, '=', value);
      }
      return update;
    })
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Forgets a journal whose files are gone. */
export async function deleteJournalState(db: Db, journalId: string): Promise<void> {
  await db.deleteFrom('journals').where('id', '=', journalId).execute();
}
