import { z } from 'zod';
import { answerOf, messageAnswer } from '../http/envelope.ts';
import { dateTimeView } from '../http/fields.ts';

/** A file in the folder of backups. */
export const backupView = z.strictObject({
  name: z.string().describe('File name in DATA_DIR/backups or in the bucket'),
  date: dateTimeView.describe('When it was made'),
  bytes: z.int().min(0).describe('Size'),
});

/** The backups of this node and the schedule. */
export const backupsView = z.strictObject({
  every: z.int().nullable().describe('Seconds between two backups, by BACKUP_EVERY; null if it is off'),
  place: z.enum(['folder', 'bucket']).describe('Where they are: in DATA_DIR/backups, or in the bucket of BACKUP_URL'),
  keep: z.int().describe('How many backups are kept, by BACKUP_KEEP'),
  running: z.boolean().describe('Whether a backup is being made now'),
  problem: z
    .string()
    .nullable()
    .describe('Why the last attempt failed, or why the bucket cannot be listed; otherwise null'),
  backups: z.array(backupView).max(100).describe('The newest 100 backups of this node or in the bucket, newest first'),
});

export const listBackupsAnswer = answerOf({ data: backupsView });
export const backupParams = z.object({ name: z.string().max(100).describe('File name, from `GET /api/backups`') });

export const createBackupAnswer = messageAnswer('Backup has been started.');
export const confirmDownloadAnswer = answerOf({ link: z.string().describe('Path of the download') });

export type BackupsView = z.output<typeof backupsView>;
