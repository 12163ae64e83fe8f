import { expect, test } from 'bun:test';
import { PartSize } from './part-size.ts';

/** The sizes of the parts, each of which takes the next of these durations. */
function sizesOf(size: PartSize, clicks: number[], durationsMs: number[]): number[] {
  const sizes: number[] = [];
  for (const part of size.split(clicks, (count) => count)) {
    sizes.push(part.length);
    size.learn(durationsMs[sizes.length - 1] ?? 10);
  }
  return sizes;
}

function subjectsWith(clicks: number, count: number): number[] {
  return new Array<number>(count).fill(clicks);
}

test('on SQLite a part grows while it stays within its time limit, and never shrinks below 25 subjects', () => {
  const sizes = sizesOf(new PartSize('sqlite'), subjectsWith(1, 2_450), [2, 5, 20, 40, 4_000]);
  expect(sizes).toEqual([100, 500, 1_000, 500, 125, 25, 25, 25, 25, 25, 25, 25, 25, 25]);
});

test('a part that is not full does not change the size', () => {
  const size = new PartSize('sqlite');
  expect(sizesOf(size, subjectsWith(1, 20), [0.1])).toEqual([20]);
  expect(size.units).toBe(100);
});

test('a part has fewer subjects if they have many clicks', () => {
  expect(sizesOf(new PartSize('sqlite'), subjectsWith(320, 25), [])).toEqual([10, 10, 5]);
  expect(sizesOf(new PartSize('sqlite'), [1, 1_000_000, 1], [])).toEqual([2, 1]);
});

test('on PostgreSQL the size of a part is constant, because it blocks no one', () => {
  expect(sizesOf(new PartSize('postgres'), subjectsWith(1, 1_500), [1_000, 1])).toEqual([500, 500, 500]);
});
