import type { Database } from './db.ts';
import { assertUsable } from './migrate.ts';
import { pingDatabase } from './open.ts';

/** Throws unless the store responds and this program can use its schema. */
export async function checkReady(database: Database): Promise<void> {
  await pingDatabase(database.db);
  await assertUsable(database);
}
