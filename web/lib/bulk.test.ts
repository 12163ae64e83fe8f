import { expect, test } from 'bun:test';
import { ApiError } from './api-error.ts';
import { forEachOf, inChunks, retryOnRateLimit } from './bulk.ts';

function limited(retryAfterSeconds: number): ApiError {
  return new ApiError({ status: 429, code: 'rate_limited', message: 'Too many requests.', retryAfterSeconds });
}

test('a list is split into chunks that lose nothing', () => {
  expect(inChunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(inChunks([], 2)).toEqual([]);
});

test('work over the rate limit is repeated', async () => {
  let calls = 0;
  await retryOnRateLimit('a', async () => {
    calls += 1;
    if (calls < 3) throw limited(0.001);
  });
  expect(calls).toBe(3);
});

test('any other failure is not repeated', async () => {
  let calls = 0;
  const failed = retryOnRateLimit('a', async () => {
    calls += 1;
    throw new Error('no');
  });
  expect(failed).rejects.toThrow('no');
  await failed.catch(() => {});
  expect(calls).toBe(1);
});

test('a failure stops nothing, and is reported with the others', async () => {
  const done: number[] = [];
  const progress: number[] = [];
  const failures = await forEachOf(
    [1, 2, 3, 4],
    async (item) => {
      if (item % 2 === 0) throw new Error(`item ${item}`);
      done.push(item);
    },
    { atOnce: 2, onProgress: (count) => progress.push(count) },
  );
  expect(done).toEqual([1, 3]);
  expect(failures.map(({ message }) => message)).toEqual(['item 2', 'item 4']);
  expect(progress).toEqual([1, 2, 3, 4]);
});

test('no more than the given number run at once', async () => {
  let running = 0;
  let most = 0;
  await forEachOf(
    Array.from({ length: 20 }, (_, index) => index + 1),
    async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    },
    { atOnce: 3 },
  );
  expect(most).toBe(3);
});
