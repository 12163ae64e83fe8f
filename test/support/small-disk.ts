import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const CHUNK_BYTES = 64 * 1024;
// A tmpfs allocates memory in pages of this size.
const PAGE_BYTES = 4 * 1024;

function isFull(handle: number, bytes: Uint8Array): boolean {
  try {
    return writeSync(handle, bytes) < bytes.byteLength;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return true;
    throw error;
  }
}

/** A disk of a few megabytes in memory, which a test can fill completely. */
export class SmallDisk {
  readonly path: string;

  /** Requires the permission to mount and fails without it, because a skipped test would prove nothing. */
  constructor(folder: string, megabytes: number) {
    this.path = join(folder, 'disk');
    mkdirSync(this.path);
    const words = ['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', this.path];
    const { exitCode, stderr } = Bun.spawnSync(words);
    if (exitCode !== 0) {
      throw new Error(`This test needs to mount a tmpfs, which takes root (CAP_SYS_ADMIN): ${stderr}`);
    }
  }

  get #filler(): string {
    return join(this.path, 'filler');
  }

  fill(): void {
    const handle = openSync(this.#filler, 'w');
    for (const size of [CHUNK_BYTES, PAGE_BYTES]) {
      const bytes = new Uint8Array(size);
      while (!isFull(handle, bytes));
    }
    closeSync(handle);
  }

  free(): void {
    rmSync(this.#filler);
  }

  /** Unmounts the disk. */
  unmount(): void {
    Bun.spawnSync(['umount', '--lazy', this.path]);
  }
}
