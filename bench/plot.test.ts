import { expect, test } from 'bun:test';
import { growthOf, plotLines } from './plot.ts';

test('a plot has the largest value at the top and the smallest at the bottom', () => {
  expect(plotLines([1, 3, 5])).toEqual([
    '       5.0 |  *',
    '           |   ',
    '           | * ',
    '           |   ',
    '       1.0 |*  ',
  ]);
});

test('equal values are drawn at the bottom', () => {
  expect(plotLines([2, 2]).at(-1)).toBe('       2.0 |**');
});

test('growth compares the last quarter with the second and ignores the first', () => {
  expect(growthOf([99, 10, 10, 20], 0)).toBe(2);
  expect(growthOf([0, 50, 50, 50], 0)).toBe(1);
});

test('small values may vary by the floor', () => {
  expect(growthOf([0, 0, 1, 1], 9)).toBeCloseTo(10 / 9);
});
