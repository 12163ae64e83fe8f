import { expect, test } from 'bun:test';
import { areaPath, findShownLabels, linePath, ticksTo } from './scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [9, [0, 3, 6, 9]],
  [100, [0, 25, 50, 75, 100]],
  [1_234, [0, 500, 1_000, 1_500]],
])('the axis of at most %d has the ticks %p', (largest, ticks) => {
  expect(ticksTo(largest)).toEqual(ticks);
});

test('ticks are whole, equally spaced, and reach the largest value', () => {
  for (let largest = 1; largest < 5_000; largest += 37) {
    const ticks = ticksTo(largest);
    const [, step = 0] = ticks;
    expect(ticks).toEqual(ticks.map((_, index) => index * step));
    expect(Number.isInteger(step)).toBe(true);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest);
  }
});

test('a line goes through its points, and an area ends on the baseline', () => {
  const points = [
    { x: 0, y: 5 },
    { x: 10, y: 2.25 },
  ];
  expect(linePath(points)).toBe('M0.0 5.0L10.0 2.3');
  expect(areaPath(points, 8)).toBe('M0.0 5.0L10.0 2.3L10.0 8L0.0 8Z');
  expect(areaPath([], 8)).toBe('');
});

test('the last label is always shown, and labels keep their distance', () => {
  expect([...findShownLabels(30, 300, 50)].sort((a, b) => a - b)).toEqual([4, 9, 14, 19, 24, 29]);
  expect([...findShownLabels(3, 1_000, 50)].sort((a, b) => a - b)).toEqual([0, 1, 2]);
});
