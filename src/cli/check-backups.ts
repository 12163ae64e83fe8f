import { openBackupPlace } from '../backup/backup-place.ts';
import { readTurn } from '../backup/backup-turn.store.ts';
import { formatBytes } from '../backup/progress.ts';
import { hasOtherNodes, type ScheduledBackup } from '../backup/scheduled-file.ts';
import type { Config } from '../config/config.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { explainStoreError, openDatabase } from '../db/open.ts';
import { formatDateTime } from '../lib/date-time.ts';
import { Warning } from './warning.ts';

async function readLastOfAllNodes(config: Config): Promise<ScheduledBackup | null> {
  try {
    const database = await openDatabase(config);
    try {
      const isMigrated = (await pendingMigrations(database)).length === 0;
      return isMigrated ? (await readTurn(database.db)).turn.last : null;
    } finally {
      await database.close();
    }
  } catch (error) {
    throw explainStoreError(error, config);
  }
}

/** Tells when the last scheduled backup was made; a Warning if it is older than twice BACKUP_EVERY. */
export async function checkBackups(config: Config): Promise<string> {
  const { backupEveryMs: everyMs } = config;
  if (everyMs === undefined) return 'BACKUP_EVERY is off: the server makes no automatic backups.';
  const place = openBackupPlace(config);
  // All nodes share a bucket, but each has its own folder.
  const isShared = place.kind === 'folder' && hasOtherNodes(config);
  const last = isShared ? await readLastOfAllNodes(config) : (await place.list())[0];
  if (!last) throw new Warning('There is no scheduled backup yet. A running server makes the first one immediately.');
  const text = `${last.name} (${formatBytes(last.bytes)}), made on ${formatDateTime(last.madeAt)} UTC`;
  if (Date.now() - last.madeAt > 2 * everyMs) {
    throw new Warning(
      `The last scheduled backup is ${text}: longer ago than twice BACKUP_EVERY. See the server’s log.`,
    );
  }
  return `The last scheduled backup is ${text}.`;
}
