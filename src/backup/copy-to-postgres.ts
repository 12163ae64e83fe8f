import type { Database as SqliteFile } from 'bun:sqlite';
import { sql } from 'kysely';
import type { Database, Db } from '../db/db.ts';
import { prepareRows } from '../db/row-statement.ts';
import { BackupError } from './backup-error.ts';
import { countOf, type ReportProgress, reportAtIntervals } from './progress.ts';
import { type PlannedTable, planTables, quote, quoteAll } from './table-plan.ts';

type Row = Record<string, unknown>;

const ROWS_AT_ONCE = 100;
const LARGE_ROWS_AT_ONCE = 20;

// The tables that the first start fills before any account exists.
const FILLED_BY_STARTING = ['migrations', 'name_locks', 'settings', 'journals', 'word_sweeps'];

/** False for a table of an older backup that a migration has renamed. */
async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${name})::text as found`.execute(db);
  return rows[0]?.found !== null;
}

/** Throws unless the store contains only the rows that the first start creates. */
export async function assertEmpty(db: Db, place: string, tables: PlannedTable[]): Promise<void> {
  for (const { name } of tables) {
    if (FILLED_BY_STARTING.includes(name) || !(await hasTable(db, name))) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) {
      throw new BackupError(
        `${place} is not empty: ${name} has rows. Restore into a new database and set DATABASE_URL to it.`,
      );
    }
  }
}

function* inBatches(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function copyTable(tx: Db, file: SqliteFile, table: PlannedTable, note: (rows: number) => void): Promise<void> {
  const { name, columns, key, hasBytes } = table;
  const insert = prepareRows<Row>({
    before: `insert into ${quote(name)} (${quoteAll(columns)}) values `,
    row: `(${columns.map(() => '?').join(', ')})`,
    after: '',
    bind: (row, parameters) => parameters.push(...columns.map((column) => row[column])),
  });
  const rows = file.query<Row, []>(`select * from ${quote(name)} order by ${quoteAll(key)}`).iterate();
  let count = 0;
  for (const batch of inBatches(rows, hasBytes ? LARGE_ROWS_AT_ONCE : ROWS_AT_ONCE)) {
    await insert(tx, batch);
    count += batch.length;
    note(count);
  }
}

/** Sets the sequence to the last id, so that the next row gets the next id. */
async function copyNumbers(tx: Db, file: SqliteFile): Promise<void> {
  const numbers = file.query<{ name: string; seq: number }, []>('select name, seq from sqlite_sequence').all();
  for (const { name, seq } of numbers.filter((number) => number.seq > 0)) {
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${seq})`.execute(tx);
  }
}

/** Copies the store in a SQLite file into an empty PostgreSQL database with the same schema, in one transaction. */
export async function copyToPostgres(
  file: SqliteFile,
  { db, place }: Database,
  onProgress: ReportProgress,
): Promise<void> {
  const tables = planTables(file);
  const reportRows = reportAtIntervals(onProgress);
  await db.transaction().execute(async (tx) => {
    // A server may be running: the lock prevents a registration between the check and the copy.
    await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in exclusive mode`.execute(tx);
    await assertEmpty(tx, place, tables);
    for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(tx);
    for (const table of tables) {
      await copyTable(tx, file, table, (rows) => reportRows(() => `${table.name}: ${countOf(rows, 'row')}`));
    }
    await copyNumbers(tx, file);
  });
}
