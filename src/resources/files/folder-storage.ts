import { mkdirSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../lib/sync-folder.ts';
import { randomToken } from '../../lib/token.ts';
import type { FileStorage } from './file.storage.ts';

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Stores files in a folder that only this system user can read; the first write creates the folder. */
export function createFolderStorage(folder: string): FileStorage {
  const pathOf = (id: number) => join(folder, `${id}.png`);

  return {
    async write(id, bytes) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `${id}.${randomToken(9)}.draft`);
      try {
        await writeSynced(draft, bytes);
        await rename(draft, pathOf(id));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(folder);
    },

    async read(id) {
      try {
        return await readFile(pathOf(id));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },

    remove: (id) => rm(pathOf(id), { force: true }),
  };
}
