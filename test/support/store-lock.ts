import { Database as SqliteFile } from 'bun:sqlite';
import { join } from 'node:path';
import { SQL } from 'bun';
import type { RestartableSite } from './restartable-site.ts';
import { waitUntil } from './wait.ts';

/** A lock that blocks the server's access to its store. */
export interface StoreLock {
  release(): Promise<void>;
}

function openFile({ dataDir }: RestartableSite, busyTimeoutMs: number): SqliteFile {
  const file = new SqliteFile(join(dataDir, 'signpost.db'));
  file.run(`pragma busy_timeout = ${busyTimeoutMs}`);
  return file;
}

function lockSqlite(site: RestartableSite): StoreLock {
  const file = openFile(site, 5_000);
  file.run('begin immediate');
  return {
    async release() {
      file.run('rollback');
      file.close();
    },
  };
}

/** The tables that the counting transaction writes: first the kept clicks, then the position in the journal. */
export type WrittenTable = 'kept_clicks' | 'journals';

/** `exclusive` blocks writes to a table, `access exclusive` also blocks reads. */
export type LockMode = 'exclusive' | 'access exclusive';

async function lockPostgres(url: string, table: WrittenTable, mode: LockMode = 'exclusive'): Promise<StoreLock> {
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

/** Blocks the counting of clicks: locks SQLite for all writes, and PostgreSQL's table of journal positions. */
export async function lockStore(site: RestartableSite, mode?: LockMode): Promise<StoreLock> {
  return site.databaseUrl === undefined ? lockSqlite(site) : lockPostgres(site.databaseUrl, 'journals', mode);
}

function isLocked(probe: SqliteFile): boolean {
  try {
    probe.run('begin immediate');
  } catch {
    return true;
  }
  probe.run('rollback');
  return false;
}

// A counting transaction takes about ten milliseconds; one that takes this long is in the slow trigger.
const LONG_MS = 400;

/** Adds a trigger that makes each insert take seconds, so that the server waits in the middle of its transaction. */
async function lockSqliteAt(site: RestartableSite, table: WrittenTable): Promise<StoreLock> {
  const file = openFile(site, 5_000);
  file.run(`create view slow_numbers as
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 30000000) select n from numbers`);
  file.run(`create trigger slow_rows before insert on ${table} begin select count(*) from slow_numbers; end`);
  file.run('pragma busy_timeout = 0');
  let lockedSinceMs = performance.now();
  const isInTrigger = () => {
    if (!isLocked(file)) lockedSinceMs = performance.now();
    return performance.now() - lockedSinceMs > LONG_MS;
  };
  await waitUntil('the server is in the slow trigger', isInTrigger, { everyMs: 5 });
  return {
    async release() {
      file.run('pragma busy_timeout = 5000');
      file.run('drop trigger slow_rows');
      file.run('drop view slow_numbers');
      file.close();
    },
  };
}

async function lockPostgresAt(url: string, table: WrittenTable): Promise<StoreLock> {
  const lock = await lockPostgres(url, table);
  const watcher = new SQL(url, { max: 1 });
  const isWaiting = async () => {
    const waiting = await watcher`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${table}%`}`;
    return waiting.length > 0;
  };
  await waitUntil('the server waits for the locked table', isWaiting, { everyMs: 1 });
  await watcher.close();
  return lock;
}

/** Resolves when the server, which must have clicks to count, is blocked at this table. */
export async function lockStoreAt(site: RestartableSite, table: WrittenTable): Promise<StoreLock> {
  return site.databaseUrl === undefined ? lockSqliteAt(site, table) : lockPostgresAt(site.databaseUrl, table);
}
