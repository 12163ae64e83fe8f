import { Pencil } from 'lucide-react';
import { useApi } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { Statistics } from '../../ui/charts/statistics.tsx';
import { useFilters } from '../../ui/charts/use-filters.ts';
import { LIVE_MS } from '../../ui/charts/use-stats.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Page } from '../../ui/page.tsx';

/** The scans of a QR code. */
export function Screen({ params }: { params: Record<string, string> }) {
  const t = useTexts('statistics');
  const { id = '' } = params;
  const filtering = useFilters();
  const { data, error, refetch } = useApi('GET /api/qr/:id', { params: { id } });
  if (!data) {
    return (
      <Page title={t.title}>
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <ChartSkeleton />}
      </Page>
    );
  }
  const { details } = data;
  return (
    <Page
      title={details.name}
      actions={
        <ButtonLink icon={Pencil} to={`/qr/${id}`} isChange>
          {t.qr.edit}
        </ButtonLink>
      }
    >
      <Statistics
        key={id}
        source={{ endpoint: 'GET /api/qr/:id/stats', params: { id }, pollMs: LIVE_MS }}
        kind="scans"
        name={details.name}
        hasEver={details.scans > 0}
        filtering={filtering}
        hint={details.dynamic ? t.qr.hint : t.qr.notCounted}
      />
    </Page>
  );
}
