import { CalendarClock, Copy, ExternalLink, Eye, FolderInput, Pencil, QrCode, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useAction } from '../../lib/actions.ts';
import { describeError } from '../../lib/error-words.ts';
import { lazyScreen } from '../../lib/lazy-screen.ts';
import { useApi } from '../../lib/query.ts';
import { navigate } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ChartSkeleton } from '../../ui/charts/chart-skeleton.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { ShareButton } from '../../ui/share-dialog.tsx';
import { TakeDownNote, useStatusItem } from '../../ui/take-down.tsx';
import { StateBadge } from './link-badges.tsx';
import { LinkFacts } from './link-facts.tsx';
import type { LinkDetails } from './link-form.ts';
import { LinkQr } from './link-qr.tsx';
import { LinkSheet } from './link-sheet.tsx';
import { MoveDialog, useMoveTargets } from './move-dialog.tsx';
import { ScheduleSheet } from './schedule-sheet.tsx';
import { ScheduledChangeList } from './scheduled-change-list.tsx';

const LinkStatisticsPanel = lazyScreen(async () => (await import('./link-statistics.tsx')).LinkStatisticsPanel);

const HistorySection = lazyScreen(async () => (await import('./link-history.tsx')).HistorySection);

/** One link: its actions, everything that is set on it, and its statistics. */
export function Screen({ params }: { params: Record<string, string> }) {
  const t = useTexts('links');
  const [open, setOpen] = useState<'sheet' | 'copy' | 'move' | 'qr' | 'schedule'>();
  const moving = useTexts('link-move');
  const targets = useMoveTargets();
  const schedule = useTexts('link-schedule');
  const { id = '' } = params;
  const { data, error, refetch } = useApi('GET /api/url/:id', { params: { id } });
  const statusItem = useStatusItem('PUT /api/url/:id/update', 'GET /api/urls');
  useAction({ id: 'edit', name: t.edit, keys: 'e', isChange: true, run: () => setOpen('sheet') });
  useAction({ id: 'qr', name: t.qr, run: () => setOpen('qr') });

  function remove({ id: own, shorturl }: LinkDetails): void {
    const said = t.deleted({ name: withoutScheme(shorturl) });
    const endpoint = 'DELETE /api/url/:id/delete';
    deleteWithUndo({ endpoint, list: 'GET /api/urls', ids: [own], said, undo: t.undo, failed: describeError });
    navigate('/links');
  }

  if (!data) {
    return (
      <Page title={t.link}>
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <ChartSkeleton />}
      </Page>
    );
  }
  const { details, data: counts } = data;
  return (
    <Page
      title={withoutScheme(details.shorturl)}
      actions={
        <>
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
          <ShareButton noun="url" id={id} />
          <IconButton label={t.qr} icon={QrCode} onClick={() => setOpen('qr')} />
          <Button icon={Pencil} onClick={() => setOpen('sheet')} isChange>
            {t.edit}
          </Button>
          <Menu
            items={[
              { name: t.preview, icon: Eye, run: () => void window.open(`${details.shorturl}+`, '_blank', 'noopener') },
              { name: t.duplicate, icon: Copy, isChange: true, run: () => setOpen('copy') },
              ...(targets.length > 0 ? [{ name: moving.action, icon: FolderInput, run: () => setOpen('move') }] : []),
              { name: schedule.add, icon: CalendarClock, isChange: true, run: () => setOpen('schedule') },
              ...statusItem(details),
              { name: t.delete, icon: Trash2, isDanger: true, isChange: true, run: () => remove(details) },
            ]}
          />
        </>
      }
    >
      <p className="links-state">
        <StateBadge of={details} />
      </p>
      <TakeDownNote of={details} />
      <LinkFacts details={details} />
      <ScheduledChangeList id={id} />
      <Suspense fallback={<ChartSkeleton />}>
        <LinkStatisticsPanel
          key={id}
          id={id}
          name={details.alias}
          hasClicks={counts.clicks > details.imported_clicks}
          splits={details.rules.flatMap(({ name, split }, index) => (split ? [name ?? String(index + 1)] : []))}
        />
      </Suspense>
      <Suspense>
        <HistorySection key={`history-${id}`} id={id} />
      </Suspense>
      {open === 'sheet' && <LinkSheet id={id} onClose={() => setOpen(undefined)} />}
      {open === 'copy' && <LinkSheet copyOf={id} onClose={() => setOpen(undefined)} />}
      {open === 'move' && (
        <MoveDialog ids={[details.id]} onMoved={() => navigate('/links')} onClose={() => setOpen(undefined)} />
      )}
      {open === 'schedule' && <ScheduleSheet id={id} onClose={() => setOpen(undefined)} />}
      {open === 'qr' && <LinkQr id={id} shorturl={details.shorturl} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}
