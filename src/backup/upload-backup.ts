import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { BackupError } from './backup-error.ts';
import { createBucketBackups } from './bucket-backups.ts';
import { readScheduledTime } from './scheduled-file.ts';

/** Throws unless the name is one that the schedule would choose; others are not listed in a bucket. */
export function assertUploadName(file: string): void {
  if (readScheduledTime(basename(file)) !== undefined) return;
  throw new BackupError('With --upload, the file must have a name such as signpost-2026-11-17T03-00-00Z.backup.');
}

/** Moves a finished backup to the bucket, after it was read again there. If that fails, the file stays. */
export async function uploadBackup(backupUrl: string, file: string): Promise<void> {
  await createBucketBackups(backupUrl).upload(file, basename(file));
  rmSync(file, { force: true });
}
