import { Database as SqliteFile } from 'bun:sqlite';
import { join } from 'node:path';
import { SQL } from 'bun';
import type { ClickSite } from './click-site.ts';

/** Something that is in the server's way at its store. */
export interface StoreHold {
  release(): Promise<void>;
}

function openFile({ dataDir }: ClickSite, busyTimeoutMs: number): SqliteFile {
  const file = new SqliteFile(join(dataDir, 'signpost.db'));
  file.run(`pragma busy_timeout = ${busyTimeoutMs}`);
  return file;
}

function holdSqlite(site: ClickSite): StoreHold {
  const file = openFile(site, 5_000);
  file.run('begin immediate');
  return {
    async release() {
      file.run('rollback');
      file.close();
    },
  };
}

/** What the server writes in the transaction that counts clicks: the clicks one by one, then its place in the journal. */
export type WrittenTable = 'kept_clicks' | 'journals';

/** `exclusive` lets nobody write to a table, `access exclusive` nobody read it either. */
export type LockMode = 'exclusive' | 'access exclusive';

async function holdPostgres(url: string, table: WrittenTable, mode: LockMode = 'exclusive'): Promise<StoreHold> {
  const pool = new SQL(url, { max: 1 });
  const connection = await pool.reserve();
  await connection`begin`;
  await connection.unsafe(`lock table ${table} in ${mode} mode`);
  return {
    async release() {
      await connection`rollback`;
      connection.release();
      await pool.close();
    },
  };
}

/** Lets no click be counted: SQLite is not to be written to at all, PostgreSQL not where positions in journals are kept. */
export async function holdStore(site: ClickSite, mode?: LockMode): Promise<StoreHold> {
  return site.databaseUrl === undefined ? holdSqlite(site) : holdPostgres(site.databaseUrl, 'journals', mode);
}

function isHeld(probe: SqliteFile): boolean {
  try {
    probe.run('begin immediate');
  } catch {
    return true;
  }
  probe.run('rollback');
  return false;
}

// Counting clicks takes a transaction some ten milliseconds: one that is open for so much longer is at the slow trigger.
const LONG_MS = 400;

/** A trigger makes every row of the table take seconds, which the server spends in the middle of its transaction. */
async function holdSqliteAt(site: ClickSite, table: WrittenTable): Promise<StoreHold> {
  const file = openFile(site, 5_000);
  file.run(`create view slow_numbers as
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 30000000) select n from numbers`);
  file.run(`create trigger slow_rows before insert on ${table} begin select count(*) from slow_numbers; end`);
  file.run('pragma busy_timeout = 0');
  for (let heldSinceMs = performance.now(); performance.now() - heldSinceMs < LONG_MS; ) {
    if (!isHeld(file)) heldSinceMs = performance.now();
    await Bun.sleep(5);
  }
  return {
    async release() {
      file.run('pragma busy_timeout = 5000');
      file.run('drop trigger slow_rows');
      file.run('drop view slow_numbers');
      file.close();
    },
  };
}

async function holdPostgresAt(url: string, table: WrittenTable): Promise<StoreHold> {
  const hold = await holdPostgres(url, table);
  const watcher = new SQL(url, { max: 1 });
  let waiting: unknown[] = [];
  while (waiting.length === 0) {
    waiting = await watcher`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${table}%`}`;
  }
  await watcher.close();
  return hold;
}

/** Returns when the server, which must have clicks to count, has come to this table and can get no further. */
export async function holdAt(site: ClickSite, table: WrittenTable): Promise<StoreHold> {
  return site.databaseUrl === undefined ? holdSqliteAt(site, table) : holdPostgresAt(site.databaseUrl, table);
}
