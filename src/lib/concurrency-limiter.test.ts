import { expect, test } from 'bun:test';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

test('at most `width` tasks run, in order of arrival, and a failed task frees its slot', async () => {
  const gate = new ConcurrencyLimiter(2);
  const order: number[] = [];
  let inside = 0;
  let most = 0;
  const work = Array.from({ length: 10 }, (_, index) =>
    gate.run(async () => {
      inside += 1;
      most = Math.max(most, inside);
      order.push(index);
      await Promise.resolve();
      inside -= 1;
      if (index % 3 === 0) throw new Error('failed');
    }),
  );
  const results = await Promise.allSettled(work);
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
});
