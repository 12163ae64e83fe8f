import type { AnswerOf, InputOf } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import { type TimeZone, useTimeZone } from '../../lib/time-zone.ts';
import type { ChartPeriod } from './period.ts';

/** The endpoints that return statistics over time. */
export type StatsEndpoint =
  | 'GET /api/stats'
  | 'GET /api/url/:id/stats'
  | 'GET /api/qr/:id/stats'
  | 'GET /api/campaign/:id/stats'
  | 'GET /api/channel/:id/stats'
  | 'GET /api/bio/:id/stats'
  | 'GET /api/bio/:id/block/:block/stats'
  | 'GET /api/shared/:token/stats';

/** How often statistics are read again whose visits are not in the live stream. */
export const LIVE_MS = 3_000;

/** The subject of the statistics: an endpoint and its path parameters. */
export interface StatsSource {
  endpoint: StatsEndpoint;
  params?: Record<string, string>;
  /** How often to read again; undefined to read once. */
  pollMs?: number;
}

/** The counts of a range. */
export type Stats = AnswerOf<'GET /api/url/:id/stats'>['data'];

/** Filters by their names in the URL, which are the API's names: `filter[country]`. */
export type ChartFilters = Record<string, string[]>;

// The map shows all countries; lists show only the first entries.
const TOP = 250;

/** The query for an endpoint, typed for any of them. */
export function statsInput({ params }: StatsSource, zone: TimeZone, query: object): InputOf<StatsEndpoint> {
  return { ...(params && { params }), query: { ...query, zone: zone.name } } as InputOf<StatsEndpoint>;
}

/** Statistics of one item, or of all, for a period and the previous one. */
export function useStats(source: StatsSource, period: ChartPeriod, filters: ChartFilters = {}) {
  const { interval } = period;
  const zone = useTimeZone();
  const options = { keepsLast: true, ...(source.pollMs !== undefined && { pollMs: source.pollMs }) };
  const now = useApi(
    source.endpoint,
    statsInput(source, zone, { ...period.now, interval, limit: TOP, ...filters }),
    options,
  );
  const before = useApi(
    source.endpoint,
    statsInput(source, zone, { ...period.before, interval, by: 'device', limit: 1, ...filters }),
    options,
  );
  return {
    stats: now.data?.data as Stats | undefined,
    before: before.data?.data as Stats | undefined,
    /** The full response, for fields that only some endpoints return. */
    answer: now.data,
    /** The data shown belongs to another selection while the current one loads. */
    isOld: now.isPlaceholderData,
    error: now.data ? null : now.error,
    retry: () => void now.refetch(),
  };
}
