import { sql } from 'kysely';
import type { Db } from './db.ts';
import { isShared } from './row-statement.ts';

/** Makes others wait who want the same name, of whatever noun, until the transaction ends. */
export async function holdName(tx: Db, name: string): Promise<void> {
  if (isShared(tx)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
