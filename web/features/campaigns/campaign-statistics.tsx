import { useLive } from '../../lib/live.ts';
import { refresh } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { useThrottled } from '../../lib/use-throttled.ts';
import { Statistics } from '../../ui/charts/statistics.tsx';
import { useFilters } from '../../ui/charts/use-filters.ts';

const REFETCH_MS = 2_000;

/** The statistics of all links of a campaign. */
export function CampaignStatisticsPanel({ id, name, hasClicks }: { id: string; name: string; hasClicks: boolean }) {
  const t = useTexts('campaigns');
  const refetchStats = useThrottled(
    () => void refresh('GET /api/campaign/:id/stats', 'GET /api/campaign/:id'),
    REFETCH_MS,
  );
  // A live click does not say which campaign its link belongs to, so any click may be relevant.
  useLive('click', refetchStats);
  return (
    <Statistics
      source={{ endpoint: 'GET /api/campaign/:id/stats', params: { id } }}
      kind="clicks"
      name={name}
      hasEver={hasClicks}
      hint={t.noClicks}
      filtering={useFilters()}
    />
  );
}
