import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeStore } from './rename-without-replacing.ts';

const DRAFT = /^\.(\d+)-\d+\.part$/;
let count = 0;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is running as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A temporary name beside the final file, unique for each process. */
export function draftFileOf(out: string): string {
  count += 1;
  return `${out}.${process.pid}-${count}.part`;
}

/** Removes the drafts of processes that were killed while they wrote this file. */
export function sweepDrafts(out: string): void {
  const [folder, name] = [dirname(out), basename(out)];
  for (const file of readdirSync(folder)) {
    const [, pid] = (file.startsWith(name) && DRAFT.exec(file.slice(name.length))) || [];
    if (pid !== undefined && !isRunning(Number(pid))) removeStore(join(folder, file));
  }
}
