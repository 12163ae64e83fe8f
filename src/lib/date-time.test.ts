import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { formatDateTime, parseDateTime } from './date-time.ts';

test('a formatted time can be parsed', () => {
  const seconds = fc.integer({ min: Date.UTC(1, 0) / 1000, max: Date.UTC(9999, 11, 31, 23, 59, 59) / 1000 });
  fc.assert(fc.property(seconds, (second) => parseDateTime(formatDateTime(second * 1000)) === second * 1000));
});

for (const text of [
  '2026-02-30 00:00:00',
  '2026-13-01 00:00:00',
  '2026-01-01 24:00:00',
  '2026-01-01 00:60:00',
  '2026-01-01T00:00:00',
  '2026-01-01',
  ' 2026-01-01 00:00:00',
  '2026-01-01 00:00:00\n',
  '٢٠٢٦-01-01 00:00:00',
  '',
]) {
  test(`${JSON.stringify(text)} is not a valid date and time`, () => expect(parseDateTime(text)).toBeUndefined());
}

test('29 February exists in leap years', () =>
  expect(parseDateTime('2028-02-29 12:00:00')).toBe(Date.UTC(2028, 1, 29, 12)));
