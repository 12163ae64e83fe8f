import { createQueryId, RawNode, sql } from 'kysely';
import type { Db } from './db.ts';

// Enough rows that the cost of a statement is shared, few enough that its text stays small.
const ROWS_AT_ONCE = 100;

/** A statement over many rows at once, with a `?` for each parameter. */
export interface RowStatement<Item> {
  before: string;
  /** The text of one row. */
  row: string;
  after: string;
  /** What follows where others may write too, to have the rows until the end of the transaction. */
  lock?: string;
  /** Pushes the parameters of one row. */
  bind(item: Item, parameters: unknown[]): void;
}

/** Whether others may write while this transaction does; on SQLite what it finds is its own until it ends. */
export function isShared(tx: Db): boolean {
  // SQLite's parameter is `?`, PostgreSQL's `$1`; which of them this is, a small query tells.
  return sql`${0}`.compile(tx).sql === '$1';
}

function writeText(statement: RowStatement<never>, rowCount: number, isNumbered: boolean): string {
  const { before, row, after, lock = '' } = statement;
  const text = `${before}${`${row}, `.repeat(rowCount - 1)}${row}${after}`;
  let number = 0;
  return isNumbered ? `${text.replaceAll('?', () => `$${++number}`)}${lock}` : text;
}

/**
 * Runs the statement over any number of rows and gives what it returns. The text of a full batch is written once, not by
 * Kysely's builder, which takes longer over thousands of rows than the store does.
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
