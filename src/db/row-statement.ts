import { createQueryId, RawNode, sql } from 'kysely';
import type { Db } from './db.ts';

// Large enough to share the cost of a statement, small enough to keep its text short.
const ROWS_AT_ONCE = 100;

/** A statement over many rows, with a `?` for each parameter. */
export interface RowStatement<Item> {
  before: string;
  /** The SQL of one row. */
  row: string;
  after: string;
  /** Appended on PostgreSQL, to lock the rows until the transaction ends. */
  lock?: string;
  /** Pushes the parameters of one row. */
  bind(item: Item, parameters: unknown[]): void;
}

/** Whether other transactions can write at the same time: true on PostgreSQL. SQLite has a single writer. */
export function isShared(tx: Db): boolean {
  // Detects the engine by its placeholder: `?` on SQLite, `$1` on PostgreSQL.
  return sql`${0}`.compile(tx).sql === '$1';
}

function writeText(statement: RowStatement<never>, rowCount: number, isNumbered: boolean): string {
  const { before, row, after, lock = '' } = statement;
  const text = `${before}${`${row}, `.repeat(rowCount - 1)}${row}${after}`;
  let number = 0;
  return isNumbered ? `${text.replaceAll('?', () => `$${++number}`)}${lock}` : text;
}

/**
 * Returns a function that runs the statement over any number of rows and returns the results. The text of a full batch is built
 * once and without Kysely, whose query builder takes longer than the database for thousands of rows.
 */
export function prepareRows<Item, Row = never>(statement: RowStatement<Item>) {
  const fullTexts = new Map<boolean, string>();

  return async function run(tx: Db, items: Item[]): Promise<Row[]> {
    const isNumbered = isShared(tx);
    const rows: Row[] = [];
    for (let from = 0; from < items.length; from += ROWS_AT_ONCE) {
      const batch = items.slice(from, from + ROWS_AT_ONCE);
      const isFull = batch.length === ROWS_AT_ONCE;
      const text = (isFull && fullTexts.get(isNumbered)) || writeText(statement, batch.length, isNumbered);
      if (isFull) fullTexts.set(isNumbered, text);
      const parameters: unknown[] = [];
      for (const item of batch) statement.bind(item, parameters);
      const result = await tx.executeQuery<Row>({
        query: RawNode.createWithSql(text),
        queryId: createQueryId(),
        sql: text,
        parameters,
      });
      for (const row of result.rows) rows.push(row);
    }
    return rows;
  };
}
