import { readdirSync, readFileSync } from 'node:fs';
import { UsageError } from './options.ts';

/** The fields of `/proc/PID/stat` after the name of the command; undefined if the process has ended. */
function readStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(') ') + 2).split(' ');
  } catch {
    return undefined;
  }
}

const PARENT = 1;
// User and system time of the process, and of its children that have ended, in hundredths of a second.
const TIMES = [11, 12, 13, 14];
const MS_PER_TICK = 10;

/** CPU time so far of these processes and all their descendants, including those that have ended. */
export function treeCpuMs(roots: number[]): number {
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const stats = new Map<number, string[]>();
  for (const pid of running.map(Number)) {
    const stat = readStat(pid);
    if (stat) stats.set(pid, stat);
  }
  for (const root of roots) if (!stats.has(root)) throw new UsageError(`There is no process ${root}.`);
  const members = new Set(roots);
  // Iterating over a set includes members that are added meanwhile, so this finds all descendants.
  for (const member of members) {
    for (const [pid, stat] of stats) if (Number(stat[PARENT]) === member) members.add(pid);
  }
  let ticks = 0;
  for (const member of members) for (const field of TIMES) ticks += Number(stats.get(member)?.[field] ?? 0);
  return ticks * MS_PER_TICK;
}
