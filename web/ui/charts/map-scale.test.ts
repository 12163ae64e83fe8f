import { expect, test } from 'bun:test';
import { classesTo, stepOf } from './map-scale.ts';

test('without visits there are no classes', () => {
  expect(classesTo(0)).toEqual([]);
  expect(stepOf([], 0)).toBe(0);
});

test('classes touch, cover every count, and the largest has the strongest shade', () => {
  for (const largest of [1, 2, 7, 50, 12_345]) {
    const classes = classesTo(largest);
    expect(classes[0]?.least).toBe(1);
    expect(classes.at(-1)).toMatchObject({ most: largest, step: 5 });
    for (const [index, { least }] of classes.slice(1).entries()) expect(least).toBe((classes[index]?.most ?? 0) + 1);
  }
});

test('a small count stays visible beside a large one', () => {
  const classes = classesTo(100_000);
  expect(stepOf(classes, 1)).toBe(1);
  expect(stepOf(classes, 100)).toBeGreaterThan(1);
  expect(stepOf(classes, 0)).toBe(0);
});
