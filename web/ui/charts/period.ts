import { parseTime, writeTime } from '../../lib/format.ts';
import type { TimeZone } from '../../lib/time-zone.ts';

/** The preset ranges; `own` is a custom range with two dates. */
export const ranges = ['24h', '7d', '30d', '90d', '12m', 'own'] as const;
export type ChartRange = (typeof ranges)[number];

/** The length of one point of a series. */
export type ChartInterval = 'hour' | 'day' | 'month';

/** A range in the API's format, in local times; both ends are included. */
export interface ChartDates {
  from: string;
  to: string;
}

/** The first and last day of a range, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

/** The selected range, and the range of the same length before it. */
export interface ChartPeriod {
  range: ChartRange;
  interval: ChartInterval;
  /** The intervals that the range allows; the first one fits best. */
  intervals: readonly ChartInterval[];
  now: ChartDates;
  before: ChartDates;
}

/** The query parameters, which may hold any text. */
export interface PeriodQuery {
  range: string;
  interval: string;
  from: string;
  to: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONTHS = 12;
const DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;

// The API returns hours for at most 31 days within the last 90, days for 366, months for ten years.
const HOURS_DAYS = 31;
const HOURS_KEPT_DAYS = 90;
const DAYS_DAYS = 366;
const MONTHS_DAYS = 3_650;

const intervalsOf: Record<Exclude<ChartRange, 'own'>, readonly ChartInterval[]> = {
  '24h': ['hour'],
  '7d': ['day', 'hour'],
  '30d': ['day', 'hour'],
  '90d': ['day', 'month'],
  '12m': ['month', 'day'],
};

function dates(from: number, end: number): ChartDates {
  return { from: writeTime(new Date(from)), to: writeTime(new Date(end - 1_000)) };
}

function monthStart(at: number, months: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

/** The first moment of a date, `YYYY-MM-DD`; undefined for any other text. */
function dayOf(text: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? parseTime(`${text} 00:00:00`).getTime() : Number.NaN;
  return Number.isNaN(ms) || ms < 0 ? undefined : ms;
}

function ownIntervals(days: number, from: number, at: number): ChartInterval[] {
  const hasHours = days <= HOURS_DAYS && from - days * DAY_MS >= at - (HOURS_KEPT_DAYS - 1) * DAY_MS;
  const all: ChartInterval[] = days <= DAYS_DAYS ? ['day'] : [];
  if (days > HOURS_DAYS) all.push('month');
  if (hasHours) all.push('hour');
  return all;
}

function ownPeriod(query: PeriodQuery, at: number): Omit<ChartPeriod, 'interval'> {
  const today = Math.floor(at / DAY_MS) * DAY_MS;
  const last = Math.min(dayOf(query.to) ?? today, today);
  const first = Math.min(dayOf(query.from) ?? last - (DAYS['30d'] - 1) * DAY_MS, last);
  const from = Math.max(first, last - (MONTHS_DAYS - 1) * DAY_MS, 0);
  const end = last + DAY_MS;
  const days = (end - from) / DAY_MS;
  const before = dates(Math.max(0, from - days * DAY_MS), from);
  return { range: 'own', intervals: ownIntervals(days, from, at), now: dates(from, end), before };
}

function knownPeriod(range: Exclude<ChartRange, 'own'>, at: number): Omit<ChartPeriod, 'interval'> {
  const intervals = intervalsOf[range];
  if (range === '12m') {
    const [from, end] = [monthStart(at, 1 - MONTHS), monthStart(at, 1)];
    return { range, intervals, now: dates(from, end), before: dates(monthStart(from, -MONTHS), from) };
  }
  const step = range === '24h' ? HOUR_MS : DAY_MS;
  const length = range === '24h' ? DAY_MS : DAYS[range] * DAY_MS;
  const end = Math.floor(at / step) * step + step;
  return { range, intervals, now: dates(end - length, end), before: dates(end - 2 * length, end - length) };
}

/**
 * The range in whole hours, days or months, including the current one; an unknown range gives 30 days. `at` is the local time of the
 * reader's zone, and all results are local times: the API converts them.
 */
export function periodOf(query: Partial<PeriodQuery>, at: number, isCoarse = false): ChartPeriod {
  const whole = { range: '', interval: '', from: '', to: '', ...query };
  const range = rangesOf(isCoarse).find((one) => one === whole.range) ?? '30d';
  const found = range === 'own' ? ownPeriod(whole, at) : knownPeriod(range, at);
  const intervals = found.intervals.filter((one) => !isCoarse || one !== 'hour');
  return { ...found, intervals, interval: intervals.find((one) => one === whole.interval) ?? intervals[0] ?? 'day' };
}

/** Converts a range to UTC, for requests without a time zone. */
export function toUtcDates({ from, to }: ChartDates, zone: TimeZone): ChartDates {
  const toUtc = (text: string) => writeTime(new Date(zone.fromLocal(parseTime(text).getTime())));
  return { from: toUtc(from), to: toUtc(to) };
}

/** The ranges that can be selected; without hourly counts, only those that need none. */
export function rangesOf(isCoarse: boolean): readonly ChartRange[] {
  return isCoarse ? ranges.filter((range) => range !== '24h') : ranges;
}

/** The selectable days, up to and including today. */
export function choosableDays(at: number): Days {
  const dayAt = (ms: number) => writeTime(new Date(ms)).slice(0, 10);
  return { from: dayAt(at - (MONTHS_DAYS - 1) * DAY_MS), to: dayAt(at) };
}

/** Changes one end of the range; if the ends would cross, the other end moves along. */
export function withDay({ from, to }: Days, which: keyof Days, day: string): Days {
  return which === 'from' ? { from: day, to: day > to ? day : to } : { from: day < from ? day : from, to: day };
}
