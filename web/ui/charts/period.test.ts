import { expect, test } from 'bun:test';
import { findTimeZone, UTC_ZONE } from '../../../src/lib/time-zone.ts';
import { choosableDays, periodOf, rangesOf, toUtcDates, withDay } from './period.ts';

const NOW = Date.UTC(2026, 10, 17, 9, 30);

test('30 days end with the current day, and the previous period ends where they begin', () => {
  const { now, before, interval } = periodOf({ range: '30d' }, NOW);
  expect(now).toEqual({ from: '2026-10-19 00:00:00', to: '2026-11-17 23:59:59' });
  expect(before).toEqual({ from: '2026-09-19 00:00:00', to: '2026-10-18 23:59:59' });
  expect(interval).toBe('day');
});

test('24 hours end with the current hour', () => {
  expect(periodOf({ range: '24h' }, NOW).now).toEqual({ from: '2026-11-16 10:00:00', to: '2026-11-17 09:59:59' });
});

test('12 months are calendar months', () => {
  const { now, before } = periodOf({ range: '12m' }, NOW);
  expect(now).toEqual({ from: '2025-12-01 00:00:00', to: '2026-11-30 23:59:59' });
  expect(before).toEqual({ from: '2024-12-01 00:00:00', to: '2025-11-30 23:59:59' });
});

test.each(['', 'forever', '31d'])('the unknown range %p gives 30 days', (range) => {
  expect(periodOf({ range }, NOW).range).toBe('30d');
});

test('an interval that the range does not allow is replaced', () => {
  expect(periodOf({ range: '90d', interval: 'hour' }, NOW).interval).toBe('day');
  expect(periodOf({ range: '7d', interval: 'hour' }, NOW).interval).toBe('hour');
});

test('a custom range in the wrong order or in the future is one day, today', () => {
  const { now } = periodOf({ range: 'own', from: '2030-01-01', to: '2029-01-01' }, NOW);
  expect(now).toEqual({ from: '2026-11-17 00:00:00', to: '2026-11-17 23:59:59' });
});

test('a custom range offers the intervals that the API can answer', () => {
  const intervals = (from: string, to: string) => periodOf({ range: 'own', from, to }, NOW).intervals;
  expect(intervals('2026-11-10', '2026-11-17')).toEqual(['day', 'hour']);
  expect(intervals('2026-01-10', '2026-01-17')).toEqual(['day']);
  expect(intervals('2024-01-01', '2026-11-17')).toEqual(['month']);
});

test('statistics without hours offer neither hours nor a range that needs them', () => {
  expect(rangesOf(true)).not.toContain('24h');
  expect(periodOf({ range: '24h' }, NOW, true).range).toBe('30d');
  expect(periodOf({ range: '7d' }, NOW, true).intervals).toEqual(['day']);
});

test('when the ends of a range would cross, the other end moves along', () => {
  const days = { from: '2026-11-01', to: '2026-11-10' };
  expect(withDay(days, 'from', '2026-11-12')).toEqual({ from: '2026-11-12', to: '2026-11-12' });
  expect(withDay(days, 'to', '2026-10-30')).toEqual({ from: '2026-10-30', to: '2026-10-30' });
  expect(withDay(days, 'to', '2026-11-05')).toEqual({ from: '2026-11-01', to: '2026-11-05' });
});

test('the last day that can be selected is today', () => {
  expect(choosableDays(NOW).to).toBe('2026-11-17');
});

test('a range is converted to UTC for requests without a time zone', () => {
  const berlin = findTimeZone('Europe/Berlin') ?? UTC_ZONE;
  const dates = { from: '2026-10-25 00:00:00', to: '2026-10-25 23:59:59' };
  expect(toUtcDates(dates, berlin)).toEqual({ from: '2026-10-24 22:00:00', to: '2026-10-25 22:59:59' });
});
