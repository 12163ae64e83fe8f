import { expect, test } from 'bun:test';
import { sortInSteps } from './sort-in-steps.ts';

test.each([0, 1, 499, 500, 501, 1_000, 2_750])('%d items are sorted as toSorted sorts them', async (length) => {
  const items = Array.from({ length }, (_, place) => ({ value: (place * 7_919) % 101, place }));
  const compare = (left: { value: number }, right: { value: number }) => left.value - right.value;
  expect(await sortInSteps(items, compare)).toEqual(items.toSorted(compare));
});
