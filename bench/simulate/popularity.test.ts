import { expect, test } from 'bun:test';
import { createRandom, createZipf } from '../random.ts';
import { countVisited, createPopularity, hitRate, sumOverRanks } from './popularity.ts';

const EULER = 0.5772156649;

test('the sum over a hundred billion ranks is the harmonic number', () => {
  expect(sumOverRanks(1e11, (rank) => 1 / rank)).toBeCloseTo(Math.log(1e11) + EULER, 3);
});

test('no rank is omitted or counted twice', () => {
  for (const count of [1, 9_999, 10_000, 10_001, 1_234_567]) expect(sumOverRanks(count, () => 1)).toBe(count);
});

test('the rates of all items add up to all visits, and the second has half the rate of the first', () => {
  const { count, rateAt } = createPopularity(1e6, 500);
  expect(sumOverRanks(count, rateAt)).toBeCloseTo(500, 3);
  expect(rateAt(2) / rateAt(1)).toBeCloseTo(0.5);
});

test('no more items are visited than there are visits or items', () => {
  expect(countVisited(createPopularity(1e9, 100), 1)).toBeLessThan(100);
  expect(countVisited(createPopularity(1_000, 1e6), 1e6)).toBeCloseTo(1_000);
});

test('a larger cache has a higher hit rate, and one that holds everything has no misses', () => {
  const popularity = createPopularity(1e6, 1_000);
  const rates = [1e3, 1e4, 1e5].map((entries) => hitRate(popularity, entries));
  expect(rates).toEqual(rates.toSorted((a, b) => a - b));
  expect(rates[0]).toBeGreaterThan(0.3);
  expect(hitRate(popularity, 1e6)).toBe(1);
});

test('the hit rate is that of a cache that drops the least recently used entry', () => {
  const draw = createZipf(1_000, createRandom(1));
  const cached = new Set<number>();
  let hits = 0;
  for (let number = 0; number < 200_000; number += 1) {
    const drawn = draw();
    if (cached.delete(drawn)) hits += 1;
    cached.add(drawn);
    const [oldest = 0] = cached;
    if (cached.size > 100) cached.delete(oldest);
  }
  expect(hitRate(createPopularity(1_000, 1), 100)).toBeCloseTo(hits / 200_000, 2);
});
