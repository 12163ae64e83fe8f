import { findCountry } from '../../geo/countries.ts';
import type { EndpointAnswer, EndpointCaller } from '../../http/endpoint-caller.ts';
import { type Clock, formatDateTime } from '../../lib/date-time.ts';
import type { AdmittedCaller } from '../product.ts';

interface NamedValue {
  name: string;
  value: number;
}

/** The statistics of one period. */
interface KuttPeriod {
  stats: Record<'browser' | 'os' | 'country' | 'referrer', NamedValue[]>;
  /** Visits of each hour, day or month, oldest first. */
  views: number[];
  total: number;
}

type PeriodName = 'lastDay' | 'lastWeek' | 'lastMonth' | 'lastYear';

export type KuttStats = Record<PeriodName, KuttPeriod>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const browsers = ['chrome', 'edge', 'firefox', 'ie', 'opera', 'other', 'safari'] as const;
const systems = ['android', 'ios', 'linux', 'macos', 'other', 'windows'] as const;

// Where the lower-case form of our name is not the name in Kutt.
const browserNames: Record<string, (typeof browsers)[number]> = {
  'internet explorer': 'ie',
  'opera mini': 'opera',
};
const systemNames: Record<string, (typeof systems)[number]> = { ipados: 'ios' };

type Stats = EndpointAnswer<'GET /api/url/:id/stats'>['data'];
type Counts = Record<string, number> | undefined;

function largestFirst(counts: Map<string, number>): NamedValue[] {
  return Array.from(counts, ([name, value]) => ({ name, value })).sort((one, other) => other.value - one.value);
}

/** Adds up counts under the names of Kutt; what has no name of its own there, or was not recognized, is `rest`. */
function sumByName(
  counts: Counts,
  total: number,
  names: readonly string[],
  rest: string,
  nameOf: (name: string) => string,
) {
  const sums = new Map(names.map((name) => [name, 0]));
  let named = 0;
  for (const [name, count] of Object.entries(counts ?? {})) {
    const short = nameOf(name);
    sums.set(short, (sums.get(short) ?? 0) + count);
    named += count;
  }
  if (total > named) sums.set(rest, (sums.get(rest) ?? 0) + total - named);
  return largestFirst(sums);
}

function oneOf(known: readonly string[], others: Record<string, string>) {
  return (name: string) => {
    const lower = name.toLowerCase();
    return others[lower] ?? (known.includes(lower) ? lower : 'other');
  };
}

function toPeriod({ clicks, series, top }: Stats): KuttPeriod {
  const country = (name: string) => findCountry(name)?.code.toLowerCase() ?? 'unknown';
  // Kutt stores hosts as keys of objects, which must not contain dots.
  const referrer = (host: string) => host.toLowerCase().replaceAll('.', '[dot]');
  return {
    stats: {
      browser: sumByName(top.browser, clicks, browsers, 'other', oneOf(browsers, browserNames)),
      os: sumByName(top.os, clicks, systems, 'other', oneOf(systems, systemNames)),
      country: sumByName(top.country, clicks, [], 'unknown', country),
      referrer: sumByName(top.referrer, clicks, [], 'direct', referrer),
    },
    views: series.map((point) => point.clicks),
    total: clicks,
  };
}

/** Reads the four periods of Kutt's statistics. */
export function createKuttStats({ endpoints, now }: { endpoints: EndpointCaller; now: Clock }) {
  return async function readStats(admission: AdmittedCaller, id: number): Promise<KuttStats> {
    const end = now();
    const lastYear = new Date(end);
    lastYear.setUTCMonth(lastYear.getUTCMonth() - 11, 1);

    async function read(interval: 'hour' | 'day' | 'month', from: number): Promise<KuttPeriod> {
      const range = { interval, from: formatDateTime(from), to: formatDateTime(end) };
      const query = { ...range, by: 'browser,os,country,referrer', limit: 250 };
      const { data } = await endpoints.call(admission, 'GET /api/url/:id/stats', { params: { id }, query });
      return toPeriod(data);
    }

    return {
      lastDay: await read('hour', end - 23 * HOUR_MS),
      lastWeek: await read('day', end - 6 * DAY_MS),
      lastMonth: await read('day', end - 29 * DAY_MS),
      lastYear: await read('month', lastYear.getTime()),
    };
  };
}
