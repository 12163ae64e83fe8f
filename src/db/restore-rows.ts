import { sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { Db } from './db.ts';
import type { OwnedTable } from './owned.ts';
import { isShared } from './row-statement.ts';
import type { StoredRow } from './trash-content.ts';

const ROWS_AT_ONCE = 500;

/** Splits a list into parts that one statement can take. */
export function inParts<Item>(items: Item[]): Item[][] {
  const count = Math.ceil(items.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, index) => items.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE));
}

/** Inserts rows as they were read; columns that are newer than the rows get their defaults. */
export async function insertStoredRows(tx: Db, table: keyof Tables, rows: StoredRow[]): Promise<void> {
  for (const some of inParts(rows))
    await tx
      .insertInto(table)
      .values(some as never)
      .execute();
}

/** The same for counts that may have been added meanwhile; what is there stays. */
export async function insertMissingRows(tx: Db, table: keyof Tables, rows: StoredRow[]): Promise<void> {
  for (const some of inParts(rows))
    await tx
      .insertInto(table)
      .values(some as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Which of these rows the owner has; they cannot be deleted before the transaction ends. */
export async function keepOwned(tx: Db, table: OwnedTable, owner: number, ids: unknown[]): Promise<Set<number>> {
  const kept = new Set<number>();
  for (const some of inParts([...new Set(ids.map(Number))].sort((one, other) => one - other))) {
    const lock = isShared(tx) ? sql`order by id for key share` : sql``;
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} where user_id = ${owner} and id in (${sql.join(some)}) ${lock}`.execute(tx);
    for (const { id } of rows) kept.add(id);
  }
  return kept;
}

/** The id, if the owner has that row; else null. */
export async function keepReference(tx: Db, table: OwnedTable, owner: number, id: unknown): Promise<number | null> {
  if (id === null || id === undefined) return null;
  return (await keepOwned(tx, table, owner, [id])).has(Number(id)) ? Number(id) : null;
}
