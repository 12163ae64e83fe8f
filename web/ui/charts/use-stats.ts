import type { AnswerOf, InputOf } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import type { Period } from './period.ts';

/** The endpoints that tell statistics over time. */
export type StatsEndpoint =
  | 'GET /api/stats'
  | 'GET /api/url/:id/stats'
  | 'GET /api/qr/:id/stats'
  | 'GET /api/campaign/:id/stats'
  | 'GET /api/bio/:id/stats';

/** What was counted in a range. */
export type Stats = AnswerOf<'GET /api/url/:id/stats'>['data'];

/** Filters by their names in the address, which are their names in the API: `filter[country]`. */
export type Filters = Record<string, string[]>;

const TOP = 8;

/** Statistics of one thing, or of all, in a period and in the one before it. */
export function useStats(endpoint: StatsEndpoint, id: string | undefined, period: Period, filters: Filters = {}) {
  const asked = (query: object) =>
    ({ ...(id !== undefined && { params: { id } }), query: { ...query, ...filters } }) as InputOf<StatsEndpoint>;
  const options = { keepsLast: true };
  const now = useApi(endpoint, asked({ ...period.now, interval: period.interval, limit: TOP }), options);
  const before = useApi(
    endpoint,
    asked({ ...period.before, interval: period.interval, by: 'device', limit: 1 }),
    options,
  );
  return {
    stats: now.data?.data as Stats | undefined,
    before: before.data?.data as Stats | undefined,
    /** What is shown is of another choice, and the chosen one is on its way. */
    isOld: now.isPlaceholderData,
    error: now.data ? null : now.error,
    retry: () => void now.refetch(),
  };
}
