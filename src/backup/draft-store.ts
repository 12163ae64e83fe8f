import { Database as SqliteFile } from 'bun:sqlite';
import { chmodSync, constants, copyFileSync } from 'node:fs';
import { migrate } from '../db/migrate.ts';
import { openSqlite } from '../db/sqlite.ts';
import { forgetStoreId } from '../db/store-id.ts';
import { removeBackupTables } from './backup-file.ts';
import { takeOverJournals, type UncountedJournal } from './journal-rows.ts';

// Removed pictures leave free pages. VACUUM is worth its time only above this share of the file.
const MAX_FREE_SHARE = 0.1;

function pragmaOf(file: SqliteFile, name: string): number {
  return file.query<Record<string, number>, []>(`pragma ${name}`).get()?.[name] ?? 0;
}

function strip(draft: string): void {
  const file = new SqliteFile(draft);
  try {
    // No syncing: an unfinished draft is deleted anyway.
    file.run('pragma journal_mode = off');
    file.run('pragma synchronous = off');
    removeBackupTables(file);
    if (pragmaOf(file, 'freelist_count') > pragmaOf(file, 'page_count') * MAX_FREE_SHARE) file.run('vacuum');
  } finally {
    file.close();
  }
}

/** Ends WAL mode, so that all data is in the main file. */
function endWalMode(draft: string): void {
  const file = new SqliteFile(draft);
  file.run('pragma journal_mode = delete');
  file.close();
}

/** Turns a backup into a store: removes the backup tables, applies the missing migrations, and gives it a new id. */
export async function draftStore(
  backup: string,
  draft: string,
  left: UncountedJournal[],
  now: number,
): Promise<number> {
  copyFileSync(backup, draft, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  chmodSync(draft, 0o600);
  strip(draft);
  const store = openSqlite(draft);
  try {
    await migrate(store, now);
    const count = await takeOverJournals(store.db, left, now);
    await forgetStoreId(store.db);
    return count;
  } finally {
    await store.close();
    endWalMode(draft);
  }
}
