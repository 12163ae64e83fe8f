import { expect, test } from 'bun:test';
import { createThreadYield } from './thread-yield.ts';

test('yields as often as the interval requires, and not more often', async () => {
  let turns = 0;
  const take = () => {
    turns += 1;
    next = setImmediate(take);
  };
  let next = setImmediate(take);
  const seldom = createThreadYield(60_000);
  for (let step = 0; step < 100; step += 1) await seldom();
  expect(turns).toBe(0);
  const always = createThreadYield(0);
  for (let step = 0; step < 100; step += 1) await always();
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(99);
});
