import type { AnswerOf, InputOf } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import type { ChartPeriod } from './period.ts';

/** The endpoints that tell statistics over time. */
export type StatsEndpoint =
  | 'GET /api/stats'
  | 'GET /api/url/:id/stats'
  | 'GET /api/qr/:id/stats'
  | 'GET /api/campaign/:id/stats'
  | 'GET /api/bio/:id/stats'
  | 'GET /api/bio/:id/block/:block/stats'
  | 'GET /api/shared/:token/stats';

/** Whose statistics: an endpoint, and the names in its path. */
export interface StatsSource {
  endpoint: StatsEndpoint;
  params?: Record<string, string>;
}

/** What was counted in a range. */
export type Stats = AnswerOf<'GET /api/url/:id/stats'>['data'];

/** Filters by their names in the address, which are their names in the API: `filter[country]`. */
export type ChartFilters = Record<string, string[]>;

// All countries have a place on the map; the lists show the first few of what they have.
const TOP = 250;

/** What to ask an endpoint for, typed for whichever it is. */
export function askFor({ params }: StatsSource, query: object): InputOf<StatsEndpoint> {
  return { ...(params && { params }), query } as InputOf<StatsEndpoint>;
}

/** Statistics of one thing, or of all, in a period and in the one before it. */
export function useStats(source: StatsSource, period: ChartPeriod, filters: ChartFilters = {}) {
  const { interval } = period;
  const options = { keepsLast: true };
  const now = useApi(source.endpoint, askFor(source, { ...period.now, interval, limit: TOP, ...filters }), options);
  const before = useApi(
    source.endpoint,
    askFor(source, { ...period.before, interval, by: 'device', limit: 1, ...filters }),
    options,
  );
  return {
    stats: now.data?.data as Stats | undefined,
    before: before.data?.data as Stats | undefined,
    /** All that was answered, for what an endpoint tells beside. */
    answer: now.data,
    /** What is shown is of another choice, and the chosen one is on its way. */
    isOld: now.isPlaceholderData,
    error: now.data ? null : now.error,
    retry: () => void now.refetch(),
  };
}
