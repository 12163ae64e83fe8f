const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

// A year has 365.25 days, as in the library that Kutt uses.
const units: readonly [ms: number, ...names: string[]][] = [
  [1, '', 'ms', 'msec', 'msecs', 'millisecond', 'milliseconds'],
  [SECOND_MS, 's', 'sec', 'secs', 'second', 'seconds'],
  [MINUTE_MS, 'm', 'min', 'mins', 'minute', 'minutes'],
  [HOUR_MS, 'h', 'hr', 'hrs', 'hour', 'hours'],
  [DAY_MS, 'd', 'day', 'days'],
  [7 * DAY_MS, 'w', 'week', 'weeks'],
  [365.25 * DAY_MS, 'y', 'yr', 'yrs', 'year', 'years'],
];

const unitMs = new Map(units.flatMap(([ms, ...names]) => names.map((name) => [name, ms] as const)));

const DURATION = /^(\d{1,15}(?:\.\d{1,9})?) *([a-z]{0,12})$/;

/** The shortest life of a link. */
export const LEAST_LIFE_MS = MINUTE_MS;

// A later end could be after the year 9999, which no date of ours has.
const MAX_LIFE_MS = 1_000 * 365.25 * DAY_MS;

/**
 * Parses a duration as Kutt's clients write it, such as `1m`, `8h` or `42 days`, to milliseconds. Undefined for anything else, and
 * for more than a thousand years.
 */
export function parseKuttDuration(text: string): number | undefined {
  const [, count, unit = ''] = DURATION.exec(text.trim().toLowerCase()) ?? [];
  const ms = unitMs.get(unit);
  if (count === undefined || ms === undefined) return undefined;
  const life = Math.round(Number(count) * ms);
  return life <= MAX_LIFE_MS ? life : undefined;
}
