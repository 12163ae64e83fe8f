import { type SQLQueryBindings, Database as SqliteFile } from 'bun:sqlite';
import { sql } from 'kysely';
import type { Database, Db } from '../db/db.ts';
import { isDamage } from '../db/failures.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';
import { migrations } from '../db/migrations/list.ts';
import { openSqlite } from '../db/sqlite.ts';
import { damagedStore, noStore } from './copy-sqlite.ts';
import { countOf, type ReportProgress, reportAtIntervals } from './progress.ts';
import { type PlannedTable, planTables, quote, quoteAll } from './table-plan.ts';

const ROWS_AT_ONCE = 1_000;
// Reads few rows at once: the picture of a QR code can take a megabyte.
const LARGE_ROWS_AT_ONCE = 50;

const CACHE_KIB = 64_000;

type Row = Record<string, SQLQueryBindings>;

/** Creates the file with the schema of the store, which may be older than the schema of this program. */
async function makeSchema(database: Database, draft: string): Promise<void> {
  const pending = await pendingMigrations(database);
  const applied = migrations.filter(({ name }) => !pending.includes(name));
  if (applied.length === 0) throw noStore(database.place);
  const store = openSqlite(draft);
  try {
    await migrate(store, 0, applied);
  } finally {
    await store.close();
  }
}

/** Drops the indexes and returns their definitions: creating an index after the rows are there is much faster. */
function dropIndexes(file: SqliteFile): string[] {
  const indexes = file
    .query<{ name: string; sql: string }, []>(
      "select name, sql from sqlite_schema where type = 'index' and sql is not null",
    )
    .all();
  for (const { name } of indexes) file.run(`drop index ${quote(name)}`);
  return indexes.map((index) => index.sql);
}

async function copyTable(tx: Db, file: SqliteFile, table: PlannedTable, note: (rows: number) => void): Promise<void> {
  const { name, columns, key, hasBytes } = table;
  // Rows that a migration inserted are copied from the store as well.
  file.run(`delete from ${quote(name)}`);
  const marks = columns.map(() => '?').join(', ');
  const insert = file.query(`insert into ${quote(name)} (${quoteAll(columns)}) values (${marks})`);
  const wanted = `select ${quoteAll(columns)} from ${quote(name)} order by ${quoteAll(key)}`;
  await sql`declare copied no scroll cursor for ${sql.raw(wanted)}`.execute(tx);
  const fetch = sql<Row>`fetch ${sql.raw(String(hasBytes ? LARGE_ROWS_AT_ONCE : ROWS_AT_ONCE))} from copied`;
  for (let count = 0; ; ) {
    const { rows } = await fetch.execute(tx);
    if (rows.length === 0) break;
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
    count += rows.length;
    note(count);
  }
  await sql`close copied`.execute(tx);
}

/** Copies the last id of the sequence, so that no id is used twice. */
async function copyNumber(tx: Db, file: SqliteFile, { name }: PlannedTable): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`
    select last_value as last from pg_sequences
    where format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence(${name}, 'id')`.execute(tx);
  const own = file.query<{ seq: number }, [string]>('select seq from sqlite_sequence where name = ?').get(name);
  file.query('delete from sqlite_sequence where name = ?').run(name);
  const last = Math.max(rows[0]?.last ?? 0, own?.seq ?? 0);
  if (last > 0) file.query('insert into sqlite_sequence (name, seq) values (?, ?)').run(name, last);
}

async function copyAll(tx: Db, file: SqliteFile, onProgress: ReportProgress): Promise<void> {
  const reportRows = reportAtIntervals(onProgress);
  const indexes = dropIndexes(file);
  for (const table of planTables(file)) {
    file.run('begin');
    await copyTable(tx, file, table, (rows) => reportRows(() => `${table.name}: ${countOf(rows, 'row')}`));
    if (table.isNumbered) await copyNumber(tx, file, table);
    file.run('commit');
  }
  for (const index of indexes) file.run(index);
}

/** Copies a snapshot of a PostgreSQL store into an empty file. It blocks no writers and holds few rows in memory. */
export async function copyFromPostgres(database: Database, draft: string, onProgress: ReportProgress): Promise<void> {
  await makeSchema(database, draft);
  const file = new SqliteFile(draft);
  try {
    // No write-ahead log and no syncing: an unfinished file is deleted anyway.
    for (const pragma of ['journal_mode = delete', 'journal_mode = off', 'synchronous = off', 'foreign_keys = off']) {
      file.run(`pragma ${pragma}`);
    }
    file.run(`pragma cache_size = -${CACHE_KIB}`);
    onProgress('Copying the database');
    await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => copyAll(tx, file, onProgress));
  } catch (error) {
    throw isDamage(error) ? damagedStore(database.place, (error as Error).message, error) : error;
  } finally {
    file.close();
  }
}
