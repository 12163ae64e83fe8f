import { expect, test } from 'bun:test';
import { distanceOf, findSimilar } from './similar-alias.ts';

test.each([
  ['spring', 'spring', 0],
  ['spring', 'sprng', 1],
  ['spring', 'sprimg', 1],
  ['spring', 'sprnig', 1],
  ['spring', 'springs', 1],
  ['spring', 'sprnigs', 2],
  ['spring', 'sp', 3],
  ['spring', 'summer', 3],
  ['', 'ab', 2],
])('%s and %s differ by %i', (left, right, distance) => {
  expect(distanceOf(left, right)).toBe(distance);
  expect(distanceOf(right, left)).toBe(distance);
});

test('the same spelling wins over another case, which wins over other characters', () => {
  const aliases = ['sprinq', 'Spring', 'spring', 'other'];
  expect(findSimilar('spring', aliases)).toBe('spring');
  expect(findSimilar('SPRING', aliases)).toBe('Spring');
  expect(findSimilar('sprinqx', aliases)).toBe('sprinq');
  expect(findSimilar('winter', aliases)).toBeUndefined();
});

test('in a short code only one character may differ', () => {
  expect(findSimilar('abcd', ['abxy'])).toBeUndefined();
  expect(findSimilar('abcd', ['abcx'])).toBe('abcx');
  expect(findSimilar('abcde', ['abcxy'])).toBe('abcxy');
});
