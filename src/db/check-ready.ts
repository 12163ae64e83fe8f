import type { Database } from './db.ts';
import { pendingMigrations } from './migrate.ts';
import { pingDatabase } from './open.ts';

/** Throws unless the store responds and its schema is up to date. */
export async function checkReady(database: Database): Promise<void> {
  await pingDatabase(database.db);
  const pending = await pendingMigrations(database);
  if (pending.length > 0) throw new Error(`migrations are pending: ${pending.join(', ')}`);
}
