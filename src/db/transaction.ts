import { retry } from '../lib/retry.ts';
import type { Db } from './db.ts';
import { isCollision } from './failures.ts';

/** Ends a rehearsal; throwing it rolls the transaction back. */
class RehearsalEnd<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('the rehearsal has ended');
    this.result = result;
  }
}

/** Runs the work in one transaction, and retries it if it conflicted with another. */
export function transaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return retry({ isTemporary: isCollision, withinMs: 3_000 }, () => db.transaction().execute(work));
}

/** Runs the work in one transaction that is always rolled back: finds out what it would do, and stores nothing. */
export async function rehearse<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await transaction(db, async (tx): Promise<T> => {
      throw new RehearsalEnd(await work(tx));
    });
  } catch (error) {
    if (error instanceof RehearsalEnd) return error.result as T;
    throw error;
  }
}
