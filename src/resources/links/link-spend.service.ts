import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { LinkOutbox } from './link.outbox.ts';
import { spendClick, spendClickBeforeLast } from './link-write.store.ts';

/** Returns a function that uses one click of a link; the last one is announced in its transaction. */
export function createUseClick(db: Db, outbox: Pick<LinkOutbox, 'limitReached'>): (id: number) => Promise<boolean> {
  return async (id) => {
    // A single statement for all clicks but the last.
    if (await spendClickBeforeLast(db, id)) return true;
    return transaction(db, async (tx) => {
      // Between both statements the limit may have been raised, so this may not be the last click either.
      if (await spendClickBeforeLast(tx, id)) return true;
      if (!(await spendClick(tx, id))) return false;
      await outbox.limitReached(tx, id);
      return true;
    });
  };
}
