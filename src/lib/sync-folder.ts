import { open } from 'node:fs/promises';

/** Brings the names in a folder to the disk: without it a power cut could take the name of a file whose bytes are safe. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
