import { createQueryId, type Insertable, PostgresAdapter, RawNode } from 'kysely';
import type { Tables } from '../tables.ts';
import type { Db } from './db.ts';

// Large enough to share the cost of a statement, small enough to keep its text short.
const ROWS_AT_ONCE = 100;

/** A statement over many rows, with a `?` for each parameter. */
export interface RowStatement<Item> {
  before: string;
  /** The SQL of one row. PostgreSQL needs casts of parameters; SQLite runs the statement without them. */
  row: string;
  after: string;
  /** Appended on PostgreSQL, to lock the rows until the transaction ends. */
  lock?: string;
  /** Pushes the parameters of one row; `index` is that of the item among all items. */
  bind(item: Item, parameters: unknown[], index: number): void;
}

/** Whether other transactions can write at the same time: true on PostgreSQL. SQLite has a single writer. */
export function isShared(tx: Db): boolean {
  return tx.getExecutor().adapter instanceof PostgresAdapter;
}

/** Replaces each `?` by the numbered parameter that PostgreSQL expects. */
function numberParameters(text: string): string {
  let number = 0;
  return text.replaceAll('?', () => `$${++number}`);
}

function writeText(
  { before, row, after, lock = '' }: RowStatement<never>,
  rowCount: number,
  forPostgres: boolean,
): string {
  // SQLite takes a fifth longer to find rows with casts.
  const one = forPostgres ? row : row.replaceAll(/cast\(\? as \w+\)/g, '?');
  const text = `${before}${`${one}, `.repeat(rowCount - 1)}${one}${after}`;
  return forPostgres ? `${numberParameters(text)}${lock}` : text;
}

// Kysely asks for a tree of nodes, but does not read it.
const NO_TREE = RawNode.createWithSql('');

async function runText<Row>(tx: Db, text: string, parameters: unknown[]): Promise<Row[]> {
  const query = { query: NO_TREE, queryId: createQueryId(), sql: text, parameters };
  const { rows } = await tx.executeQuery<Row>(query);
  return rows;
}

/**
 * Returns a function that runs a statement with a `?` for each parameter. For statements of every counting transaction and every
 * request of the API: the query builder of Kysely would take longer than the database. `lock` is appended on PostgreSQL.
 */
export function prepareStatement<Row>(text: string, lock = '') {
  const onPostgres = `${numberParameters(text)}${lock}`;
  return (tx: Db, parameters: unknown[]) => runText<Row>(tx, isShared(tx) ? onPostgres : text, parameters);
}

/** Returns a function that inserts a row into a table and returns its id, for tables with many columns. */
export function prepareInsert<Table extends keyof Tables>(table: Table) {
  const statements = new Map<string, (tx: Db, parameters: unknown[]) => Promise<{ id: number }[]>>();

  return async function insert(tx: Db, row: Insertable<Tables[Table]>): Promise<number> {
    const columns = Object.keys(row)
      .map((column) => `"${column}"`)
      .join(', ');
    const values = Object.values(row);
    let statement = statements.get(columns);
    if (!statement) {
      const places = values.map(() => '?').join(', ');
      statement = prepareStatement(`insert into ${table} (${columns}) values (${places}) returning id`);
      statements.set(columns, statement);
    }
    const [inserted] = await statement(tx, values);
    if (!inserted) throw new Error(`no row was inserted into ${table}`);
    return inserted.id;
  };
}

/**
 * Returns a function that runs the statement over any number of rows and returns the results. `afterParameters` are the parameters of
 * `after`. The text for each number of rows is built once and without Kysely, whose query builder takes longer than the database for
 * thousands of rows.
 */
export function prepareRows<Item, Row = never>(statement: RowStatement<Item>) {
  const texts: Record<'sqlite' | 'postgres', string[]> = { sqlite: [], postgres: [] };

  return async function run(tx: Db, items: Item[], afterParameters: unknown[] = []): Promise<Row[]> {
    const forPostgres = isShared(tx);
    const byCount = forPostgres ? texts.postgres : texts.sqlite;
    const rows: Row[] = [];
    for (let from = 0; from < items.length; from += ROWS_AT_ONCE) {
      const to = Math.min(from + ROWS_AT_ONCE, items.length);
      byCount[to - from] ??= writeText(statement, to - from, forPostgres);
      const text = byCount[to - from] as string;
      const parameters: unknown[] = [];
      for (let index = from; index < to; index += 1) statement.bind(items[index] as Item, parameters, index);
      for (const parameter of afterParameters) parameters.push(parameter);
      for (const row of await runText<Row>(tx, text, parameters)) rows.push(row);
    }
    return rows;
  };
}

/**
 * Returns a function that finds rows by any number of values of the column with which `text` ends; `rest` follows the values, and
 * `restParameters` are its parameters. On PostgreSQL the values are one parameter, because each parameter costs time. On SQLite a long
 * list takes several statements, each with its own order.
 */
export function prepareFind<Value, Row>(text: string, rest = '', lock = '') {
  const findAny = prepareStatement<Row>(`${text} = any(?)${rest}`, lock);
  const findIn = prepareRows<Value, Row>({
    ...{ before: `${text} in (`, row: '?', after: `)${rest}` },
    bind: (value, parameters) => parameters.push(value),
  });

  return async function find(tx: Db, values: Value[], restParameters: unknown[] = []): Promise<Row[]> {
    if (values.length === 0) return [];
    return isShared(tx) ? findAny(tx, [values, ...restParameters]) : findIn(tx, values, restParameters);
  };
}
