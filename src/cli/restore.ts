import { existsSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openFileStorage } from '../app/services.ts';
import { BackupError } from '../backup/backup-error.ts';
import { createBucketBackups } from '../backup/bucket-backups.ts';
import type { UncountedJournal } from '../backup/journal-rows.ts';
import { countOf, type ReportProgress } from '../backup/progress.ts';
import { type RestoreReport, restoreBackup } from '../backup/restore-backup.ts';
import { clickFolders } from '../clicks/clicks.ts';
import { takeAbandoned } from '../clicks/journal-folder.ts';
import { type Config, readConfig } from '../config/config.ts';
import { makeDataDir } from '../config/data-dir.ts';
import { formatDateTime } from '../lib/date-time.ts';
import type { Command } from './command.ts';
import { createProgressReporter } from './progress-reporter.ts';

interface Journals {
  /** Journals that no process has open. */
  left: UncountedJournal[];
  /** Whether a running server has another journal open. */
  isServed: boolean;
}

async function findJournals(dataDir: string): Promise<Journals> {
  const { root } = clickFolders(dataDir);
  const folders = await takeAbandoned(root);
  const entries = await readdir(root).catch(() => []);
  for (const folder of folders) folder.release();
  const names = entries.filter((name) => !name.startsWith('.'));
  return { left: folders.map(({ id, storeId }) => ({ id, storeId })), isServed: names.length > folders.length };
}

const secrets: Record<RestoreReport['secret'], string> = {
  restored: 'Its secret was written to DATA_DIR.',
  same: 'Its secret is already in use here.',
  other: 'SECRET differs from the backup’s and was kept: statistics must be shared again.',
  none: 'The backup contains no secret: set SECRET to the same value as on the original server.',
};

function describe({ store, facts, users, links, pictures, secret, journals }: RestoreReport): string {
  const what = [countOf(users, 'user'), countOf(links, 'link'), countOf(pictures, 'image')].join(', ');
  const lines = [
    `Restored ${what} to ${store}, from a backup of ${formatDateTime(facts.madeAt)} UTC. ${secrets[secret]}`,
  ];
  if (facts.pictures === 'bucket') lines.push('Its images are in a bucket: set the same S3_URL here.');
  if (journals > 0) lines.push('DATA_DIR contains uncounted clicks; they will be counted at the next start.');
  return lines.join('\n');
}

/** The file to restore: a local one, or else one of the bucket, which is downloaded to DATA_DIR. */
async function findBackup(config: Config, from: string, onProgress: ReportProgress) {
  const isInBucket = config.backupUrl !== undefined && !existsSync(from) && basename(from) === from;
  if (!isInBucket || config.backupUrl === undefined) return { file: from, isDownloaded: false };
  const bucket = createBucketBackups(config.backupUrl);
  const names = (await bucket.list()).map(({ name }) => name);
  if (!names.includes(from)) {
    const newest = names.slice(0, 3).join(', ') || 'no backups';
    throw new BackupError(
      `There is no file and no backup in the bucket with the name ${from}. The bucket has ${newest}.`,
    );
  }
  onProgress(`Downloading ${from}`);
  const file = join(makeDataDir(config), `${from}.download`);
  await bucket.download(from, file);
  return { file, isDownloaded: true };
}

/** Creates a store from a backup, on either engine. */
export const restore: Command = {
  name: 'restore',
  summary: 'Restore a backup to SQLite or PostgreSQL',
  options: {
    from: {
      type: 'string',
      means: 'Backup file to restore, or the name of one in the bucket of BACKUP_URL',
      isRequired: true,
    },
  },

  async run({ from }) {
    const config = readConfig();
    const { left, isServed } = await findJournals(config.dataDir);
    // A running server would continue with a store that no longer exists.
    if (isServed && config.databaseUrl === undefined) {
      throw new BackupError('A server is running with this DATA_DIR. Stop it first.');
    }
    const onProgress = createProgressReporter();
    const { file, isDownloaded } = await findBackup(config, String(from), onProgress);
    try {
      const storage = openFileStorage(config);
      const report = await restoreBackup({ config, storage, from: file, left, now: Date.now(), onProgress });
      return { json: report, text: describe(report) };
    } finally {
      if (isDownloaded) rmSync(file, { force: true });
    }
  },
};
