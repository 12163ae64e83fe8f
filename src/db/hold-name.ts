import type { Db } from './db.ts';
import { isShared } from './row-statement.ts';

const SLOTS = 256;

/**
 * Makes others wait who want one of these names, of whatever noun, until the transaction ends; on SQLite they wait anyway. Those
 * of one noun that share them do not wait for each other: an index keeps their names apart.
 */
export async function holdNames(tx: Db, names: string[], how: 'shared' | 'alone'): Promise<void> {
  if (!isShared(tx) || names.length === 0) return;
  const slots = [...new Set(names.map((name) => Bun.hash.crc32(name) % SLOTS))];
  // In one order always, so that two who hold several do not wait for each other.
  const locks = tx.selectFrom('name_locks').select('slot').where('slot', 'in', slots).orderBy('slot');
  await (how === 'alone' ? locks.forUpdate() : locks.forShare()).execute();
}
