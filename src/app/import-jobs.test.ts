import { expect, test } from 'bun:test';
import { guards } from '../../test/support/guards.ts';
import { waitUntil } from '../../test/support/wait.ts';
import { createLog } from '../lib/log.ts';
import { ImportJobs, type WaitingImport } from './import-jobs.ts';

const ID = 7;
const MINUTE = 60_000;
const log = createLog('error', () => {});

/** Runs jobs for one import, whose processes end with these codes in turn, until it is paused or done. */
async function runJobs(exitCodes: number[]): Promise<{ starts: number; isPaused: boolean }> {
  let starts = 0;
  let isPaused = false;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const jobs = new ImportJobs({
    async listWaiting() {
      if (!isPaused && starts < exitCodes.length) return [{ id: ID, userId: 1 }];
      end();
      return [];
    },
    readStates: async () => [],
    async pauseCrashed() {
      isPaused = true;
    },
    tidy: async () => {},
    runProcess: async () => ({ exitCode: exitCodes[starts++] ?? 0, stderr: '' }),
    lookEveryMs: 1,
    now: Date.now,
    log,
  });
  jobs.start();
  await ended;
  await jobs.close();
  return { starts, isPaused };
}

/** Jobs whose processes run until they are ended. A list holds the imports that wait or run. */
function startJobs(imports: WaitingImport[]) {
  const clock = { now: MINUTE };
  const running = new Set<number>();
  const canceled = new Set<number>();
  let looks = 0;
  const jobs = new ImportJobs({
    async listWaiting() {
      looks += 1;
      return imports.filter(({ id }) => !running.has(id) && !canceled.has(id));
    },
    readStates: async (ids) => ids.map((id) => ({ id, isRunning: !canceled.has(id), updatedAt: clock.now })),
    pauseCrashed: async () => {},
    tidy: async () => {},
    async runProcess(id, signal) {
      running.add(id);
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      running.delete(id);
      return { exitCode: null, stderr: '' };
    },
    lookEveryMs: 1,
    now: () => clock.now,
    log,
  });
  jobs.start();
  const lookTwice = async () => {
    const until = looks + 2;
    await waitUntil('the jobs looked again', () => looks >= until, { everyMs: 1 });
  };
  const listRunning = async (expected: number[]) => {
    await waitUntil(`${expected} run`, () => expected.every((id) => running.has(id)), { everyMs: 1, limitMs: 3_000 });
    await lookTwice();
    return [...running].sort();
  };
  return { jobs, clock, canceled, listRunning };
}

test('an import whose process fails five times in a row is paused', async () => {
  expect(await runJobs(Array(20).fill(1))).toEqual({ starts: 5, isPaused: true });
});

test('a process that ends well resets the number of failures', async () => {
  const failing = Array(4).fill(1);
  expect(await runJobs([...failing, 0, ...failing, 0])).toEqual({ starts: 10, isPaused: false });
});

test('a user has one place at a time, so that others find one free', async () => {
  guards('background-rights');
  const imports = [
    { id: 1, userId: 1 },
    { id: 2, userId: 1 },
  ];
  const { jobs, listRunning } = startJobs(imports);
  expect(await listRunning([1])).toEqual([1]);
  imports.push({ id: 3, userId: 2 });
  expect(await listRunning([1, 3])).toEqual([1, 3]);
  await jobs.close();
});

test('an import gives way after its turn if other users wait, and gets its next turn after them', async () => {
  guards('background-rights');
  const imports = [1, 2, 3, 4].map((id) => ({ id, userId: id }));
  const { jobs, clock, canceled, listRunning } = startJobs(imports);
  expect(await listRunning([1, 2])).toEqual([1, 2]);
  clock.now += 4 * MINUTE;
  expect(await listRunning([1, 2])).toEqual([1, 2]);
  clock.now += MINUTE;
  expect(await listRunning([3, 4])).toEqual([3, 4]);
  canceled.add(3);
  expect(await listRunning([1, 4])).toEqual([1, 4]);
  await jobs.close();
});

test('a canceled import ends its process at once, and frees its place', async () => {
  guards('background-rights');
  const { jobs, canceled, listRunning } = startJobs([1, 2, 3].map((id) => ({ id, userId: id })));
  expect(await listRunning([1, 2])).toEqual([1, 2]);
  canceled.add(2);
  expect(await listRunning([1, 3])).toEqual([1, 3]);
  await jobs.close();
});
