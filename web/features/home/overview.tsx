import { MousePointerClick } from 'lucide-react';
import { refresh, useList } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { useThrottled } from '../../lib/use-throttled.ts';
import { BarList } from '../../ui/charts/bar-list.tsx';
import { Breakdowns } from '../../ui/charts/breakdowns.tsx';
import { Figure } from '../../ui/charts/figure.tsx';
import { PlacesCard } from '../../ui/charts/places-card.tsx';
import { SeriesCard } from '../../ui/charts/series-card.tsx';
import type { Stats } from '../../ui/charts/use-stats.ts';
import { VisitList } from '../../ui/charts/visit-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useFeed } from './use-feed.ts';

const TOP_LINKS = 8;
const LOOK_AGAIN_MS = 2_000;

/** The statistics of all links, and live visits. */
export function OverviewPanel({ stats, before, links }: { stats: Stats; before: Stats | undefined; links: number }) {
  const t = useTexts('home');
  const c = useTexts('charts');
  const top = useList('GET /api/urls', { query: { order: 'click' } }, TOP_LINKS);
  const rows = top.rows.slice(0, TOP_LINKS);
  const visits = useFeed(
    rows,
    useThrottled(() => void refresh('GET /api/stats', 'GET /api/urls'), LOOK_AGAIN_MS),
  );
  const clicked = rows.filter(({ clicks }) => clicks > 0);
  return (
    <>
      <dl className="charts-figures">
        <Figure name={c.clicks} value={stats.clicks} before={before?.clicks} />
        <Figure name={c.unique} value={stats.unique} before={before?.unique} />
        <Figure name={c.bots} value={stats.bots} before={before?.bots} isNeutral />
        <Figure name={t.links} value={links} />
      </dl>
      <SeriesCard title={c.clicks} stats={stats} before={before} />
      {stats.clicks === 0 && clicked.length === 0 ? (
        <EmptyState icon={MousePointerClick} title={t.noClicks}>
          {t.noClicksText}
        </EmptyState>
      ) : (
        <>
          <PlacesCard stats={stats} />
          <div className="charts-grid">
            {top.error && <FailureNotice error={top.error} onRetry={top.retry} />}
            {top.isPending && <SkeletonRows />}
            {!top.error && !top.isPending && (
              <BarList
                title={t.topLinks}
                head={t.link}
                bars={clicked.map(({ id, shorturl, clicks }) => ({
                  key: String(id),
                  name: withoutScheme(shorturl),
                  count: clicks,
                  to: `/links/${id}`,
                }))}
              />
            )}
            <Breakdowns stats={stats} by={['referrer', 'device']} />
          </div>
        </>
      )}
      <VisitList visits={visits}>{visits.length === 0 && <p className="quiet">{t.waiting}</p>}</VisitList>
    </>
  );
}
