import { Database as SqliteFile } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { findKeptSecret, keepSecret, makeDataDir } from '../config/data-dir.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase, sqlitePath } from '../db/open.ts';
import type { FileStorage } from '../resources/files/file.storage.ts';
import { BackupError, explainPostgres, explainWriting } from './backup-error.ts';
import { type BackupFacts, iteratePictures, type OpenBackup, openBackup } from './backup-file.ts';
import { assertEmpty, copyToPostgres } from './copy-to-postgres.ts';
import { draftStore } from './draft-store.ts';
import type { UncountedJournal } from './journal-rows.ts';
import { countTableRows } from './make-backup.ts';
import type { ReportProgress } from './progress.ts';
import { listFolderFiles, removeStore, renameWithoutReplacing } from './rename-without-replacing.ts';
import { planTables } from './table-plan.ts';

/** The input of a restore. */
export interface RestoreParts {
  config: Config;
  /** The storage that uploaded pictures are written to. */
  storage: FileStorage;
  from: string;
  /** The click journals in DATA_DIR that no process has open. */
  left: UncountedJournal[];
  now: number;
  onProgress: ReportProgress;
}

/** The result of a restore. */
export interface RestoreReport {
  store: string;
  facts: Omit<BackupFacts, 'secret'>;
  users: number;
  links: number;
  pictures: number;
  /** What happened to the secret of the backup; `other` if SECRET is set to a different value. */
  secret: 'restored' | 'same' | 'other' | 'none';
  /** Journals whose clicks are counted at the next start. */
  journals: number;
}

function assertNoFile(path: string): void {
  // SQLite would apply a leftover write-ahead log of another store to this one.
  const there = listFolderFiles(path).filter((file) => existsSync(file));
  if (there.length === 0) return;
  throw new BackupError(
    `A database already exists: ${there.join(', ')}. Stop the server and move ${there.length > 1 ? 'these files' : 'this file'} ` +
      'away, or set another DATA_DIR.',
  );
}

function compareSecrets(config: Config, { secret }: BackupFacts): RestoreReport['secret'] {
  if (secret === undefined) return 'none';
  if (config.secret !== undefined) return config.secret === secret ? 'same' : 'other';
  const kept = findKeptSecret(config);
  if (kept === undefined) return 'restored';
  if (kept === secret) return 'same';
  throw new BackupError(
    'The secret in DATA_DIR differs from the backup’s: links to images and shared statistics would stop working. ' +
      'Move the file `secret` out of DATA_DIR, or set SECRET to the one to keep.',
  );
}

async function placePictures({ file }: OpenBackup, storage: FileStorage): Promise<number> {
  let count = 0;
  for (const { id, bytes } of iteratePictures(file)) {
    const there = await storage.read(id);
    if (there && Buffer.compare(there, bytes) !== 0) {
      throw new BackupError(
        `A different image ${id} already exists. Move the folder \`files\` out of DATA_DIR, or empty the bucket.`,
      );
    }
    if (!there) await storage.write(id, bytes);
    count += 1;
  }
  return count;
}

/** Moves the finished draft to its destination, which must be empty. */
type Commit = (draft: string) => Promise<void>;

async function withTarget<T>(
  { config, now, onProgress }: RestoreParts,
  backup: OpenBackup,
  work: (place: string, commit: Commit) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl === undefined) {
    const path = sqlitePath(config);
    return work(path, (draft) => renameWithoutReplacing(draft, path));
  }
  try {
    const database = await openDatabase(config, 'unlimited');
    try {
      await migrate(database, now);
      await assertEmpty(database.db, database.place, planTables(backup.file));
      return await work(database.place, async (draft) => {
        const file = new SqliteFile(draft, { readonly: true });
        await copyToPostgres(file, database, onProgress).finally(() => file.close());
      });
    } finally {
      await database.close();
    }
  } catch (error) {
    throw explainPostgres(error, config);
  }
}

/** Restores a backup into an empty store, completely or not at all. */
export async function restoreBackup(parts: RestoreParts): Promise<RestoreReport> {
  const { config, storage, from, left, now, onProgress } = parts;
  if (config.databaseUrl === undefined) assertNoFile(sqlitePath(config));
  onProgress('Checking the backup');
  const backup = openBackup(from);
  const draft = `${sqlitePath(config)}.restoring`;
  try {
    const { secret: ownSecret, ...facts } = backup.facts;
    const secret = compareSecrets(config, backup.facts);
    return await withTarget(parts, backup, async (store, commit) => {
      makeDataDir(config);
      removeStore(draft);
      onProgress('Copying the database');
      const journals = await draftStore(from, draft, left, now);
      // Pictures come before the store: no row may refer to a picture that is missing.
      const pictures = await placePictures(backup, storage);
      if (ownSecret !== undefined && secret === 'restored') keepSecret(config, ownSecret);
      await commit(draft);
      const [users, links] = [countTableRows(backup.file, 'users'), countTableRows(backup.file, 'links')];
      return { store, facts, users, links, pictures, secret, journals };
    });
  } catch (error) {
    throw explainWriting(error, sqlitePath(config));
  } finally {
    backup.file.close();
    removeStore(draft);
  }
}
