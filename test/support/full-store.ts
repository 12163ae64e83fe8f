import { Database as SqliteFile } from 'bun:sqlite';
import { sql } from 'kysely';
import { planTables } from '../../src/backup/table-plan.ts';
import type { Database, Db } from '../../src/db/db.ts';
import { sqlitePath } from '../../src/db/open.ts';
import { newReadyConfig } from './engines.ts';

/** A row of any table. */
export type Row = Record<string, unknown>;

interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
  isReference: boolean;
}

/** A table, as the migrations create it. */
export interface FilledTable {
  name: string;
  isNumbered: boolean;
  key: string[];
  columns: Column[];
}

async function readTables(): Promise<FilledTable[]> {
  const file = new SqliteFile(sqlitePath(await newReadyConfig('sqlite')), { readonly: true });
  const tables = planTables(file).map(({ name, isNumbered, key }) => {
    const references = file
      .query<{ from: string }, [string]>('select "from" from pragma_foreign_key_list(?)')
      .all(name);
    const columns = file
      .query<Omit<Column, 'isReference'>, [string]>('select name, type, "notnull", pk from pragma_table_info(?)')
      .all(name)
      .map((column) => ({ ...column, isReference: references.some(({ from }) => from === column.name) }));
    return { name, isNumbered, key, columns };
  });
  file.close();
  return tables;
}

let foundTables: Promise<FilledTable[]> | undefined;

/** Every table of the migrations, in an order that satisfies foreign keys. */
export function tablesOfAStore(): Promise<FilledTable[]> {
  foundTables ??= readTables();
  return foundTables;
}

/** Values that are easily damaged: the largest numbers, every byte, quotes, multi-byte characters, empty values and null. */
function makeValue({ name, type, notnull, pk, isReference }: Column, index: number, referred: number): unknown {
  if (isReference) return referred;
  if (notnull === 0 && pk === 0 && index === 3) return null;
  switch (type.toLowerCase()) {
    case 'blob':
      return Buffer.from(Array.from({ length: 256 }, (_, byte) => (byte + index) % 256));
    case 'bigint':
      return pk > 0 ? index : Number.MAX_SAFE_INTEGER - index;
    case 'integer':
      return index;
    default:
      return `${name} ${index} "it's"\t\\ Ä ß 漢 😀\n`;
  }
}

/** Inserts a row that differs for each index and refers to rows with the id `referred`; returns the id of the new row. */
export async function addRow(db: Db, table: FilledTable, index: number, referred: number): Promise<number> {
  const { name, isNumbered, columns } = table;
  const given = columns.filter((column) => !(isNumbered && column.name === 'id'));
  const values = sql.join(given.map((column) => sql`${makeValue(column, index, referred)}`));
  const names = sql.join(given.map((column) => sql.ref(column.name)));
  const returned = sql.ref(isNumbered ? 'id' : (columns[0]?.name ?? ''));
  const row = sql`insert into ${sql.table(name)} (${names}) values (${values}) returning ${returned} as id`;
  const { rows } = await row.execute(db);
  return (rows[0] as { id: number }).id;
}

// Tables that a migration fills.
const SEEDED = ['migrations', 'name_locks'];

/** Inserts rows into every table. In tables with ids it also adds and deletes a last row, whose id must not be used again. */
export async function fillStore({ db }: Database, tables: FilledTable[]): Promise<void> {
  for (const index of [1, 2, 3]) {
    for (const table of tables) if (!SEEDED.includes(table.name)) await addRow(db, table, index, index);
  }
  for (const table of tables.filter(({ isNumbered }) => isNumbered)) {
    const id = await addRow(db, table, 4, 1);
    await sql`delete from ${sql.table(table.name)} where id = ${id}`.execute(db);
  }
}

/** Every row of every table, ordered by key. */
export async function readStore({ db }: Database, tables: FilledTable[]): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {};
  for (const { name, key } of tables) {
    const order = sql.join(key.map((column) => sql.ref(column)));
    const { rows } = await sql<Row>`select * from ${sql.table(name)} order by ${order}`.execute(db);
    found[name] = rows.map(toPlain);
  }
  return found;
}

/** The engines return bytes in different types. */
function toPlain(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  ]);
  return Object.fromEntries(entries);
}
