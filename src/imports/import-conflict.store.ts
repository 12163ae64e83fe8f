import type { FieldError } from '../core/errors.ts';
import type { Db } from '../db/db.ts';
import type { ImportConflict } from './import.ts';

const ROWS_AT_ONCE = 200;

export async function insertConflicts(tx: Db, importId: number, conflicts: ImportConflict[]): Promise<void> {
  for (let from = 0; from < conflicts.length; from += ROWS_AT_ONCE) {
    const some = conflicts.slice(from, from + ROWS_AT_ONCE);
    await tx
      .insertInto('import_conflicts')
      .values(
        some.map(({ alias, errors, file = null, line = null }) => ({
          ...{ import_id: importId, alias, errors: JSON.stringify(errors), file, line },
        })),
      )
      .execute();
  }
}

export async function deleteConflicts(db: Db, importId: number): Promise<void> {
  await db.deleteFrom('import_conflicts').where('import_id', '=', importId).execute();
}

/** The links that a run refused, in the order of the source. */
export async function listConflicts(db: Db, importId: number, limit: number): Promise<ImportConflict[]> {
  const rows = await db
    .selectFrom('import_conflicts')
    .select(['alias', 'errors', 'file', 'line'])
    .where('import_id', '=', importId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ alias, errors, file, line }) => ({
    ...{ alias, errors: JSON.parse(errors) as FieldError[] },
    ...(file !== null && line !== null && { file, line }),
  }));
}
