import { Suspense, useState } from 'react';
import type { AnswerOf } from '../../lib/api.ts';
import { lazyScreen } from '../../lib/lazy-screen.ts';
import { navigate } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { usePeriod } from '../../ui/charts/period-picker.tsx';
import { useFilters } from '../../ui/charts/use-filters.ts';
import { type StatsSource, useStats } from '../../ui/charts/use-stats.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PasteLink } from '../../ui/paste-link.tsx';
import { FirstLink } from './first-link.tsx';

const OverviewPanel = lazyScreen(async () => (await import('./overview.tsx')).OverviewPanel);

const SOURCE: StatsSource = { endpoint: 'GET /api/stats' };

/** The statistics of the whole account. */
export function Screen() {
  const t = useTexts('home');
  const [url, setUrl] = useState('');
  // The same query as the charts', so it causes no second request.
  const { stats, error, retry } = useStats(SOURCE, usePeriod().period, useFilters().filters);
  const links = (stats as AnswerOf<'GET /api/stats'>['data'] | undefined)?.links ?? 0;
  return (
    <Page
      title={t.title}
      actions={
        links > 0 && (
          <PasteLink
            className="quick-create"
            action={t.add}
            url={url}
            onUrl={setUrl}
            onMade={({ id, message }) =>
              showToast(message, { action: { name: t.show, run: () => navigate(`/links/${id}`) }, lastsMs: 8_000 })
            }
          />
        )
      }
    >
      {error && <FailureNotice error={error} onRetry={retry} />}
      {!stats && !error && <ChartSkeleton />}
      {stats && links === 0 && <FirstLink />}
      {stats && links > 0 && (
        <Suspense fallback={<ChartSkeleton />}>
          <OverviewPanel source={SOURCE} links={links} />
        </Suspense>
      )}
    </Page>
  );
}
