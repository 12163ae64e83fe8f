import { refresh, useList } from '../../lib/query.ts';
import { useShortHost } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { useThrottled } from '../../lib/use-throttled.ts';
import { BarList } from '../../ui/charts/bar-list.tsx';
import { Figure } from '../../ui/charts/figure.tsx';
import { usePeriod } from '../../ui/charts/period-picker.tsx';
import { Statistics } from '../../ui/charts/statistics.tsx';
import { useFilters } from '../../ui/charts/use-filters.ts';
import type { StatsSource } from '../../ui/charts/use-stats.ts';
import { VisitList } from '../../ui/charts/visit-list.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useFeed } from './use-feed.ts';

const TOP_LINKS = 8;
const REFETCH_MS = 2_000;

/** The statistics of the whole account, and live visits. */
export function OverviewPanel({ source, links }: { source: StatsSource; links: number }) {
  const t = useTexts('home');
  const c = useTexts('charts');
  const filtering = useFilters();
  const { period } = usePeriod();
  const top = useList('GET /api/urls', { query: { order: 'click' } }, TOP_LINKS);
  const rows = top.rows.slice(0, TOP_LINKS);
  const visits = useFeed({
    links: rows,
    period,
    filters: filtering.filters,
    onClick: useThrottled(() => void refresh('GET /api/stats', 'GET /api/urls'), REFETCH_MS),
  });
  const clicked = rows.filter(({ clicks }) => clicks > 0);
  const isFiltered = filtering.chosen.length > 0;

  function showTopLinks() {
    // Their clicks are those of all time, so they would contradict a filter.
    if (isFiltered) return null;
    if (top.error) return <FailureNotice error={top.error} onRetry={top.retry} />;
    if (top.isPending) return <SkeletonRows />;
    const bars = clicked.map(({ id, shorturl, clicks }) => ({
      key: String(id),
      name: withoutScheme(shorturl),
      count: clicks,
      to: `/links/${id}`,
    }));
    return <BarList title={t.topLinks} head={t.link} bars={bars} />;
  }

  return (
    <Statistics
      source={source}
      kind="clicks"
      name={useShortHost()}
      hasEver={clicked.length > 0}
      hint={t.noClicksText}
      filtering={filtering}
      figure={<Figure name={t.links} value={links} />}
      lists={showTopLinks}
    >
      <VisitList visits={visits}>
        {visits.length === 0 && <p className="quiet">{isFiltered ? c.noMatchingVisits : t.waiting}</p>}
      </VisitList>
    </Statistics>
  );
}
