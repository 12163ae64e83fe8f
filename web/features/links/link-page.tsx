import { ExternalLink, Pencil, QrCode, Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useAction } from '../../lib/actions.ts';
import type { AnswerOf } from '../../lib/api.ts';
import { parseTime } from '../../lib/format.ts';
import { lazyScreen } from '../../lib/lazy-screen.ts';
import { useApi } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { TakeDownNote } from '../../ui/take-down.tsx';
import { LinkQr } from './link-qr.tsx';
import { LinkSheet } from './link-sheet.tsx';
import { ShareDialog } from './share-dialog.tsx';

const LinkStatisticsPanel = lazyScreen(async () => (await import('./link-statistics.tsx')).LinkStatisticsPanel);

type Details = AnswerOf<'GET /api/url/:id'>['details'];

type State = 'active' | 'disabled' | 'scheduled' | 'expired' | 'limitReached';

function stateOf({ status, starts, expiry, max_clicks }: Details, clicks: number): State {
  if (status === 'disabled') return 'disabled';
  if (max_clicks !== null && clicks >= max_clicks) return 'limitReached';
  if (expiry && parseTime(expiry).getTime() <= Date.now()) return 'expired';
  return starts && parseTime(starts).getTime() > Date.now() ? 'scheduled' : 'active';
}

function LeadsTo({ details }: { details: Details }) {
  const t = useTexts('link-page');
  const rules = [details.location, details.device, details.language].flatMap((targets) => Object.keys(targets)).length;
  return (
    <p className="links-lead-to">
      <span>{t.destination}</span>
      <a href={details.longurl} target="_blank" rel="noreferrer">
        {withoutScheme(details.longurl)}
      </a>
      {rules > 0 && <span>{t.rules({ count: rules })}</span>}
    </p>
  );
}

/** One link: its actions and its statistics. */
export function Screen({ params }: { params: Record<string, string> }) {
  const t = useTexts('links');
  const own = useTexts('link-page');
  const sharing = useTexts('link-share');
  const [open, setOpen] = useState<'sheet' | 'qr' | 'share'>();
  const { id = '' } = params;
  const { data, error, refetch } = useApi('GET /api/url/:id', { params: { id } });
  const isShared = useApi('GET /api/url/:id/share', { params: { id } }).data?.data.shared;
  useAction({ id: 'edit', name: t.edit, keys: 'e', run: () => setOpen('sheet') });
  useAction({ id: 'share', name: sharing.share, run: () => setOpen('share') });
  useAction({ id: 'qr', name: t.qr, run: () => setOpen('qr') });
  if (!data) {
    return (
      <Page title={t.link}>
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <ChartSkeleton />}
      </Page>
    );
  }
  const { details, data: counts } = data;
  const state = stateOf(details, counts.clicks);
  return (
    <Page
      title={withoutScheme(details.shorturl)}
      actions={
        <>
          <Badge tone={state === 'active' ? 'success' : 'caution'}>{own.state[state]}</Badge>
          <CopyButton text={details.shorturl} label={t.copy} />
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
          <IconButton
            label={isShared ? sharing.shared : sharing.share}
            icon={Share2}
            className={isShared ? 'links-shared' : ''}
            onClick={() => setOpen('share')}
          />
          <IconButton label={t.qr} icon={QrCode} onClick={() => setOpen('qr')} />
          <Button icon={Pencil} onClick={() => setOpen('sheet')}>
            {t.edit}
          </Button>
        </>
      }
    >
      <LeadsTo details={details} />
      <TakeDownNote of={details} />
      <Suspense fallback={<ChartSkeleton />}>
        <LinkStatisticsPanel key={id} id={id} name={details.alias} hasClicks={counts.clicks > 0} />
      </Suspense>
      {open === 'sheet' && <LinkSheet id={id} onClose={() => setOpen(undefined)} />}
      {open === 'share' && <ShareDialog id={id} onClose={() => setOpen(undefined)} />}
      {open === 'qr' && <LinkQr shorturl={details.shorturl} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
