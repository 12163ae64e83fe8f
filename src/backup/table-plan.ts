import type { Database as SqliteFile } from 'bun:sqlite';

/** One table of a store, as the copy needs it. */
export interface PlannedTable {
  name: string;
  columns: string[];
  /** The columns of its primary key, in order. */
  key: string[];
  /** Whether its rows contain binary data, which may be large. */
  hasBytes: boolean;
  /** Whether its ids come from a sequence that never reuses one. */
  isNumbered: boolean;
}

/** The prefix of the tables that only a backup has. */
export const OWN_PREFIX = 'backup_';

interface Column {
  name: string;
  type: string;
  /** The position in the primary key; 0 if the column is not part of it. */
  pk: number;
}

function describe(file: SqliteFile, name: string, sql: string): PlannedTable {
  const columns = file.query<Column, [string]>('select name, type, pk from pragma_table_info(?)').all(name);
  const key = columns.filter(({ pk }) => pk > 0).sort((left, right) => left.pk - right.pk);
  return {
    name,
    columns: columns.map((column) => column.name),
    key: key.map((column) => column.name),
    hasBytes: columns.some(({ type }) => type.toLowerCase() === 'blob'),
    isNumbered: /\bautoincrement\b/i.test(sql),
  };
}

function referencesOf(file: SqliteFile, name: string): string[] {
  const rows = file.query<{ table: string }, [string]>('select "table" from pragma_foreign_key_list(?)').all(name);
  return rows.map(({ table }) => table);
}

/** Reads all tables of a store from its schema. Referenced tables come before the tables that refer to them. */
export function planTables(file: SqliteFile): PlannedTable[] {
  const found = file
    .query<{ name: string; sql: string }, []>("select name, sql from sqlite_schema where type = 'table' order by name")
    .all()
    .filter(({ name }) => !name.startsWith('sqlite_') && !name.startsWith(OWN_PREFIX));
  const sqlOf = new Map(found.map(({ name, sql }) => [name, sql]));
  const planned = new Map<string, PlannedTable>();
  function plan(name: string): void {
    const sql = sqlOf.get(name);
    if (sql === undefined || planned.has(name)) return;
    for (const other of referencesOf(file, name)) if (other !== name) plan(other);
    planned.set(name, describe(file, name, sql));
  }
  for (const { name } of found) plan(name);
  return [...planned.values()];
}

/** Quotes a name as both engines accept it. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Joins quoted names with commas. */
export function quoteAll(names: string[]): string {
  return names.map(quote).join(', ');
}
