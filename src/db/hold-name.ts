import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Whether others may write while this transaction does; on SQLite what it finds is its own until it ends. */
export function isShared(tx: Db): boolean {
  // SQLite's parameter is `?`, PostgreSQL's `$1`; which of them this is, a small query tells.
  return sql`${0}`.compile(tx).sql === '$1';
}

/** Makes others wait who want the same name, of whatever noun, until the transaction ends. */
export async function holdName(tx: Db, name: string): Promise<void> {
  if (isShared(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
