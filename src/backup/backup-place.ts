import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createBucketBackups } from './bucket-backups.ts';
import { deleteOlder, listScheduled, removeDrafts, type ScheduledBackup, scheduledFolder } from './scheduled-file.ts';

/** Where scheduled backups are kept. */
export interface BackupPlace {
  kind: 'folder' | 'bucket';
  /** Newest first. */
  list(): Promise<ScheduledBackup[]>;
  /** Deletes all but the newest; returns the names of the deleted ones. */
  deleteOlder(keep: number): Promise<string[]>;
  open(name: string): ReadableStream<Uint8Array>;
  /** The folder that the next backup is written to, without leftovers. No scheduled backup may be running. */
  prepare(): string;
}

/** Keeps backups in a folder. */
export function createFolderPlace(folder: string): BackupPlace {
  return {
    kind: 'folder',
    list: async () => listScheduled(folder),
    deleteOlder: async (keep) => deleteOlder(folder, keep),
    open: (name) => Bun.file(join(folder, name)).stream(),
    prepare() {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      removeDrafts(folder);
      return folder;
    },
  };
}

/** Keeps backups in the bucket of BACKUP_URL if it is set, otherwise in DATA_DIR. */
export function openBackupPlace(config: Config): BackupPlace {
  const folder = scheduledFolder(config);
  if (config.backupUrl === undefined) return createFolderPlace(folder);
  const bucket = createBucketBackups(config.backupUrl);
  const uploads = join(folder, 'uploads');
  return {
    kind: 'bucket',
    list: bucket.list,
    deleteOlder: bucket.deleteOlder,
    open: bucket.open,
    prepare() {
      rmSync(uploads, { recursive: true, force: true });
      mkdirSync(uploads, { recursive: true, mode: 0o700 });
      return uploads;
    },
  };
}
