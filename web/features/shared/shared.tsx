import { ExternalLink, Link2Off } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
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
import { keepAccess, readAccess } from './access.ts';
import { UnlockForm } from './unlock-form.tsx';

type Answer = AnswerOf<'GET /api/shared/:token/stats'>;

/** What is shared, below the title. */
function About({ details }: { details: Answer['details'] }) {
  const t = useTexts('shared');
  if (details.type === 'campaign') {
    return <p className="shared-about">{t.links({ count: details.links })}</p>;
  }
  const words = [details.title, details.host && t.destination({ host: details.host })].filter(Boolean).join(' · ');
  return words === '' ? null : (
    <p className="shared-about" title={details.shorturl}>
      {words}
    </p>
  );
}

function OpenLink({ url }: { url: string }) {
  const t = useTexts('shared');
  return (
    <a className="icon-button" href={url} target="_blank" rel="noreferrer" aria-label={t.open} title={t.open}>
      <ExternalLink size={16} aria-hidden />
    </a>
  );
}

function Failed({ error, retry }: { error: Error; retry(): void }) {
  const t = useTexts('shared');
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

function Content({ token }: { token: string }) {
  const t = useTexts('shared');
  const [access, setAccess] = useState(() => readAccess(token));
  const source: StatsSource = { endpoint: 'GET /api/shared/:token/stats', params: { token: access } };
  // The same query as the charts', so it causes no second request.
  const { answer, error, retry } = useStats(source, usePeriod(true).period);

  function open(given: string): void {
    keepAccess(token, given);
    setAccess(given);
  }

  if (error instanceof ApiError && error.code === 'share_password_required') {
    return <UnlockForm token={token} onOpen={open} />;
  }
  if (error) return <Failed error={error} retry={retry} />;
  if (!answer) {
    return (
      <Page title={t.title}>
        <ChartSkeleton />
      </Page>
    );
  }
  const { details } = answer as Answer;
  const title = details.type === 'link' ? withoutScheme(details.shorturl) : details.name;
  return (
    <Page title={title} actions={details.type === 'link' && <OpenLink url={details.shorturl} />}>
      <About details={details} />
      <Statistics source={source} kind="clicks" name={title} hasEver hint={t.noClicks} isCoarse />
      <p className="shared-foot">
        <a href="https://db-ip.com" rel="noreferrer">
          {t.geolocationCredit}
        </a>
      </p>
    </Page>
  );
}

/** The shared statistics of a link or a campaign; no session is needed, and nothing can be changed. */
export function Screen({ params }: { params: Record<string, string> }) {
  const zone = accountZone.use();
  // Shared statistics are days of UTC.
  useLayoutEffect(() => accountZone.set('UTC'), []);
  if (zone !== 'UTC') return null;
  return (
    <main className="shared">
      <Content token={params.token ?? ''} />
    </main>
  );
}
