import { afterEach, expect, test } from 'bun:test';
import { fromLocalInput, toLocalInput } from './format.ts';
import { accountZone } from './time-zone.ts';

afterEach(() => accountZone.set(''));

test.each([
  ['Europe/Berlin', '2026-11-16T13:30'],
  ['America/New_York', '2026-11-16T07:30'],
  ['Asia/Kolkata', '2026-11-16T18:00'],
])('a time is entered in the time zone of the account: %s', (zone, local) => {
  accountZone.set(zone);
  expect(toLocalInput('2026-11-16 12:30:00')).toBe(local);
  expect(fromLocalInput(local)).toBe('2026-11-16 12:30:00');
});

test('no time is an empty input, and back', () => {
  expect([toLocalInput(null), fromLocalInput('')]).toEqual(['', '']);
});
