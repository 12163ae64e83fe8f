import { expect, test } from 'bun:test';
import { BatchSize } from './batch-size.ts';

/** What the size becomes when a click takes so many microseconds in each of some full batches. */
function sizeAfter(size: BatchSize, clickUs: number): number {
  for (let round = 0; round < 3; round += 1) size.learn(size.records, (size.records * clickUs) / 1000);
  return size.records;
}

test('on SQLite a full batch has as many clicks as are counted in 90 ms, within bounds', () => {
  const size = new BatchSize('sqlite');
  expect(sizeAfter(size, 30)).toBe(3_000);
  expect(sizeAfter(size, 20)).toBe(4_500);
  expect(sizeAfter(size, 1)).toBe(6_000);
  expect(sizeAfter(size, 5_000)).toBe(1_000);
  expect(sizeAfter(size, 20)).toBe(4_500);
});

test('a batch that was not full changes nothing', () => {
  const size = new BatchSize('sqlite');
  const { records } = size;
  size.learn(1, 80);
  size.learn(records - 1, 10_000);
  expect(size.records).toBe(records);
});

test('on PostgreSQL, where others write meanwhile, it stays', () => {
  const size = new BatchSize('postgres');
  const { records } = size;
  expect(sizeAfter(size, 500)).toBe(records);
});
