import type { Database as SqliteFile } from 'bun:sqlite';

/** One table of a store, as it is copied. */
export interface PlannedTable {
  name: string;
  columns: string[];
  /** The columns of its primary key, in their order. */
  key: string[];
  /** Whether its rows hold bytes, and may be large. */
  hasBytes: boolean;
  /** Whether its rows have numbers of their own, of which none is given twice. */
  isNumbered: boolean;
}

/** What a backup has beside the tables of the store begins with this. */
export const OWN_PREFIX = 'backup_';

interface Column {
  name: string;
  type: string;
  /** The place in the primary key, 0 where it has none. */
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

/** Every table of the store in this file, read from its own catalogue; what others refer to comes before them. */
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

/** A name as both engines write it in a statement. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Names with commas between. */
export function quoteAll(names: string[]): string {
  return names.map(quote).join(', ');
}
