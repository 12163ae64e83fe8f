import { serverCore } from './machine.ts';
import { hasSlowDisk, onSlowDisk } from './slow-disk.ts';

/** What else the machine does during a measurement. */
export type Condition = 'quiet' | 'busy core' | 'slow disk';

/** The conditions that are compared with the quiet machine. */
export type Disturbance = Exclude<Condition, 'quiet'>;

/** What the title of a table says about a condition. */
export const descriptions: Record<Disturbance, string> = {
  'busy core': 'beside a process that keeps one core busy',
  'slow disk': 'on a disk that takes 20 ms longer for each fsync',
};

/** A value for each condition. */
export function byCondition<Value>(create: () => Value): Record<Condition, Value> {
  return { quiet: create(), 'busy core': create(), 'slow disk': create() };
}

/** By how much a figure may be worse than on a quiet machine. */
export const MOST_WORSE = 1.3;

/** The conditions that this machine can have. */
export function listConditions(): Condition[] {
  if (hasSlowDisk()) return ['quiet', 'busy core', 'slow disk'];
  console.error('without a slow disk: it needs a C compiler, the command cc');
  return ['quiet', 'busy core'];
}

/** Runs the work beside a process that keeps the core of the server busy. */
async function besideBusyProcess<Result>(work: () => Promise<Result>): Promise<Result> {
  const child = Bun.spawn([...serverCore(), 'sh', '-c', 'while :; do :; done']);
  try {
    return await work();
  } finally {
    child.kill();
    await child.exited;
  }
}

/** Runs the work under a condition. */
export function under<Result>(condition: Condition, work: () => Promise<Result>): Promise<Result> {
  if (condition === 'busy core') return besideBusyProcess(work);
  return condition === 'slow disk' ? onSlowDisk(work) : work();
}
