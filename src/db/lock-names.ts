import type { Db } from './db.ts';
import { isShared, prepareFind } from './row-statement.ts';

const SLOTS = 256;

const SELECT = ['select slot from name_locks where slot', ' order by slot'] as const;
const lockSlots = {
  shared: prepareFind<number, unknown>(...SELECT, ' for share'),
  alone: prepareFind<number, unknown>(...SELECT, ' for update'),
};

/**
 * Locks these names for all nouns until the transaction ends; SQLite has a single writer anyway. Holders of a shared lock do not
 * wait for each other: a unique index keeps the names within one noun apart.
 */
export async function lockNames(tx: Db, names: string[], how: 'shared' | 'alone'): Promise<void> {
  if (!isShared(tx) || names.length === 0) return;
  const slots = new Set(names.map((name) => Bun.hash.crc32(name) % SLOTS));
  // Always locked in the same order, so that two transactions cannot deadlock.
  await lockSlots[how](
    tx,
    [...slots].sort((left, right) => left - right),
  );
}
