import { useQueries } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import type { ChartPeriod } from './period.ts';
import { type ChartFilters, type StatsSource, statsInput } from './use-stats.ts';

/** The visits of each of several items in a period; undefined while loading. */
export function useCounts(
  sources: StatsSource[],
  period: ChartPeriod,
  filters: ChartFilters = {},
): (number | undefined)[] {
  const zone = useTimeZone();
  return useQueries({
    queries: sources.map((source) => {
      const input = statsInput(source, zone, {
        ...period.now,
        interval: period.interval,
        by: 'device',
        limit: 1,
        ...filters,
      });
      return {
        queryKey: [source.endpoint, input],
        queryFn: ({ signal }: { signal: AbortSignal }) => send(source.endpoint, input, { signal }),
      };
    }),
  }).map(({ data }) => data?.data.clicks);
}
