import { closeSync, fdatasync, openSync } from 'node:fs';
import { readdir, rename, truncate, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../lib/sync-folder.ts';
import { type RecordSpace, recordSpaceOf } from './click-record.ts';

/** The size of every segment. */
export const SEGMENT_BYTES = 4 * 1024 * 1024;

const NAME = /^(\d{8})\.clicks$/;

const sync = promisify(fdatasync);

/** The path of a segment. */
export function segmentPath(folder: string, number: number): string {
  return join(folder, `${String(number).padStart(8, '0')}.clicks`);
}

/** The sorted numbers of the segments in a folder. */
export async function listSegments(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names
    .map((name) => Number(NAME.exec(name)?.[1] ?? 0))
    .filter((number) => number > 0)
    .sort((a, b) => a - b);
}

/** A segment that is mapped into memory for writing. */
export class Segment {
  readonly number: number;
  readonly space: RecordSpace;
  readonly #handle: number;

  private constructor(path: string, number: number) {
    this.number = number;
    this.space = recordSpaceOf(Bun.mmap(path, { shared: true }));
    this.#handle = openSync(path, 'r');
  }

  /**
   * Creates a segment filled with zeros. They are really written, so that the file is not sparse: writing to a mapped page for
   * which a full disk has no block would kill the process.
   */
  static async make(folder: string, number: number): Promise<Segment> {
    const path = segmentPath(folder, number);
    const draft = `${path}.new`;
    try {
      await writeFile(draft, Buffer.alloc(SEGMENT_BYTES), { mode: 0o600, flush: true });
    } catch (error) {
      await unlink(draft).catch(() => {});
      throw error;
    }
    await rename(draft, path);
    await syncFolder(folder);
    return new Segment(path, number);
  }

  /** Flushes written bytes to disk. */
  sync(): Promise<void> {
    return sync(this.#handle);
  }

  close(): void {
    closeSync(this.#handle);
  }
}

/** Deletes a segment. Truncates it first: otherwise its blocks stay in use while the file is still mapped into memory. */
export async function deleteSegment(folder: string, number: number): Promise<void> {
  const path = segmentPath(folder, number);
  await truncate(path, 0);
  await unlink(path);
}
