import { expect, test } from 'bun:test';
import { isCertifiable, retryDelayMs, timeInWindow } from './certificate.ts';

test('the pauses after failures grow from a minute to a day', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map((failures) => retryDelayMs(failures) / 60_000)).toEqual([
    1, 5, 15, 60, 360, 1440, 1440, 1440,
  ]);
});

test('a renewal is at a random time in its window, and never in the past', () => {
  expect(timeInWindow({ start: 100, end: 200 }, 50, () => 0.25)).toBe(125);
  expect(timeInWindow({ start: 100, end: 200 }, 150, () => 0.25)).toBe(150);
});

test('addresses and names without a dot get no certificate', () => {
  const names = ['go.example', 'xn--bcher-kva.example', 'localhost', 'app.localhost', '192.0.2.1', '[2001:db8::1]'];
  expect(names.filter(isCertifiable)).toEqual(['go.example', 'xn--bcher-kva.example']);
});
