import { Database as SqliteFile } from 'bun:sqlite';
import { sql } from 'kysely';
import type { Database, Db } from './db.ts';
import { isBusy } from './failures.ts';

// Any number that no other program uses for an advisory lock in the same database.
const KEY = 7_446_768_787;
const PAUSE_MS = 100;

/** A transaction, because a proxy such as PgBouncer may give each one another connection. */
function withAdvisoryLock<T>(db: Db, work: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(KEY)})`.execute(tx);
    return work();
  });
}

/** Locks a file of its own, so that running servers can write to the store meanwhile. */
async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const file = new SqliteFile(path, { create: true });
  try {
    while (!tryToLock(file)) await Bun.sleep(PAUSE_MS);
    return await work();
  } finally {
    file.close();
  }
}

function tryToLock(file: SqliteFile): boolean {
  try {
    file.run('begin exclusive');
    return true;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return false;
  }
}

/** Runs the work in one process at a time, on any node. The lock ends with its process. */
export function withMigrationLock<T>({ db, engine, place }: Database, work: () => Promise<T>): Promise<T> {
  return engine === 'sqlite' ? withFileLock(`${place}-migrating`, work) : withAdvisoryLock(db, work);
}
