import { expect, test } from 'bun:test';
import { MAX_VALUES, OTHER, Rollup } from './rollup.ts';
import { MAX_EXACT, VisitorSketch } from './visitor-sketch.ts';

function newRollup(words: number[], visitors: number[]): Rollup {
  const rollup = new Rollup();
  for (const word of words) rollup.add('country', word);
  for (const visitor of visitors) rollup.visitors.add(visitor);
  rollup.clicks = words.length;
  return rollup;
}

/** Different visitors of this range, spread over all 48 bits. */
function visitorsOf(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => ((from + index + 1) * 2_654_435_761) % 2 ** 48);
}

test('a rollup without a part of it has the counts and visitors of the rest', () => {
  const [part, rest] = [newRollup([5, 5, 6], [1, 2]), newRollup([5, 7], [2, 3])];
  const whole = newRollup([], []);
  for (const one of [part, rest]) whole.merge(one);
  const left = whole.without(part, rest.visitors);
  expect([left.clicks, left.visitors.count()]).toEqual([2, 2]);
  expect(left.top('country', 9)).toEqual(rest.top('country', 9));
  expect(whole.without(part, undefined).visitors.count()).toBe(1);
  expect(whole.without(whole, undefined).visitors.count()).toBe(0);
});

test('words that the whole has no room for are subtracted from the others', () => {
  const words = Array.from({ length: MAX_VALUES + 2 }, (_, index) => index + 1);
  const whole = newRollup(words, []);
  const left = whole.without(newRollup([1, MAX_VALUES + 1], []), undefined);
  expect(left.has('country', 1)).toBe(false);
  expect(left.top('country', MAX_VALUES + 2).at(-1)).toEqual({ word: OTHER, count: 1 });
});

test('registers cannot be taken apart, so the visitors of the rest count', () => {
  const all = VisitorSketch.of(visitorsOf(0, 3 * MAX_EXACT));
  const rest = VisitorSketch.of(visitorsOf(0, MAX_EXACT - 1));
  const gone = VisitorSketch.of(visitorsOf(MAX_EXACT, 3 * MAX_EXACT));
  expect(all.without(gone, rest).count()).toBe(MAX_EXACT - 1);
  expect(all.without(gone, undefined).count()).toBe(all.count());
});

test('rollups are equal only if their numbers, counts and visitors are', () => {
  const rollup = newRollup([5, 6], [1, 2]);
  expect(rollup.equals(newRollup([6, 5], [2, 1]))).toBe(true);
  expect(rollup.equals(newRollup([5, 7], [1, 2]))).toBe(false);
  expect(rollup.equals(newRollup([5, 6], [1, 3]))).toBe(false);
  expect(rollup.equals(newRollup([5, 6, 6], [1, 2]))).toBe(false);
  expect(newRollup([], []).equals(new Rollup())).toBe(true);
});
