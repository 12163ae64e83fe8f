import { useState } from 'react';
import { ApiError } from './api-error.ts';

const AT_ONCE = 6;

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** Runs one task, and repeats it once the rate limit allows. */
export async function retryOnRateLimit<T>(item: T, work: (item: T) => Promise<unknown>): Promise<void> {
  try {
    await work(item);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    await wait(error.retryAfterSeconds ?? 1);
    await retryOnRateLimit(item, work);
  }
}

/** Runs the work for each item, a few at a time; collects failures and continues. */
export async function forEachOf<T>(
  items: T[],
  work: (item: T) => Promise<unknown>,
  { atOnce = AT_ONCE, onProgress = (_done: number) => {} } = {},
): Promise<Error[]> {
  const waiting = [...items];
  const failures: Error[] = [];
  let done = 0;

  async function run(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await retryOnRateLimit(item, work);
      } catch (error) {
        failures.push(error as Error);
      }
      done += 1;
      onProgress(done);
    }
  }

  await Promise.all(Array.from({ length: atOnce }, run));
  return failures;
}

/** Splits a list into chunks. */
export function inChunks<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** The progress of long work. */
export interface Progress {
  done: number;
  total: number;
}

/** Long work with progress; `run` returns the failures. */
export function useBulk(): {
  progress: Progress | undefined;
  run<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<Error[]>;
  /** The same for work that takes several items at once, one chunk after another. */
  runInChunks<T>(items: T[], size: number, work: (items: T[]) => Promise<unknown>): Promise<Error[]>;
} {
  const [progress, setProgress] = useState<Progress>();
  return {
    progress,
    async run(items, work) {
      const total = items.length;
      setProgress({ done: 0, total });
      const failures = await forEachOf(items, work, { onProgress: (done) => setProgress({ done, total }) });
      setProgress(undefined);
      return failures;
    },
    async runInChunks(items, size, work) {
      const total = items.length;
      setProgress({ done: 0, total });
      const onProgress = (done: number) => setProgress({ done: Math.min(done * size, total), total });
      const failures = await forEachOf(inChunks(items, size), work, { atOnce: 1, onProgress });
      setProgress(undefined);
      return failures;
    },
  };
}
