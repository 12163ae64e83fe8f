import { existsSync, linkSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../lib/sync-folder.ts';
import { BackupError } from './backup-error.ts';

/** The files that SQLite may create for one store. */
export function listFolderFiles(path: string): string[] {
  return ['', '-wal', '-shm', '-journal'].map((suffix) => `${path}${suffix}`);
}

/** Removes a draft, including the leftovers of a killed process. */
export function removeStore(draft: string): void {
  for (const file of listFolderFiles(draft)) rmSync(file, { force: true });
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function taken(path: string): BackupError {
  return new BackupError(`${path} was created by another process in the meantime and was not changed.`);
}

/** Renames a finished file durably, without ever replacing another file. */
export async function renameWithoutReplacing(draft: string, path: string): Promise<void> {
  await sync(draft);
  try {
    linkSync(draft, path);
    unlinkSync(draft);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken(path);
    // The file system has no hard links, such as FAT on a USB stick.
    if (existsSync(path)) throw taken(path);
    renameSync(draft, path);
  }
  await syncFolder(dirname(path));
}
