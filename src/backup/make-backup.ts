import { Database as SqliteFile } from 'bun:sqlite';
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { findKeptSecret } from '../config/data-dir.ts';
import { version } from '../config/version.ts';
import { openDatabase, sqlitePath } from '../db/open.ts';
import type { FileStorage } from '../resources/files/file.storage.ts';
import { BackupError, explainPostgres, explainWriting } from './backup-error.ts';
import { addBackupTables, insertPicture, openBackup } from './backup-file.ts';
import { copyFromPostgres } from './copy-from-postgres.ts';
import { copySqlite } from './copy-sqlite.ts';
import { draftFileOf, sweepDrafts } from './draft-file.ts';
import { type ReportProgress, reportAtIntervals } from './progress.ts';
import { removeStore, renameWithoutReplacing } from './rename-without-replacing.ts';

/** The input of a backup. */
export interface BackupParts {
  config: Config;
  /** The storage that uploaded pictures are read from. */
  storage: FileStorage;
  out: string;
  now: number;
  onProgress: ReportProgress;
}

/** The contents of a finished backup. */
export interface BackupReport {
  out: string;
  bytes: number;
  users: number;
  links: number;
  pictures: number;
  /** Picture rows whose file was missing. */
  missing: number;
  /** Where the pictures are. */
  picturesIn: 'backup' | 'bucket';
  hasSecret: boolean;
}

async function copyStore(config: Config, draft: string, onProgress: ReportProgress): Promise<void> {
  if (config.databaseUrl === undefined) {
    copySqlite(sqlitePath(config), draft, onProgress);
    return;
  }
  const database = await openDatabase(config, 'unlimited');
  try {
    await copyFromPostgres(database, draft, onProgress);
  } catch (error) {
    throw explainPostgres(error, config);
  } finally {
    await database.close();
  }
}

function hasTable(file: SqliteFile, name: string): boolean {
  return file.query("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== null;
}

/** The number of rows of a table; 0 if the store is too old to have the table. */
export function countTableRows(file: SqliteFile, table: 'users' | 'links' | 'files'): number {
  if (!hasTable(file, table)) return 0;
  return file.query<{ rows: number }, []>(`select count(*) as rows from ${table}`).get()?.rows ?? 0;
}

/** Adds the pictures of the copied store; a picture that was deleted since then is skipped. */
async function copyPictures(file: SqliteFile, storage: FileStorage, onProgress: ReportProgress): Promise<number> {
  if (!hasTable(file, 'files')) return 0;
  const reportPictures = reportAtIntervals(onProgress);
  let copied = 0;
  for (const { id } of file.query<{ id: number }, []>('select id from files order by id').all()) {
    const bytes = await storage.read(id);
    if (!bytes) continue;
    insertPicture(file, id, bytes);
    copied += 1;
    reportPictures(() => `${copied} images`);
  }
  return copied;
}

async function complete(draft: string, { config, storage, out, now, onProgress }: BackupParts): Promise<BackupReport> {
  const file = new SqliteFile(draft);
  try {
    file.run('pragma synchronous = off');
    const secret = config.secret === undefined ? findKeptSecret(config) : undefined;
    const isInside = config.s3Url === undefined;
    const engine = config.databaseUrl === undefined ? 'sqlite' : 'postgres';
    addBackupTables(file, { version, engine, madeAt: now, pictures: isInside ? 'inside' : 'bucket', secret });
    const pictures = isInside ? await copyPictures(file, storage, onProgress) : 0;
    return {
      out,
      bytes: Bun.file(draft).size,
      users: countTableRows(file, 'users'),
      links: countTableRows(file, 'links'),
      pictures,
      missing: isInside ? countTableRows(file, 'files') - pictures : 0,
      picturesIn: isInside ? 'backup' : 'bucket',
      hasSecret: secret !== undefined,
    };
  } finally {
    file.close();
  }
}

/** Reads the file again and checks it as a restore would. */
function verify(draft: string): void {
  openBackup(
    draft,
    (findings) => `The backup was damaged while it was written, and was deleted: ${findings}.`,
  ).file.close();
}

/** Backs up the store into one file, completely or not at all. The server may be running. */
export async function makeBackup(parts: BackupParts): Promise<BackupReport> {
  const out = resolve(parts.out);
  if (existsSync(out)) throw new BackupError(`${out} already exists. Choose another file name.`);
  const draft = draftFileOf(out);
  try {
    sweepDrafts(out);
    writeFileSync(draft, '', { mode: 0o600, flag: 'wx' });
    await copyStore(parts.config, draft, parts.onProgress);
    const report = await complete(draft, { ...parts, out });
    parts.onProgress('Checking the backup');
    verify(draft);
    await renameWithoutReplacing(draft, out);
    return report;
  } catch (error) {
    throw explainWriting(error, out);
  } finally {
    removeStore(draft);
  }
}
