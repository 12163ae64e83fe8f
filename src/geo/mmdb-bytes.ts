import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** The number of bytes after the result of `locate` that the pool always contains: enough for a node, a number or a name. */
export const SPAN = 128;

const BLOCK_BITS = 8;
const BLOCK = 1 << BLOCK_BITS;
const SLOTS = 16_384;
const STRIDE = BLOCK + SPAN;

/** The bytes of a file for random access. `locate` returns where in `pool` an offset of the file is; valid until its next call. */
export interface Bytes {
  readonly length: number;
  readonly pool: Buffer;
  /** The same bytes as `pool`: numbers are read several times faster through it. */
  readonly view: DataView;
  locate(offset: number): number;
}

function viewOf(pool: Buffer): DataView {
  return new DataView(pool.buffer, pool.byteOffset, pool.byteLength);
}

/**
 * Holds a file open and keeps at most 6 MB of it in memory, however large it is. It is not mapped: `Bun.mmap` needs
 * write access, so it fails for a file of another user, and a mapping counts as heap, so the collector lets garbage grow by its size.
 */
class PagedBytes implements Bytes {
  readonly length: number;
  readonly pool = Buffer.alloc(SLOTS * STRIDE);
  readonly view = viewOf(this.pool);
  readonly #blocks = new Int32Array(SLOTS).fill(-1);
  readonly #fd: number;

  constructor(fd: number, length: number) {
    this.#fd = fd;
    this.length = length;
  }

  locate(offset: number): number {
    const block = offset >>> BLOCK_BITS;
    const slot = block % SLOTS;
    if (this.#blocks[slot] !== block) this.#fill(slot, block);
    return slot * STRIDE + (offset & (BLOCK - 1));
  }

  #fill(slot: number, block: number): void {
    const start = slot * STRIDE;
    this.#blocks[slot] = -1;
    const count = readSync(this.#fd, this.pool, start, STRIDE, block * BLOCK);
    this.pool.fill(0, start + count, start + STRIDE);
    this.#blocks[slot] = block;
  }
}

function readWhole(path: string): Bytes {
  const pool = readFileSync(path);
  return { length: pool.length, pool, view: viewOf(pool), locate: (offset) => offset };
}

/** Opens a file for random access. A file in the executable cannot be opened, so it is read as a whole. */
export function openBytes(path: string): Bytes {
  if (path.startsWith('/$bunfs/') || path.includes(':\\~BUN\\')) return readWhole(path);
  const fd = openSync(path, 'r');
  try {
    const status = fstatSync(fd);
    if (!status.isFile()) throw new Error(`${path} is not a file`);
    return new PagedBytes(fd, status.size);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
