import { RotateCcw } from 'lucide-react';
import { describeError } from '../../lib/error-words.ts';
import { type RowOf, refresh, useApi, useList, useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCanChange } from '../../lib/workspaces.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { ActorName, ChangeList } from '../../ui/recorded-change.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';

type Version = RowOf<'GET /api/url/:id/history'>;

const PAGE_SIZE = 10;

function VersionHead({ of }: { of: Version }) {
  const t = useTexts('link-history');
  const { version, current, date, actor } = of;
  return (
    <p className="links-version-head">
      <b>{t.version({ number: version })}</b>
      {current && <span className="badge accent">{t.current}</span>}
      {actor ? <ActorName actor={actor} /> : <span className="quiet">{t.unknown}</span>}
      {date && (
        <span className="quiet">
          <Time value={date} isRelative />
        </span>
      )}
    </p>
  );
}

/** Who changed a link, and what; every earlier version can be restored. */
function LinkHistory({ id }: { id: string }) {
  const t = useTexts('link-history');
  const canChange = useCanChange();
  const list = useList('GET /api/url/:id/history', { params: { id } }, PAGE_SIZE);
  const revert = useSend('POST /api/url/:id/revert', {
    refreshes: ['GET /api/url/:id', 'GET /api/url/:id/history', 'GET /api/urls'],
  });

  async function restore(version: number, isUndo = false): Promise<void> {
    try {
      const { version: made, left_out: leftOut } = await revert.mutateAsync({ params: { id }, body: { version } });
      const said = leftOut.length > 0 ? t.restoredPartly({ number: version }) : t.restored({ number: version });
      const undo = { name: t.undo, run: () => void restore(made - 1, true) };
      showToast(said, isUndo ? {} : { action: undo, lastsMs: 8_000 });
    } catch (error) {
      showToast(describeError(error), { kind: 'failed' });
      await refresh('GET /api/url/:id/history');
    }
  }

  if (list.error) return <FailureNotice error={list.error} onRetry={list.retry} />;
  return (
    <>
      <ol className="links-versions" aria-busy={list.isPending}>
        {list.rows.map((row) => (
          <li key={row.version}>
            <div className="links-version">
              <VersionHead of={row} />
              {!row.current && canChange && (
                <Button
                  kind="quiet"
                  icon={RotateCcw}
                  isBusy={revert.isPending && revert.variables.body.version === row.version}
                  onClick={() => void restore(row.version)}
                  aria-label={t.restoreVersion({ number: row.version })}
                >
                  {t.restore}
                </Button>
              )}
            </div>
            <ChangeList changes={row.changes} isCreation={row.action === 'create'} />
          </li>
        ))}
      </ol>
      {list.hasMore && (
        <Button kind="quiet" isBusy={list.isLoadingMore} onClick={list.loadMore}>
          {t.older}
        </Button>
      )}
    </>
  );
}

/** Who changed a link, and what, in a part of the page that can be opened. */
export function HistorySection({ id }: { id: string }) {
  const t = useTexts('link-history');
  const { data } = useApi('GET /api/url/:id/history', { params: { id }, query: { limit: 1 } });
  const [last] = data?.data.history ?? [];
  return (
    <div className="card links-history">
      <Section title={t.title} isLazy {...(last && { summary: t.version({ number: last.version }) })}>
        <LinkHistory id={id} />
      </Section>
    </div>
  );
}
