import { useQueries } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';
import type { ChartPeriod } from './period.ts';
import { type StatsSource, statsInput } from './use-stats.ts';

/** The visits of each of several items in a period; undefined while loading. */
export function useCounts(sources: StatsSource[], period: ChartPeriod): (number | undefined)[] {
  return useQueries({
    queries: sources.map((source) => {
      const input = statsInput(source, { ...period.now, interval: period.interval, by: 'device', limit: 1 });
      return {
        queryKey: [source.endpoint, input],
        queryFn: ({ signal }: { signal: AbortSignal }) => send(source.endpoint, input, { signal }),
      };
    }),
  }).map(({ data }) => data?.data.clicks);
}
