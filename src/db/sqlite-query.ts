import type { SQLQueryBindings, Database as SqliteFile } from 'bun:sqlite';
import { type CompiledQuery, type QueryResult, SelectQueryNode } from 'kysely';
import { retry } from '../lib/retry.ts';
import { isBusy } from './failures.ts';

/** Whether a query only reads. The queries of `prepareStatement` have a text but no tree of nodes. */
export function isRead({ query, sql }: CompiledQuery): boolean {
  return sql.startsWith('select ') || SelectQueryNode.is(query);
}

/** Runs a query that only reads. */
export function readRows<Row>(file: SqliteFile, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  return { rows: file.query<Row, SQLQueryBindings[]>(sql).all(...(parameters as SQLQueryBindings[])) };
}

/** Runs any query. */
export function runQuery<Row>(file: SqliteFile, query: CompiledQuery): QueryResult<Row> {
  if (isRead(query)) return readRows(file, query);
  const statement = file.query<Row, SQLQueryBindings[]>(query.sql);
  const bound = query.parameters as SQLQueryBindings[];
  if (statement.columnNames.length > 0) return { rows: statement.all(...bound) };
  const { changes, lastInsertRowid } = statement.run(...bound);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}

/** Retries while another process has locked the file. */
export function whileBusy<T>(endMs: number, work: () => T): Promise<T> {
  return retry({ isTemporary: isBusy, withinMs: endMs - performance.now() }, work);
}
