import { MousePointerClick } from 'lucide-react';
import { useState } from 'react';
import { useLive } from '../../lib/live.ts';
import { refresh, useApi } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { useThrottled } from '../../lib/use-throttled.ts';
import { useTick } from '../../lib/use-tick.ts';
import { Button } from '../../ui/button.tsx';
import { Breakdowns } from '../../ui/charts/breakdowns.tsx';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { chartTexts } from '../../ui/charts/charts.texts.ts';
import { Figure } from '../../ui/charts/figure.tsx';
import { FilterChips } from '../../ui/charts/filter-chips.tsx';
import { PeriodPicker, usePeriod } from '../../ui/charts/period-picker.tsx';
import { SeriesCard } from '../../ui/charts/series-card.tsx';
import { useFilters } from '../../ui/charts/use-filters.ts';
import { useStats } from '../../ui/charts/use-stats.ts';
import { VisitList } from '../../ui/charts/visit-list.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Time } from '../../ui/time.tsx';
import { linkPageTexts } from './link-page.texts.ts';

const BY = ['country', 'city', 'referrer', 'browser', 'os', 'device', 'language'] as const;
const VISITS = 15;
const MAX_VISITS = 1_000;
const LOOK_AGAIN_MS = 2_000;
const TICK_MS = 30_000;

/** What the clicks of one link have to tell; `hasClicks` says whether there ever was one. */
export function LinkStatistics({ id, hasClicks }: { id: string; hasClicks: boolean }) {
  const t = useTexts(linkPageTexts);
  const c = useTexts(chartTexts);
  const [period, setPeriod] = usePeriod();
  const filtering = useFilters();
  useTick(TICK_MS);
  const [shown, setShown] = useState(VISITS);
  const { stats, before, isOld, error, retry } = useStats('GET /api/url/:id/stats', id, period, filtering.filters);
  const list = useApi(
    'GET /api/url/:id/clicks',
    { params: { id }, query: { limit: shown, ...filtering.filters } },
    { keepsLast: true },
  );
  const lookAgain = useThrottled(
    () => void refresh('GET /api/url/:id/stats', 'GET /api/url/:id/clicks', 'GET /api/url/:id'),
    LOOK_AGAIN_MS,
  );
  useLive('click', ({ link }) => {
    if (String(link) === id) lookAgain();
  });
  useLive('reset', lookAgain);

  if (error) return <FailureNotice error={error} onRetry={retry} />;
  if (!stats) return <ChartSkeleton />;
  const visits = list.data?.data.clicks ?? [];
  const isFiltered = filtering.chosen.length > 0;
  const last = visits.find(({ bot }) => bot === '');
  const isEmpty = stats.clicks === 0 && stats.bots === 0;
  return (
    <div className={isOld ? 'charts-old' : ''} aria-busy={isOld}>
      <FilterChips filtering={filtering} />
      <dl className="charts-figures">
        <Figure name={c.clicks} value={stats.clicks} before={before?.clicks} />
        <Figure name={c.unique} value={stats.unique} before={before?.unique} />
        <Figure name={c.bots} value={stats.bots} before={before?.bots} isNeutral />
        <Figure name={c.lastClick} value={last ? <Time value={last.date} isRelative /> : c.never} />
      </dl>
      <SeriesCard
        title={c.clicks}
        stats={stats}
        before={before}
        tools={<PeriodPicker period={period} onChange={setPeriod} />}
      />
      {isEmpty ? (
        <EmptyState icon={MousePointerClick} title={hasClicks ? t.empty : t.emptyNever}>
          {isFiltered ? t.emptyFilters : hasClicks ? t.emptyRange : t.emptyText}
        </EmptyState>
      ) : (
        <div className="charts-grid">
          <Breakdowns stats={stats} by={stats.bots > 0 ? [...BY, 'bot'] : BY} choosing={filtering} />
        </div>
      )}
      {(!isEmpty || visits.length > 0) && (
        <VisitList visits={visits}>
          {list.error && !list.data && <FailureNotice error={list.error} onRetry={() => void list.refetch()} />}
          {list.data && visits.length === 0 && <p className="quiet">{isFiltered ? c.noVisitsLikeThis : c.noVisits}</p>}
          {list.data?.data.next && shown < MAX_VISITS && (
            <Button onClick={() => setShown(Math.min(MAX_VISITS, shown * 4))}>{c.older}</Button>
          )}
        </VisitList>
      )}
    </div>
  );
}
