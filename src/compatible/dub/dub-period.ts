import { findTimeZone, type TimeZone } from '../../lib/time-zone.ts';
import { DAY_MS, HOURS_KEPT_DAYS } from '../../rollups/subject.ts';
import type { Interval } from '../../stats/stats.range.ts';
import { unprocessable } from './dub-failure.ts';

/** A time for analytics, in local times of the zone. */
export interface DubPeriod {
  from: number;
  to: number;
  zone: TimeZone;
  /** How long a point of a series is. */
  points: Interval;
  /** Whether it goes back to the first click. */
  isAll: boolean;
}

/** The longest range of our statistics. */
const MAX_DAYS = 3_650;
const MAX_HOURS_DAYS = 30;

function startOfMonth(local: number, monthsBack: number): number {
  const date = new Date(local);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack, 1);
}

type Start = (local: number) => number;

const daysBack =
  (days: number): Start =>
  (local) =>
    local - days * DAY_MS;

const intervals: Record<string, { start: Start; points: Interval }> = {
  '24h': { start: daysBack(1), points: 'hour' },
  '7d': { start: daysBack(7), points: 'day' },
  '30d': { start: daysBack(30), points: 'day' },
  '90d': { start: daysBack(90), points: 'day' },
  '1y': { start: daysBack(365), points: 'month' },
  mtd: { start: (local) => startOfMonth(local, 0), points: 'day' },
  qtd: { start: (local) => startOfMonth(local, new Date(local).getUTCMonth() % 3), points: 'day' },
  ytd: { start: (local) => startOfMonth(local, new Date(local).getUTCMonth()), points: 'month' },
  all: { start: daysBack(MAX_DAYS), points: 'month' },
};

function readMoment(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (!text) return undefined;
  const ms = Date.parse(text);
  if (!Number.isNaN(ms)) return ms;
  throw unprocessable(`invalid_date: ${name}: Invalid date; send it in ISO 8601.`);
}

function pointsFor(from: number, to: number, now: number): Interval {
  const days = (to - from) / DAY_MS;
  if (days <= 2 && now - from < (HOURS_KEPT_DAYS - 1) * DAY_MS) return 'hour';
  return days <= 180 ? 'day' : 'month';
}

/** Reads `interval`, or `start` and `end`; the default is the last 24 hours. */
export function readPeriod(query: URLSearchParams, now: number): DubPeriod {
  const zoneName = query.get('timezone') || 'UTC';
  const zone = findTimeZone(zoneName);
  if (!zone) throw unprocessable('invalid_value: timezone: It must be the IANA name of a time zone.');
  const [start, end = now] = [readMoment(query, 'start'), readMoment(query, 'end')];
  const to = zone.toLocal(Math.min(end, now));
  if (start !== undefined) {
    if (start > end) throw unprocessable('invalid_date: start: It is after the end.');
    const from = Math.min(Math.max(zone.toLocal(start), to - MAX_DAYS * DAY_MS), to);
    return { from, to, zone, points: pointsFor(start, Math.min(end, now), now), isAll: false };
  }
  const name = query.get('interval') || '24h';
  const interval = Object.hasOwn(intervals, name) ? intervals[name] : undefined;
  if (!interval)
    throw unprocessable(`invalid_enum_value: interval: It must be one of ${Object.keys(intervals).join(', ')}.`);
  return { from: interval.start(to), to, zone, points: interval.points, isAll: name === 'all' && end >= now };
}

/** The interval by which counts without a series are most exact: by hours, as long as these are kept. */
export function exactInterval({ from, to, zone }: DubPeriod, now: number): Interval {
  const days = (to - from) / DAY_MS;
  const age = (zone.toLocal(now) - from) / DAY_MS;
  if (days <= MAX_HOURS_DAYS && age < HOURS_KEPT_DAYS - 1) return 'hour';
  return days <= 365 ? 'day' : 'month';
}
