import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** A column of totals, and the SQL that finds the owner of a row. */
interface Totals {
  table: 'bio_pages' | 'bio_blocks';
  column: 'views' | 'clicks';
  owner: string;
}

const ROWS_AT_ONCE = 200;

/** Adds to totals by row id and returns the owners. Deleted rows are skipped. */
export async function addCounts(
  tx: Db,
  { table, column, owner }: Totals,
  counts: Map<number, number>,
): Promise<Map<number, { userId: number }>> {
  const found = new Map<number, { userId: number }>();
  const [id, total] = [sql.ref(`${table}.id`), sql.ref(`${table}.${column}`)];
  // Rows are updated in the order of their ids, so that two nodes cannot deadlock.
  const all = [...counts].sort(([left], [right]) => left - right);
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    const rows = all
      .slice(from, from + ROWS_AT_ONCE)
      .map(([row, count]) => sql`(cast(${row} as bigint), cast(${count} as bigint))`);
    const updated = await sql<{ id: number; user_id: number }>`
      with added (id, count) as (values ${sql.join(rows)})
      update ${sql.table(table)} set ${sql.ref(column)} = ${total} + added.count from added where ${id} = added.id
      returning ${id}, ${sql.raw(owner)} as user_id`.execute(tx);
    for (const row of updated.rows) found.set(row.id, { userId: row.user_id });
  }
  return found;
}
