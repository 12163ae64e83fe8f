import { describe, expect, test } from 'bun:test';
import { formatDateTime, parseDateTime } from './date-time.ts';
import { findTimeZone } from './time-zone.ts';

function at(text: string): number {
  return parseDateTime(text) ?? Number.NaN;
}

describe('local times', () => {
  for (const [zone, moment, local] of [
    ['UTC', '2026-11-16 12:00:00', '2026-11-16 12:00:00'],
    ['Europe/Berlin', '2026-11-16 23:30:00', '2026-11-17 00:30:00'],
    ['Europe/Berlin', '2026-07-16 22:30:00', '2026-07-17 00:30:00'],
    ['America/New_York', '2026-11-16 02:00:00', '2026-11-15 21:00:00'],
    ['Asia/Kolkata', '2026-11-16 18:30:00', '2026-11-17 00:00:00'],
    ['Asia/Kathmandu', '2026-11-16 18:15:00', '2026-11-17 00:00:00'],
    ['Pacific/Kiritimati', '2026-11-16 10:00:00', '2026-11-17 00:00:00'],
    ['Etc/GMT+12', '2026-11-16 12:00:00', '2026-11-16 00:00:00'],
  ] as const) {
    test(`${moment} UTC is ${local} in ${zone}, and back`, () => {
      const found = findTimeZone(zone);
      expect(formatDateTime(found?.toLocal(at(moment)) ?? 0)).toBe(local);
      expect(formatDateTime(found?.fromLocal(at(local)) ?? 0)).toBe(moment);
    });
  }

  test('a time that the clock skips is the moment after, and one that it repeats the first moment', () => {
    const berlin = findTimeZone('Europe/Berlin');
    expect(formatDateTime(berlin?.fromLocal(at('2026-03-29 02:30:00')) ?? 0)).toBe('2026-03-29 01:30:00');
    expect(formatDateTime(berlin?.fromLocal(at('2026-10-25 02:30:00')) ?? 0)).toBe('2026-10-25 00:30:00');
  });
});

test('a name is found in any case, and nothing else is', () => {
  expect(findTimeZone('europe/berlin')?.name).toBe('Europe/Berlin');
  for (const name of ['', 'Mars/Olympus', '+01:00', 'Europe/Berlin ', '../etc', 'x'.repeat(200)]) {
    expect(findTimeZone(name)).toBeUndefined();
  }
});
