import { useState } from 'react';
import { useLive } from '../../lib/live.ts';
import { refresh, useApi } from '../../lib/query.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { useThrottled } from '../../lib/use-throttled.ts';
import { Button } from '../../ui/button.tsx';
import { Figure } from '../../ui/charts/figure.tsx';
import { toUtcDates } from '../../ui/charts/period.ts';
import { usePeriod } from '../../ui/charts/period-picker.tsx';
import { Statistics } from '../../ui/charts/statistics.tsx';
import { useFilters } from '../../ui/charts/use-filters.ts';
import { VisitList } from '../../ui/charts/visit-list.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Time } from '../../ui/time.tsx';

const VISITS = 15;
const MAX_VISITS = 1_000;
const REFETCH_MS = 2_000;

/** The statistics of one link; `hasClicks` says whether it was ever clicked. */
export function LinkStatisticsPanel({
  id,
  name,
  hasClicks,
  splits,
}: {
  id: string;
  name: string;
  hasClicks: boolean;
  /** The names of the rules that have a split. */
  splits: readonly string[];
}) {
  const t = useTexts('link-page');
  const c = useTexts('charts');
  const filtering = useFilters();
  const [show] = useSearchParam('show');
  const [shown, setShown] = useState(VISITS);
  const { period } = usePeriod();
  const dates = toUtcDates(period.now, useTimeZone());
  const kinds = show === 'bots' ? { 'filter[bot]': Object.keys(c.kinds) } : {};
  const list = useApi(
    'GET /api/url/:id/clicks',
    { params: { id }, query: { limit: shown, ...dates, ...kinds, ...filtering.filters } },
    { keepsLast: true },
  );
  const refetchStats = useThrottled(
    () => void refresh('GET /api/url/:id/stats', 'GET /api/url/:id/clicks', 'GET /api/url/:id'),
    REFETCH_MS,
  );
  useLive('click', ({ link }) => {
    if (String(link) === id) refetchStats();
  });
  useLive('reset', refetchStats);

  const visits = list.data?.data.clicks ?? [];
  const isFiltered = filtering.chosen.length > 0;
  const last = visits.find(({ bot }) => show === 'bots' || bot === '');
  const hasAny = hasClicks || visits.length > 0;
  return (
    <Statistics
      source={{ endpoint: 'GET /api/url/:id/stats', params: { id } }}
      kind="clicks"
      name={name}
      hasEver={hasClicks}
      hint={t.emptyText}
      filtering={filtering}
      visitsOf={id}
      splits={splits}
      figure={
        <Figure name={c.lastClick} value={last ? <Time value={last.date} isRelative /> : hasAny ? '–' : c.never} />
      }
    >
      {hasAny && (
        <VisitList visits={visits}>
          {list.error && !list.data && <FailureNotice error={list.error} onRetry={() => void list.refetch()} />}
          {list.data && visits.length === 0 && <p className="quiet">{isFiltered ? c.noMatchingVisits : c.noData}</p>}
          {list.data?.data.next && shown < MAX_VISITS && (
            <Button onClick={() => setShown(Math.min(MAX_VISITS, shown * 4))}>{c.older}</Button>
          )}
        </VisitList>
      )}
    </Statistics>
  );
}
