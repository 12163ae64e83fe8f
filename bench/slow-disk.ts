import { closeSync, fdatasyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dir, 'slow-disk.c');
const FLAG = 'SLOW_DISK_FLAG';
const DELAY_MS = 20;

/**
 * Builds the library that delays `fsync` and `fdatasync`. Returns the environment variables that preload it into a program, or undefined
 * without a C compiler. A tracer would delay more than these two calls: it also stops a program at every signal.
 */
export function buildSlowDisk(folder: string): Record<string, string> | undefined {
  if (!Bun.which('cc')) return undefined;
  const library = join(folder, 'slow-disk.so');
  const { exitCode, stderr } = Bun.spawnSync(['cc', '-O2', '-shared', '-fPIC', '-o', library, SOURCE, '-ldl']);
  if (exitCode !== 0) throw new Error(`the slow disk cannot be built: ${stderr}`);
  return { LD_PRELOAD: library, [FLAG]: join(folder, 'disk-is-slow') };
}

/** The variables that preload the library, if this process has it; for programs that start with an environment of their own. */
export function slowDiskEnvironment(): Record<string, string> {
  const { LD_PRELOAD, SLOW_DISK_FLAG } = process.env;
  return LD_PRELOAD && SLOW_DISK_FLAG ? { LD_PRELOAD, SLOW_DISK_FLAG } : {};
}

/** Whether this process and those that it starts can have a slow disk. */
export function hasSlowDisk(): boolean {
  return FLAG in slowDiskEnvironment();
}

function assertSlow(file: string): void {
  const handle = openSync(file, 'r');
  const startMs = performance.now();
  fdatasyncSync(handle);
  const tookMs = performance.now() - startMs;
  closeSync(handle);
  if (tookMs < DELAY_MS) throw new Error(`the slow disk answered after ${tookMs.toFixed(1)} ms`);
}

/** Runs the work while every `fsync` of this process, and of those that it started, takes 20 ms longer. */
export async function onSlowDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  const flag = slowDiskEnvironment()[FLAG] ?? '';
  writeFileSync(flag, '');
  try {
    assertSlow(flag);
    return await work();
  } finally {
    rmSync(flag);
  }
}
