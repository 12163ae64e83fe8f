import { writeTime } from '../../lib/format.ts';

/** How far back one looks. */
export const ranges = ['24h', '7d', '30d', '90d', '12m'] as const;
export type Range = (typeof ranges)[number];

/** How long a point of a series is. */
export type Interval = 'hour' | 'day' | 'month';

/** A stretch of time in words of the API; both ends belong to it. */
export interface Stretch {
  from: string;
  to: string;
}

/** What is looked at, and the same length of time before it. */
export interface Period {
  range: Range;
  interval: Interval;
  now: Stretch;
  before: Stretch;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONTHS = 12;
const DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;

/** The intervals that a range can be cut into; the first is the one that fits it best. */
export const intervalsOf: Record<Range, readonly Interval[]> = {
  '24h': ['hour'],
  '7d': ['day', 'hour'],
  '30d': ['day'],
  '90d': ['day', 'month'],
  '12m': ['month', 'day'],
};

function stretch(from: number, end: number): Stretch {
  return { from: writeTime(new Date(from)), to: writeTime(new Date(end - 1_000)) };
}

function monthStart(at: number, months: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

/** The range as whole hours, days or months of UTC, of which the last is the one that goes on; other words give 30 days. */
export function periodOf(rangeWord: string, intervalWord: string, at: number): Period {
  const range = ranges.find((one) => one === rangeWord) ?? '30d';
  const allowed = intervalsOf[range];
  const interval = allowed.find((one) => one === intervalWord) ?? allowed[0] ?? 'day';
  if (range === '12m') {
    const [from, end] = [monthStart(at, 1 - MONTHS), monthStart(at, 1)];
    return { range, interval, now: stretch(from, end), before: stretch(monthStart(from, -MONTHS), from) };
  }
  const step = range === '24h' ? HOUR_MS : DAY_MS;
  const length = range === '24h' ? DAY_MS : DAYS[range] * DAY_MS;
  const end = Math.floor(at / step) * step + step;
  return { range, interval, now: stretch(end - length, end), before: stretch(end - 2 * length, end - length) };
}
