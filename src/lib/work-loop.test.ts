import { expect, test } from 'bun:test';
import type { Log } from './log.ts';
import { WorkLoop } from './work-loop.ts';

/** A loop whose runs end when the test says so. */
function openLoop() {
  const warnings: string[] = [];
  const runs: PromiseWithResolvers<number>[] = [];
  const waiting: (() => void)[] = [];
  const log = { warn: (text: string) => void warnings.push(text) } as unknown as Log;
  const loop = new WorkLoop({
    run() {
      const run = Promise.withResolvers<number>();
      runs.push(run);
      waiting.shift()?.();
      return run.promise;
    },
    ...{ retryAfterMs: 0, failureText: 'failed', log },
  });
  /** Resolves once a run begins. */
  const nextRun = () => new Promise<void>((resolve) => waiting.push(resolve));
  return { loop, runs, warnings, nextRun };
}

test('a loop that is woken during a run runs once more at once, and never twice at the same time', async () => {
  const { loop, runs, nextRun } = openLoop();
  loop.wake();
  const first = nextRun();
  loop.start();
  await first;
  loop.wake();
  loop.wake();
  expect(runs).toHaveLength(1);
  const second = nextRun();
  runs[0]?.resolve(60_000);
  await second;
  expect(runs).toHaveLength(2);
  const closed = loop.close();
  runs[1]?.resolve(0);
  await closed;
  loop.wake();
  expect(runs).toHaveLength(2);
});

test('a failure is logged once until a run succeeds', async () => {
  const { loop, runs, warnings, nextRun } = openLoop();
  const outcomes = [() => Promise.reject(new Error('away')), () => Promise.reject(new Error('away')), async () => 0];
  const first = nextRun();
  loop.start();
  await first;
  for (const outcome of [...outcomes, outcomes[0] as () => Promise<never>]) {
    const next = nextRun();
    const run = runs.at(-1);
    outcome().then(run?.resolve, run?.reject);
    await next;
  }
  expect(warnings).toEqual(['failed', 'failed']);
  runs.at(-1)?.resolve(0);
  await loop.close();
});
