import { useLive } from '../../lib/live.ts';
import { refresh } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { useThrottled } from '../../lib/use-throttled.ts';
import { Statistics } from '../../ui/charts/statistics.tsx';
import { useFilters } from '../../ui/charts/use-filters.ts';

const REFETCH_MS = 2_000;

/** The visits to everything in a channel. */
export function ChannelStatisticsPanel({ id, name }: { id: string; name: string }) {
  const t = useTexts('channels');
  // A live click does not say which channels its link is in, so any click may be relevant.
  const refetchStats = useThrottled(() => void refresh('GET /api/channel/:id/stats'), REFETCH_MS);
  useLive('click', refetchStats);
  return (
    <Statistics
      source={{ endpoint: 'GET /api/channel/:id/stats', params: { id } }}
      kind="visits"
      name={name}
      hasEver={false}
      hint={t.noVisits}
      filtering={useFilters()}
    />
  );
}
