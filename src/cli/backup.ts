import { constants, setPriority } from 'node:os';
import { openFileStorage } from '../app/services.ts';
import { type BackupReport, makeBackup } from '../backup/make-backup.ts';
import { countOf, formatBytes } from '../backup/progress.ts';
import { assertUploadName, uploadBackup } from '../backup/upload-backup.ts';
import { readConfig } from '../config/config.ts';
import { type Command, UsageError } from './command.ts';
import { createProgressReporter } from './progress-reporter.ts';

function describePictures({ picturesIn, pictures, missing }: BackupReport): string {
  if (picturesIn === 'bucket') return 'images stay in the S3_URL bucket';
  return `${countOf(pictures, 'image')}${missing > 0 ? ` (${missing} more not found)` : ''}`;
}

function describe(report: BackupReport, seconds: number): string {
  const { out, bytes, users, links, hasSecret } = report;
  const parts = [countOf(users, 'user'), countOf(links, 'link'), describePictures(report)];
  const secret = hasSecret ? 'it contains the secret: keep it safe' : 'it does not contain the secret: keep SECRET';
  return `${out} contains ${parts.join(', ')}; ${formatBytes(bytes)} in ${seconds} s; ${secret}.`;
}

/** Writes the whole store into one file. The server may be running. */
export const backup: Command = {
  name: 'backup',
  summary: 'Back up the whole database into one file, even while the server is running',
  options: {
    out: { type: 'string', means: 'File to write; must not exist yet', isRequired: true },
    upload: { type: 'boolean', means: 'Move it to the bucket of BACKUP_URL' },
  },

  async run({ out, upload }) {
    const config = readConfig();
    const { backupUrl } = config;
    if (upload && backupUrl === undefined) throw new UsageError('--upload requires BACKUP_URL.');
    if (upload) assertUploadName(String(out));
    // Lowers the priority, so that a server on the same CPU goes first.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const startMs = performance.now();
    const report = await makeBackup({
      config,
      storage: openFileStorage(config),
      out: String(out),
      now: Date.now(),
      onProgress: createProgressReporter(),
    });
    if (upload && backupUrl !== undefined) await uploadBackup(backupUrl, report.out);
    const seconds = Number(((performance.now() - startMs) / 1000).toFixed(1));
    return { json: { ...report, seconds }, text: describe(report, seconds) };
  },
};
