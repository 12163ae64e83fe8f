import type { SourceCounts } from '../source.ts';

const HOUR_MS = 3_600_000;
const BROWSERS = ['chrome', 'edge', 'firefox', 'ie', 'opera', 'other', 'safari'] as const;
const SYSTEMS = ['android', 'ios', 'linux', 'macos', 'other', 'windows'] as const;

/** The columns of the counts of an hour. */
export const visitColumns: readonly string[] = [
  ...BROWSERS.map((name) => `br_${name}`),
  ...SYSTEMS.map((name) => `os_${name}`),
];

/** A row of `visits`: the clicks of a link that began in one hour. */
export type VisitRow = {
  at: number;
  total: number | null;
  countries: string | null;
  referrers: string | null;
} & Record<string, number | string | null>;

type Counts = Record<string, number>;

function readJson(text: string | null): Counts {
  try {
    const value = JSON.parse(text ?? '{}') as unknown;
    if (typeof value !== 'object' || value === null) return {};
    const counts = Object.entries(value).map(([name, count]): [string, number] => [name, Number(count)]);
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  } catch {
    return {};
  }
}

function readColumns(row: VisitRow, prefix: string, names: readonly string[]): Counts {
  const entries = names.map((name): [string, number] => [name, Number(row[`${prefix}_${name}`] ?? 0)]);
  return Object.fromEntries(entries.filter(([, count]) => count > 0));
}

/** The counts of a row, with hosts as they are. Kutt writes dots of host names as `[dot]`, and counts no bots. */
export function readVisits(row: VisitRow): SourceCounts {
  const referrers = Object.entries(readJson(row.referrers));
  return {
    span: 'hour',
    start: row.at - (row.at % HOUR_MS),
    clicks: row.total ?? 0,
    bots: 0,
    dimensions: {
      browser: readColumns(row, 'br', BROWSERS),
      os: readColumns(row, 'os', SYSTEMS),
      country: readJson(row.countries),
      referrer: Object.fromEntries(referrers.map(([host, count]) => [host.replaceAll('[dot]', '.'), count])),
    },
  };
}

function combine(left: Counts = {}, right: Counts = {}, sign: 1 | -1): Counts {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  const sums = Array.from(names, (name): [string, number] => [name, (left[name] ?? 0) + sign * (right[name] ?? 0)]);
  return Object.fromEntries(sums.filter(([, count]) => count > 0));
}

/** Adds the counts of the same hour, or subtracts those that were sent before. */
export function combineCounts(left: SourceCounts, right: SourceCounts, sign: 1 | -1): SourceCounts {
  return {
    ...left,
    clicks: Math.max(0, left.clicks + sign * right.clicks),
    dimensions: {
      browser: combine(left.dimensions.browser, right.dimensions.browser, sign),
      os: combine(left.dimensions.os, right.dimensions.os, sign),
      country: combine(left.dimensions.country, right.dimensions.country, sign),
      referrer: combine(left.dimensions.referrer, right.dimensions.referrer, sign),
    },
  };
}
