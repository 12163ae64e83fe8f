import { findCountry } from '../../geo/countries.ts';
import type { EndpointAnswer, EndpointCaller } from '../../http/endpoint-caller.ts';
import { formatDateTime, parseDateTime } from '../../lib/date-time.ts';
import type { Dimension } from '../../rollups/dimension.ts';
import type { AdmittedCaller } from '../product.ts';
import { formatBitlyTime } from './bitly-input.ts';
import { startOfRange, startOfUnit, type UnitRange } from './bitly-units.ts';

/** Whose clicks are counted, and since when there can be any. */
export interface Counted {
  /** Undefined for everything in the workspace. */
  linkId: number | undefined;
  first: number;
}

interface ClickPoint {
  date: string;
  clicks: number;
}

type Stats = EndpointAnswer<'GET /api/url/:id/stats'>['data'];
type Interval = Stats['interval'];
type Metric = Record<string, string | number>;

/** Reads what Bitly calls metrics. */
export interface BitlyMetrics {
  /** The clicks of each unit, newest first. */
  readClicks(admission: AdmittedCaller, counted: Counted, range: UnitRange): Promise<ClickPoint[]>;
  /** The largest counts of a facet; undefined if there is no such facet. */
  readFacet(admission: AdmittedCaller, counted: Counted, range: UnitRange, facet: Facet): Promise<Metric[]>;
}

const DAY_MS = 86_400_000;

// What one request for statistics can span.
const MAX_DAYS: Record<Interval, number> = { hour: 31, day: 366, month: 3_653 };

const codeOf = (country: string) => findCountry(country)?.code ?? country;

/** City and country of a name such as `Paris, France`; a city may contain a comma. */
function splitPlace(name: string): { city: string; country: string } {
  const comma = name.lastIndexOf(', ');
  return { city: name.slice(0, comma), country: codeOf(name.slice(comma + 2)) };
}

/** How each facet counts: the dimension, and the fields of a metric by the name of its value. */
const facets = {
  countries: { by: 'country', show: (name: string) => ({ value: codeOf(name) }) },
  referrers: { by: 'referrer', show: (value: string) => ({ value }) },
  referring_domains: { by: 'referrer', show: (value: string) => ({ value }) },
  referring_networks: { by: 'social', show: (value: string) => ({ value }) },
  devices: { by: 'device', show: (name: string) => ({ device_type: name.charAt(0).toUpperCase() + name.slice(1) }) },
  cities: { by: 'city', show: (name: string) => ({ ...splitPlace(name), region: '', subregion: '' }) },
} satisfies Record<string, { by: Dimension; show(name: string): Metric }>;

export type Facet = keyof typeof facets;

export function isFacet(text: string): text is Facet {
  return Object.hasOwn(facets, text);
}

export function createBitlyMetrics({ endpoints }: { endpoints: EndpointCaller }): BitlyMetrics {
  async function readStats(admission: AdmittedCaller, id: number | undefined, query: object): Promise<Stats> {
    if (id === undefined) return (await endpoints.call(admission, 'GET /api/stats', { query })).data;
    return (await endpoints.call(admission, 'GET /api/url/:id/stats', { params: { id }, query })).data;
  }

  return {
    async readClicks(admission, { linkId, first }, range) {
      const { unit, reference } = range;
      const interval = unit === 'week' ? 'day' : unit;
      const sums = new Map<number, number>();
      const stepMs = MAX_DAYS[interval] * DAY_MS;
      for (let from = startOfRange(range, first); from <= reference; from += stepMs) {
        const to = Math.min(from + stepMs - 1, reference);
        const query = { interval, from: formatDateTime(from), to: formatDateTime(to), by: 'country', limit: 1 };
        for (const { date, clicks } of (await readStats(admission, linkId, query)).series) {
          const start = startOfUnit(unit, parseDateTime(date) ?? 0);
          sums.set(start, (sums.get(start) ?? 0) + clicks);
        }
      }
      return Array.from(sums, ([start, clicks]) => ({ date: formatBitlyTime(start), clicks })).reverse();
    },

    async readFacet(admission, { linkId, first }, range, facet) {
      const from = startOfRange(range, first);
      const days = (range.reference - from) / DAY_MS;
      const fits = (interval: Interval) => days < MAX_DAYS[interval];
      const interval = range.unit === 'hour' && fits('hour') ? 'hour' : fits('day') ? 'day' : 'month';
      const { by, show } = facets[facet];
      const times = { from: formatDateTime(from), to: formatDateTime(range.reference) };
      const { top, direct = 0 } = await readStats(admission, linkId, { interval, ...times, by, limit: 250 });
      const metrics: (Metric & { clicks: number })[] = Object.entries(top[by] ?? {}).map(([name, clicks]) => ({
        ...show(name),
        clicks,
      }));
      if (by === 'referrer' && direct > 0) metrics.push({ value: 'direct', clicks: direct });
      return metrics.sort((one, other) => other.clicks - one.clicks);
    },
  };
}
