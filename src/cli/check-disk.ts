import { statfsSync, statSync } from 'node:fs';
import { formatBytes } from '../backup/progress.ts';
import type { Config } from '../config/config.ts';
import { nearestExisting } from '../config/data-dir.ts';
import { readDiskSpace } from '../config/free-space.ts';
import { sqlitePath } from '../db/open.ts';
import { Warning } from './warning.ts';

const MIN_FREE_FILES = 1_000;

/** Checks that there is room for data, for more files, and for the next backup. */
export function checkDisk(config: Config): string {
  const { folder, freeBytes, totalBytes, isLow } = readDiskSpace(config);
  const free = formatBytes(freeBytes);
  if (isLow) throw new Warning(`The disk of ${folder} has only ${free} left. Make room before it is full.`);
  const { files, ffree } = statfsSync(nearestExisting(folder));
  // Some file systems have no fixed number of files, and report 0.
  if (files > 0 && ffree < MIN_FREE_FILES)
    throw new Warning(`The disk of ${folder} has room for only ${ffree} more files (inodes). Delete some.`);
  const storeBytes = statSync(sqlitePath(config), { throwIfNoEntry: false })?.size ?? 0;
  if (config.backupEveryMs !== undefined && freeBytes < storeBytes)
    throw new Warning(
      `The disk of ${folder} has ${free} left, too little for another backup of ${formatBytes(storeBytes)}.`,
    );
  return `${free} of ${formatBytes(totalBytes)} are free in ${folder}.`;
}
