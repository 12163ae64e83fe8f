import { ExternalLink, Link2Off } from 'lucide-react';
import { useLayoutEffect } from 'react';
import type { AnswerOf } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useTexts } from '../../lib/texts.ts';
import { accountZone } from '../../lib/time-zone.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { usePeriod } from '../../ui/charts/period-picker.tsx';
import { Statistics } from '../../ui/charts/statistics.tsx';
import { type StatsSource, useStats } from '../../ui/charts/use-stats.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Page } from '../../ui/page.tsx';

type Details = AnswerOf<'GET /api/shared/:token/stats'>['details'];

function About({ shorturl, title, host }: Details) {
  const t = useTexts('shared');
  const words = [title, host && t.destination({ host })].filter(Boolean).join(' · ');
  return words === '' ? null : (
    <p className="shared-about" title={shorturl}>
      {words}
    </p>
  );
}

function Content({ source }: { source: StatsSource }) {
  const t = useTexts('shared');
  // The same query as the charts', so it causes no second request.
  const { answer, error, retry } = useStats(source, usePeriod(true).period);
  if (error) {
    const isGone = error instanceof ApiError && error.status === 404;
    return (
      <Page title={t.title}>
        {isGone ? (
          <EmptyState icon={Link2Off} title={t.gone}>
            {t.goneText}
          </EmptyState>
        ) : (
          <FailureNotice error={error} onRetry={retry} />
        )}
      </Page>
    );
  }
  if (!answer) {
    return (
      <Page title={t.title}>
        <ChartSkeleton />
      </Page>
    );
  }
  const { details } = answer as AnswerOf<'GET /api/shared/:token/stats'>;
  return (
    <Page
      title={withoutScheme(details.shorturl)}
      actions={
        <a
          className="icon-button"
          href={details.shorturl}
          target="_blank"
          rel="noreferrer"
          aria-label={t.open}
          title={t.open}
        >
          <ExternalLink size={16} aria-hidden />
        </a>
      }
    >
      <About {...details} />
      <Statistics
        source={source}
        kind="clicks"
        name={withoutScheme(details.shorturl)}
        hasEver
        hint={t.noClicks}
        isCoarse
      />
      <p className="shared-foot">
        <a href="https://db-ip.com" rel="noreferrer">
          {t.geolocationCredit}
        </a>
      </p>
    </Page>
  );
}

/** A link's shared statistics; no session is needed, and nothing can be changed. */
export function Screen({ params }: { params: Record<string, string> }) {
  const zone = accountZone.use();
  // Shared statistics are days of UTC.
  useLayoutEffect(() => accountZone.set('UTC'), []);
  if (zone !== 'UTC') return null;
  return (
    <main className="shared">
      <Content source={{ endpoint: 'GET /api/shared/:token/stats', params: { token: params.token ?? '' } }} />
    </main>
  );
}
