import type { Db } from './db.ts';
import { isShared } from './row-statement.ts';

const SLOTS = 256;

/** Makes others wait who want the same name, of whatever noun, until the transaction ends; on SQLite they wait anyway. */
export async function holdName(tx: Db, name: string): Promise<void> {
  if (!isShared(tx)) return;
  const slot = Bun.hash.crc32(name) % SLOTS;
  await tx.selectFrom('name_locks').select('slot').where('slot', '=', slot).forUpdate().execute();
}
