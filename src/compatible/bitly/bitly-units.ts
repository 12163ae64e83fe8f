import { readFields } from '../../http/request-url.ts';
import { parseBitlyTime } from './bitly-input.ts';
import { invalidArgument } from './bitly-refusal.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const bitlyUnits = ['hour', 'day', 'week', 'month'] as const;
export type BitlyUnit = (typeof bitlyUnits)[number];

/** The range of a metric: how many units until the reference; -1 means all. */
export interface UnitRange {
  unit: BitlyUnit;
  units: number;
  /** The newest moment of the range. */
  reference: number;
}

// More than the ten years that statistics can span, and few enough points for one response.
const MAX_UNITS: Record<BitlyUnit, number> = { hour: 2_136, day: 3_653, week: 522, month: 120 };

/** Parses `unit`, `units` and `unit_reference`. */
export function readUnits(query: string, now: number): UnitRange {
  const { unit = 'day', units = '-1', unit_reference: reference } = readFields(query);
  const known = bitlyUnits.find((one) => one === unit);
  if (!known) throw invalidArgument('unit', 'unit must be hour, day, week or month; minutes are not kept');
  if (!/^(-1|[1-9]\d{0,8})$/.test(units)) throw invalidArgument('units', 'units must be -1 or a positive number');
  const at = reference ? parseBitlyTime(reference) : now;
  if (at === undefined || at < 0) throw invalidArgument('unit_reference', 'unit_reference must be a time in ISO 8601');
  return { unit: known, units: Math.min(Number(units), MAX_UNITS[known]), reference: at };
}

/** The start of the unit that contains a moment; weeks start on Monday. */
export function startOfUnit(unit: BitlyUnit, at: number): number {
  if (unit === 'hour') return Math.floor(at / HOUR_MS) * HOUR_MS;
  const day = Math.floor(at / DAY_MS);
  // Day 0, 1 January 1970, was a Thursday.
  if (unit === 'week') return (day - ((day + 3) % 7)) * DAY_MS;
  return unit === 'day' ? day * DAY_MS : new Date(day * DAY_MS).setUTCDate(1);
}

/** The start of the unit that is `count` units before the one that starts at `start`. */
function unitsBefore(unit: BitlyUnit, start: number, count: number): number {
  if (unit === 'month') {
    const date = new Date(start);
    return date.setUTCMonth(date.getUTCMonth() - count);
  }
  return start - count * (unit === 'hour' ? HOUR_MS : unit === 'day' ? DAY_MS : 7 * DAY_MS);
}

/** Where a range starts; `first` is the time of the first click that can exist. */
export function startOfRange({ unit, units, reference }: UnitRange, first: number): number {
  const last = startOfUnit(unit, reference);
  const longest = unitsBefore(unit, last, MAX_UNITS[unit] - 1);
  if (units !== -1) return unitsBefore(unit, last, units - 1);
  return Math.min(last, Math.max(longest, startOfUnit(unit, first)));
}
