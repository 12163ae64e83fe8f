import { Database as SqliteFile } from 'bun:sqlite';
import { chmodSync, constants, copyFileSync } from 'node:fs';
import { migrate } from '../db/migrate.ts';
import { openSqlite } from '../db/sqlite.ts';
import { forgetStoreId } from '../db/store-id.ts';
import { removeRoom } from './backup-file.ts';
import { type LeftJournal, takeOverJournals } from './journal-rows.ts';

// Pictures leave holes where they were; more than this part of the file is worth the time to close them.
const MOST_HOLES = 0.1;

function pragmaOf(file: SqliteFile, name: string): number {
  return file.query<Record<string, number>, []>(`pragma ${name}`).get()?.[name] ?? 0;
}

function strip(draft: string): void {
  const file = new SqliteFile(draft);
  try {
    // It is thrown away unless it gets finished.
    file.run('pragma journal_mode = off');
    file.run('pragma synchronous = off');
    removeRoom(file);
    if (pragmaOf(file, 'freelist_count') > pragmaOf(file, 'page_count') * MOST_HOLES) file.run('vacuum');
  } finally {
    file.close();
  }
}

/** Leaves nothing of the store in a log beside the file. */
function gather(draft: string): void {
  const file = new SqliteFile(draft);
  file.run('pragma journal_mode = delete');
  file.close();
}

/** Makes of a backup the file of a store: without what only a backup has, as this program needs it, and with a name of its own. */
export async function draftStore(backup: string, draft: string, left: LeftJournal[], now: number): Promise<number> {
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
    gather(draft);
  }
}
