import { open } from 'node:fs/promises';

/** Syncs a folder to disk: without it, a power failure could lose the name of a file whose content is safe. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
