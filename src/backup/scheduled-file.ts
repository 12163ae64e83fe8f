import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';

/** A backup that the schedule made. */
export interface ScheduledBackup {
  name: string;
  madeAt: number;
  bytes: number;
}

const NAME = /^signpost-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;
const DRAFT = /^(signpost-[\dTZ-]+\.backup)\.\d+-\d+\.part(-wal|-shm|-journal)?$/;

/** The folder of scheduled backups, whether it exists or not. */
export function scheduledFolder({ dataDir }: Config): string {
  return join(resolve(dataDir), 'backups');
}

/** Whether several nodes may share the store. Each has its own folder of backups, so only the store knows the last one of all. */
export function hasOtherNodes({ databaseUrl, redisUrl }: Config): boolean {
  return databaseUrl !== undefined && redisUrl !== undefined;
}

/** The file name of a backup that is made now, such as `signpost-2026-11-17T03-00-00Z.backup`. */
export function scheduledName(now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  return `signpost-${time}Z.backup`;
}

/** The time in a file name; undefined if the schedule did not make the file. */
export function readScheduledTime(name: string): number | undefined {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  const ms = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The scheduled backups in a folder, newest first. Other files are ignored. */
export function listScheduled(folder: string): ScheduledBackup[] {
  const found = listNames(folder).flatMap((name) => {
    const madeAt = readScheduledTime(name);
    const stats = madeAt === undefined ? undefined : statSync(join(folder, name), { throwIfNoEntry: false });
    return madeAt !== undefined && stats?.isFile() ? [{ name, madeAt, bytes: stats.size }] : [];
  });
  return found.sort((left, right) => right.madeAt - left.madeAt);
}

/** Deletes all but the newest scheduled backups; returns the names of the deleted files. */
export function deleteOlder(folder: string, keep: number): string[] {
  const older = listScheduled(folder).slice(keep);
  for (const { name } of older) rmSync(join(folder, name), { force: true });
  return older.map(({ name }) => name);
}

/** Removes the drafts that killed processes left; no scheduled backup may be running. */
export function removeDrafts(folder: string): void {
  for (const name of listNames(folder)) {
    if (DRAFT.test(name)) rmSync(join(folder, name), { force: true });
  }
}
