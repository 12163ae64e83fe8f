import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from './config.ts';
import { nearestExisting } from './data-dir.ts';

const LOW_BYTES = 1_000_000_000;

/** The space on the disk of DATA_DIR. */
export interface DiskSpace {
  folder: string;
  freeBytes: number;
  totalBytes: number;
  /** Whether someone should make room soon. */
  isLow: boolean;
}

export function readDiskSpace({ dataDir }: Config): DiskSpace {
  const folder = resolve(dataDir);
  const { bavail, blocks, bsize } = statfsSync(nearestExisting(folder));
  const freeBytes = Number(bavail) * Number(bsize);
  return { folder, freeBytes, totalBytes: Number(blocks) * Number(bsize), isLow: freeBytes < LOW_BYTES };
}
