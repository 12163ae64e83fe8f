import { existsSync, linkSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../lib/sync-folder.ts';
import { BackupError } from './backup-error.ts';

/** The files that SQLite may keep for one store. */
export function listFolderFiles(path: string): string[] {
  return ['', '-wal', '-shm', '-journal'].map((suffix) => `${path}${suffix}`);
}

/** Removes a draft, and what a killed process has left of one. */
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

/** Gives a finished file its name, safe from a power cut, and never that of another file. */
export async function placeOnce(draft: string, path: string): Promise<void> {
  await sync(draft);
  try {
    linkSync(draft, path);
    unlinkSync(draft);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken(path);
    // A disk without hard links, such as a stick.
    if (existsSync(path)) throw taken(path);
    renameSync(draft, path);
  }
  await syncFolder(dirname(path));
}
