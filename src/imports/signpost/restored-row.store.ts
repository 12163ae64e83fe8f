import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../tables.ts';

/** A row of an export, and the row that it is here. */
export interface RestoredRow {
  table: keyof Tables;
  /** Its id in the export. */
  from: number;
  to: number;
  /** False if it was here before. */
  isNew: boolean;
}

const ROWS_AT_ONCE = 500;

export async function insertRestored(tx: Db, importId: number, rows: RestoredRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE).map(({ table, from, to, isNew }) => ({
      ...{ import_id: importId, table_name: table, source_id: from, row_id: to },
      ...{ is_new: isNew ? 1 : 0, is_counted: 0 },
    }));
    // A forged export may contain an id twice.
    await tx
      .insertInto('restored_rows')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** The restored rows of a table that still exist. */
export async function listRestored(
  db: Db,
  importId: number,
  table: keyof Tables,
): Promise<(RestoredRow & { isCounted: boolean })[]> {
  const { rows } = await sql<{ source_id: number; row_id: number; is_new: number; is_counted: number }>`
    select source_id, row_id, is_new, is_counted from restored_rows join ${sql.table(table)} as kept on kept.id = row_id
    where import_id = ${importId} and table_name = ${table}`.execute(db);
  return rows.map((row) => ({
    ...{ table, from: row.source_id, to: row.row_id },
    ...{ isNew: row.is_new === 1, isCounted: row.is_counted === 1 },
  }));
}

/** Notes that the statistics of these rows are stored. */
export async function markCounted(tx: Db, importId: number, table: keyof Tables, ids: number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE)
    await tx
      .updateTable('restored_rows')
      .set({ is_counted: 1 })
      .where('import_id', '=', importId)
      .where('table_name', '=', table)
      .where('source_id', 'in', ids.slice(at, at + ROWS_AT_ONCE))
      .execute();
}

export async function deleteRestored(db: Db, importId: number): Promise<void> {
  await db.deleteFrom('restored_rows').where('import_id', '=', importId).execute();
}
