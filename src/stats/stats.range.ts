import { invalidField } from '../core/errors.ts';
import { DAY_MS, HOUR_MS, HOURS_KEPT_DAYS, type Span } from '../rollups/subject.ts';

/** The lengths of time that a series can have a point for. */
export const intervals = ['hour', 'day', 'month'] as const;
export type Interval = (typeof intervals)[number];

/** The requested range; `to` is its last moment. */
export interface RangeRequest {
  interval: Interval;
  from?: number | undefined;
  to?: number | undefined;
}

/** Whole hours or days; `end` is the first moment that no longer belongs to it. */
export interface Range {
  interval: Interval;
  from: number;
  end: number;
}

/** A part of a range that one query reads, from rollups of one span. */
export interface RangePart {
  span: Exclude<Span, 'total'>;
  from: number;
  end: number;
}

const MAX_DAYS: Record<Interval, number> = { hour: 31, day: 366, month: 3_653 };

// As many rollups of a busy link as fit into memory.
const DAYS_AT_ONCE = 31;

function floorTo(stepMs: number, at: number): number {
  return Math.floor(at / stepMs) * stepMs;
}

function stepOf(interval: Interval): number {
  return interval === 'hour' ? HOUR_MS : DAY_MS;
}

/** The first moment of the month that is so many after the one of `at`. */
function monthAfter(at: number, months: number): number {
  const date = new Date(floorTo(DAY_MS, at));
  return date.setUTCMonth(date.getUTCMonth() + months, 1);
}

function defaultFrom(interval: Interval, to: number): number {
  if (interval === 'hour') return to - DAY_MS;
  if (interval === 'day') return to - 30 * DAY_MS;
  // A year before 29 February is 28 February.
  const sameDay = monthAfter(to, -12) + (to - monthAfter(to, 0));
  return Math.min(sameDay, monthAfter(to, -11) - 1);
}

/** The requested range with defaults filled in, rounded outward to whole hours or days. Throws where the request is not valid. */
export function readRange(request: RangeRequest, now: number): Range {
  const { interval, to = now } = request;
  const { from = defaultFrom(interval, to) } = request;
  const maxDays = MAX_DAYS[interval];
  if (from > to) throw invalidField('from', 'after_end');
  if (to - from > maxDays * DAY_MS) throw invalidField('from', 'range_too_long', { days: maxDays, interval });
  const step = stepOf(interval);
  const range = { interval, from: floorTo(step, from), end: floorTo(step, to) + step };
  if (interval === 'hour' && range.from < floorTo(HOUR_MS, now) - HOURS_KEPT_DAYS * DAY_MS)
    throw invalidField('from', 'hours_not_kept', { days: HOURS_KEPT_DAYS });
  return range;
}

/** The beginning of every point of the series; the first month may begin before the range. */
export function pointsOf({ interval, from, end }: Range): number[] {
  const points: number[] = [];
  if (from >= end) return points;
  let at = interval === 'month' ? monthAfter(from, 0) : from;
  while (at < end) {
    points.push(at);
    at = interval === 'month' ? monthAfter(at, 1) : at + stepOf(interval);
  }
  return points;
}

/** A range in two: the closed hours or days, which no longer grow, and the open ones. Either may be empty. */
export function splitAtOpen(range: Range, openFrom: number): { closed: Range; open: Range } {
  const cut = Math.max(range.from, Math.min(range.end, openFrom));
  return { closed: { ...range, end: cut }, open: { ...range, from: cut } };
}

/** The span whose rollups still grow, and the first moment of the one that does. */
export function openSlotOf({ interval }: Range, now: number): { span: Exclude<Span, 'total'>; from: number } {
  return { span: interval === 'hour' ? 'hour' : 'day', from: floorTo(stepOf(interval), now) };
}

/** Which point a moment belongs to. */
export function pointIndex({ interval, from }: Range, at: number): number {
  if (interval !== 'month') return Math.floor((at - from) / stepOf(interval));
  const [first, date] = [new Date(from), new Date(at)];
  return (date.getUTCFullYear() - first.getUTCFullYear()) * 12 + date.getUTCMonth() - first.getUTCMonth();
}

function daysOf(from: number, end: number): RangePart[] {
  const parts: RangePart[] = [];
  for (let at = from; at < end; at += DAYS_AT_ONCE * DAY_MS) {
    parts.push({ span: 'day', from: at, end: Math.min(at + DAYS_AT_ONCE * DAY_MS, end) });
  }
  return parts;
}

function hoursOf(from: number, end: number): RangePart[] {
  return from < end ? [{ span: 'hour', from, end }] : [];
}

/** What to read for a range: whole days by their rollups, the rest by hours; one part for each month if the interval is month. */
export function splitRange(range: Range): RangePart[] {
  const { interval, from, end } = range;
  if (interval === 'day') return daysOf(from, end);
  if (interval === 'month') {
    return pointsOf(range).map((month) => ({
      span: 'day',
      from: Math.max(month, from),
      end: Math.min(monthAfter(month, 1), end),
    }));
  }
  const firstDay = floorTo(DAY_MS, from + DAY_MS - 1);
  const lastDay = floorTo(DAY_MS, end);
  if (firstDay >= lastDay) return hoursOf(from, end);
  return [...hoursOf(from, firstDay), ...daysOf(firstDay, lastDay), ...hoursOf(lastDay, end)];
}
