import { invalidField } from '../core/errors.ts';
import { type TimeZone, UTC_ZONE } from '../lib/time-zone.ts';
import { DAY_MS, HOUR_MS, HOURS_KEPT_DAYS, type Span } from '../rollups/subject.ts';

/** The possible lengths of a point in a series. */
export const intervals = ['hour', 'day', 'month'] as const;
export type Interval = (typeof intervals)[number];

/** The requested range, in local times of the zone; `to` is inclusive. */
export interface RangeRequest {
  interval: Interval;
  from?: number | undefined;
  to?: number | undefined;
  zone?: TimeZone | undefined;
}

/** A range of whole hours or days; `end` is exclusive. Both are moments, whatever the zone is. */
export interface Range {
  interval: Interval;
  from: number;
  end: number;
  zone: TimeZone;
  /** Hourly rollups exist from here on. Earlier days are days of UTC in every zone. */
  hoursFrom: number;
}

/** One point of a series: when it starts, and the local time that names it. */
export interface PointStart {
  start: number;
  local: number;
}

/** A part of a range that one query reads, from rollups of one span. */
export interface RangePart {
  span: Exclude<Span, 'total'>;
  from: number;
  end: number;
}

const MAX_DAYS: Record<Interval, number> = { hour: 31, day: 366, month: 3_653 };

// Limits how many rollups of a busy link are in memory at once.
const DAYS_AT_ONCE = 31;

function floorTo(stepMs: number, at: number): number {
  return Math.floor(at / stepMs) * stepMs;
}

function stepOf(interval: Interval): number {
  return interval === 'hour' ? HOUR_MS : DAY_MS;
}

/** The start of the month that is `months` after the month of `at`. */
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

/** The moment at which a local day or hour starts, rounded to a whole hour of UTC, because clicks are counted by these. */
function startOf({ zone, hoursFrom }: Pick<Range, 'zone' | 'hoursFrom'>, local: number): number {
  const start = Math.round(zone.fromLocal(local) / HOUR_MS) * HOUR_MS;
  return start < hoursFrom ? local : start;
}

/** The local time at the start of an hour or a day; the inverse of `startOf`. */
export function localOf({ interval, zone, hoursFrom }: Range, start: number): number {
  if (interval === 'hour') return zone.toLocal(start);
  return start < hoursFrom ? start : floorTo(DAY_MS, zone.toLocal(start) + HOUR_MS / 2);
}

/** Fills in defaults and rounds the requested range outward to whole hours or days. Throws if the request is invalid. */
export function readRange(request: RangeRequest, now: number): Range {
  const { interval, zone = UTC_ZONE } = request;
  const { to = zone.toLocal(now) } = request;
  const { from = defaultFrom(interval, to) } = request;
  const maxDays = MAX_DAYS[interval];
  if (from > to) throw invalidField('from', 'after_end');
  if (to - from > maxDays * DAY_MS) throw invalidField('from', 'range_too_long', { days: maxDays, interval });
  if (interval === 'hour') return readHours({ from: zone.fromLocal(from), to: zone.fromLocal(to) }, zone, now);
  // Two days less than hours are kept, so that all hours of the first local day exist.
  const hoursFrom = zone === UTC_ZONE ? 0 : floorTo(DAY_MS, now) - (HOURS_KEPT_DAYS - 2) * DAY_MS;
  const cut = { zone, hoursFrom };
  const [first, last] = [startOf(cut, floorTo(DAY_MS, from)), startOf(cut, floorTo(DAY_MS, to) + DAY_MS)];
  return { interval, from: first, end: last, ...cut };
}

function readHours({ from, to }: { from: number; to: number }, zone: TimeZone, now: number): Range {
  const first = floorTo(HOUR_MS, from);
  if (first < floorTo(HOUR_MS, now) - HOURS_KEPT_DAYS * DAY_MS)
    throw invalidField('from', 'hours_not_kept', { days: HOURS_KEPT_DAYS });
  return { interval: 'hour', from: first, end: floorTo(HOUR_MS, to) + HOUR_MS, zone, hoursFrom: 0 };
}

/** All points of the series; the first one may start before the range. */
export function pointsOf(range: Range): PointStart[] {
  const { interval, from, end } = range;
  const points: PointStart[] = [];
  if (from >= end) return points;
  if (interval === 'hour') {
    for (let start = from; start < end; start += HOUR_MS) points.push({ start, local: localOf(range, start) });
    return points;
  }
  const isMonth = interval === 'month';
  let local = isMonth ? monthAfter(localOf(range, from), 0) : localOf(range, from);
  for (let start = startOf(range, local); start < end; start = startOf(range, local)) {
    points.push({ start, local });
    local = isMonth ? monthAfter(local, 1) : local + DAY_MS;
  }
  return points;
}

/** Returns a function that finds the index of the point that contains a time; -1 if it is outside the range. */
export function createPointFinder(range: Range): (at: number) => number {
  const starts = pointsOf(range).map(({ start }) => start);
  return (at) => {
    if (at < range.from || at >= range.end) return -1;
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] as number) <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
}

/** Splits a range into closed hours or days, which no longer grow, and open ones. Either part may be empty. */
export function splitAtOpen(range: Range, openFrom: number): { closed: Range; open: Range } {
  const cut = Math.max(range.from, Math.min(range.end, openFrom));
  return { closed: { ...range, end: cut }, open: { ...range, from: cut } };
}

/** The span of the rollups that are read, and the start of the one that can still grow. */
export function openSlotOf({ interval, zone }: Range, now: number): { span: Exclude<Span, 'total'>; from: number } {
  const span = interval === 'hour' || zone !== UTC_ZONE ? 'hour' : 'day';
  return { span, from: floorTo(stepOf(span), now) };
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

/** Splits a time for reading: whole days of UTC by daily rollups, the rest by hourly ones. */
function splitTime(from: number, end: number): RangePart[] {
  const firstDay = floorTo(DAY_MS, from + DAY_MS - 1);
  const lastDay = floorTo(DAY_MS, end);
  if (firstDay >= lastDay) return hoursOf(from, end);
  return [...hoursOf(from, firstDay), ...daysOf(firstDay, lastDay), ...hoursOf(lastDay, end)];
}

/** Splits a range into groups of parts that are read and added up together; by month if the interval is month. */
export function splitRange(range: Range): RangePart[][] {
  const { interval, from, end } = range;
  if (interval !== 'month') return splitTime(from, end).map((part) => [part]);
  const months = pointsOf(range);
  return months.map(({ start }, index) =>
    splitTime(Math.max(start, from), Math.min(months[index + 1]?.start ?? end, end)),
  );
}
