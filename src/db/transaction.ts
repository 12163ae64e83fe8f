import { retry } from '../lib/retry.ts';
import type { Db } from './db.ts';
import { isCollision } from './failures.ts';

/** Runs the work in one transaction, and retries it if it conflicted with another. */
export function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return retry({ isTemporary: isCollision, withinMs: 3_000 }, () => db.transaction().execute(work));
}
