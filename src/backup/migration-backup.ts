import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/db.ts';
import type { Log } from '../lib/log.ts';
import { BackupError } from './backup-error.ts';
import type { MakeScheduled } from './backup-schedule.ts';
import { formatBytes } from './progress.ts';
import { scheduledFolder } from './scheduled-file.ts';

/** How a store is backed up before it is migrated. */
export interface MigrationBackupParts {
  config: Config;
  database: Database;
  /** The first migration that changes what is there. */
  first: string;
  make: MakeScheduled;
  now: number;
  log: Log;
}

const KEPT = 5;
const NAME = /^signpost-before-\d{4}-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.backup$/;
const DRAFT = /^signpost-before-[\dTZ-]+\.backup\.\d+-\d+\.part(-wal|-shm|-journal)?$/;

function nameOf(first: string, now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  return `signpost-before-${first.slice(0, 4)}-${time}Z.backup`;
}

/** Deletes what killed processes left, and all but the newest of these backups. Scheduled backups have other names. */
function tidy(folder: string): void {
  const names = readdirSync(folder);
  const timeOf = (name: string) => NAME.exec(name)?.[1] ?? '';
  const made = names.filter((name) => NAME.test(name)).sort((left, right) => timeOf(right).localeCompare(timeOf(left)));
  for (const name of [...made.slice(KEPT), ...names.filter((one) => DRAFT.test(one))]) rmSync(join(folder, name));
}

async function measureStore({ db, engine }: Database): Promise<number> {
  const pages = sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`;
  const tables = sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await (engine === 'sqlite' ? pages : tables).execute(db);
  return rows[0]?.bytes ?? 0;
}

const WAY_OUT =
  'Make room, or back up the database to another disk with `signpost backup --out FILE` and set BACKUP_BEFORE_MIGRATION=off.';

/** A backup that fills the disk would also stop a running server, so the space is checked first. */
async function assertRoom(folder: string, database: Database): Promise<void> {
  const needed = await measureStore(database);
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize > needed) return;
  throw new BackupError(
    `The database was not migrated: the backup before it needs ${formatBytes(needed)}, and ${folder} has ` +
      `${formatBytes(bavail * bsize)} free. ${WAY_OUT}`,
  );
}

/** Backs up a store before it is migrated, and keeps the newest five such backups; returns the path. Throws if there is no backup. */
export async function backUpBeforeMigration(parts: MigrationBackupParts): Promise<string> {
  const { config, database, first, make, now, log } = parts;
  const folder = scheduledFolder(config);
  const file = nameOf(first, now);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  tidy(folder);
  await assertRoom(folder, database);
  log.info('backing up the database before it is migrated', { file });
  const startMs = performance.now();
  try {
    const { bytes } = await make(join(folder, file), new AbortController().signal);
    log.info('a backup was made', { file, bytes, ms: Math.round(performance.now() - startMs) });
  } catch (error) {
    const reason = (error as Error).message;
    throw new BackupError(
      `The database was not migrated, because it could not be backed up: ${reason} ${WAY_OUT}`,
      error,
    );
  }
  tidy(folder);
  return join(folder, file);
}
