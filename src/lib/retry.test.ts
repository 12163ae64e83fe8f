import { expect, test } from 'bun:test';
import { stretched } from '../../test/support/wait.ts';
import { retry } from './retry.ts';

function failing(times: number, message: string) {
  let calls = 0;
  return {
    calls: () => calls,
    async work() {
      calls += 1;
      if (calls <= times) throw new Error(message);
      return 'done';
    },
  };
}

const rule = { isTemporary: (error: unknown) => (error as Error).message === 'busy', withinMs: stretched(30_000) };

test('a temporary failure is retried', async () => {
  const { work, calls } = failing(3, 'busy');
  expect(await retry(rule, work)).toBe('done');
  expect(calls()).toBe(4);
});

test('any other failure is not retried', async () => {
  const { work, calls } = failing(3, 'broken');
  await expect(retry(rule, work)).rejects.toThrow('broken');
  expect(calls()).toBe(1);
});

test('the last failure is thrown when the time is up', async () => {
  const startMs = performance.now();
  const { work } = failing(Number.POSITIVE_INFINITY, 'busy');
  await expect(retry({ ...rule, withinMs: 200 }, work)).rejects.toThrow('busy');
  expect(performance.now() - startMs).toBeLessThan(stretched(2_000));
});
