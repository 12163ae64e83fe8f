import { Suspense } from 'react';
import type { AnswerOf } from '../../lib/api.ts';
import { lazyScreen } from '../../lib/lazy-screen.ts';
import { navigate } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { periodOf } from '../../ui/charts/period.ts';
import { useStats } from '../../ui/charts/use-stats.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PasteLink } from '../../ui/paste-link.tsx';
import { FirstLink } from './first-link.tsx';

const OverviewPanel = lazyScreen(async () => (await import('./overview.tsx')).OverviewPanel);

/** The account's last 30 days. */
export function Screen() {
  const t = useTexts('home');
  const { stats, before, error, retry } = useStats({ endpoint: 'GET /api/stats' }, periodOf({}, Date.now()));
  const links = (stats as AnswerOf<'GET /api/stats'>['data'] | undefined)?.links ?? 0;
  return (
    <Page
      title={t.title}
      actions={
        links > 0 && (
          <PasteLink
            className="quick-create"
            action={t.add}
            onMade={({ id, said }) =>
              showToast(said, { action: { name: t.show, run: () => navigate(`/links/${id}`) }, lastsMs: 8_000 })
            }
          />
        )
      }
    >
      {links > 0 && <p className="quiet home-span">{t.last30Days}</p>}
      {error && <FailureNotice error={error} onRetry={retry} />}
      {!stats && !error && <ChartSkeleton />}
      {stats && links === 0 && <FirstLink />}
      {stats && links > 0 && (
        <Suspense fallback={<ChartSkeleton />}>
          <OverviewPanel stats={stats} before={before} links={links} />
        </Suspense>
      )}
    </Page>
  );
}
