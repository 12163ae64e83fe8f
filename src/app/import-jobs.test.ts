import { expect, test } from 'bun:test';
import { createLog } from '../lib/log.ts';
import { ImportJobs } from './import-jobs.ts';

const ID = 7;
const log = createLog('error', () => {});

/** Runs jobs for one import, whose processes end with these codes in turn, until it is paused or done. */
async function runJobs(exitCodes: number[]): Promise<{ starts: number; isPaused: boolean }> {
  let starts = 0;
  let isPaused = false;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const jobs = new ImportJobs({
    async listWaiting() {
      if (!isPaused && starts < exitCodes.length) return [ID];
      end();
      return [];
    },
    async pauseCrashed() {
      isPaused = true;
    },
    runProcess: async () => ({ exitCode: exitCodes[starts++] ?? 0, stderr: '' }),
    lookEveryMs: 1,
    log,
  });
  jobs.start();
  await ended;
  await jobs.close();
  return { starts, isPaused };
}

test('an import whose process fails five times in a row is paused', async () => {
  expect(await runJobs(Array(20).fill(1))).toEqual({ starts: 5, isPaused: true });
});

test('a process that ends well resets the number of failures', async () => {
  const failing = Array(4).fill(1);
  expect(await runJobs([...failing, 0, ...failing, 0])).toEqual({ starts: 10, isPaused: false });
});
