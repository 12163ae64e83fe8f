import { expect, test } from 'bun:test';
import { findLift } from './toast-place.ts';

const toast = { left: 500, right: 940, top: 820, bottom: 876 };

test('a notification stays at the bottom if no bar is there', () => {
  expect(findLift(toast, [])).toBe(0);
  expect(findLift(toast, [{ left: 960, right: 1440, top: 820, bottom: 900 }])).toBe(0);
  expect(findLift(toast, [{ left: 0, right: 1440, top: 700, bottom: 760 }])).toBe(0);
});

test('it moves above the bars that it would cover, also above one that it meets on the way', () => {
  expect(findLift(toast, [{ left: 0, right: 1440, top: 840, bottom: 900 }])).toBe(48);
  const bars = [
    { left: 0, right: 1440, top: 770, bottom: 820 },
    { left: 0, right: 1440, top: 840, bottom: 900 },
  ];
  expect(findLift(toast, bars)).toBe(118);
});

test('it stays if there is no place on the screen', () => {
  expect(findLift(toast, [{ left: 0, right: 1440, top: 20, bottom: 900 }])).toBe(0);
});
