import type { MakeScheduled } from '../backup/backup-schedule.ts';
import { backUpBeforeMigration } from '../backup/migration-backup.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/db.ts';
import { type OpenedStore, openStore } from '../db/open.ts';
import { backUpInProcess } from './backup-process.ts';
import type { Runtime } from './runtime.ts';

interface BackupOptions {
  /** Receives the path of the backup, if one is made. */
  onBackup?: (path: string) => void;
  make?: MakeScheduled;
}

/**
 * Opens the store of a command or a server, and migrates it if needed. Unless BACKUP_BEFORE_MIGRATION is off, a migration that changes
 * what is there is preceded by a backup.
 */
export async function prepareStore(
  config: Config,
  { log, now }: Pick<Runtime, 'log' | 'now'>,
  { onBackup = () => {}, make = backUpInProcess }: BackupOptions = {},
): Promise<OpenedStore> {
  async function backUp(database: Database, first: string): Promise<void> {
    onBackup(await backUpBeforeMigration({ config, database, first, make, now: now(), log }));
  }
  return openStore(config, now(), { backUp: config.backupBeforeMigration === 'on' ? backUp : undefined });
}
