import { Download, Inbox, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { type List, useApi, useList, useSend } from '../../lib/query.ts';
import { Link } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { inWorkspace } from '../../lib/workspace.ts';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import type { Details } from './overlay-form.ts';

type Response = AnswerOf<'GET /api/overlay/:id/responses'>['data']['responses'][number];

function Whole({ response, onClose }: { response: Response; onClose(): void }) {
  const t = useTexts('overlay-responses');
  const words = useTexts('overlays');
  return (
    <Dialog title={t.open} onClose={onClose}>
      <dl className="overlays-response">
        {Object.entries(response.fields).map(([name, value]) => (
          <div key={name}>
            <dt>{(words.fieldNames as Record<string, string>)[name] ?? name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function Votes({ id }: { id: string }) {
  const t = useTexts('overlay-responses');
  const format = useFormat();
  const counts = useApi('GET /api/overlay/:id/responses', { params: { id }, query: { limit: 1 } }).data?.data.counts;
  if (!counts) return null;
  const most = Math.max(1, ...counts.map(({ votes }) => votes));
  return (
    <table className="card overlays-votes">
      <caption>{t.votes}</caption>
      <tbody>
        {counts.map(({ answer, votes }) => (
          <tr key={answer}>
            <th scope="row">{answer}</th>
            <td>
              <meter min={0} max={most} value={votes} aria-label={answer} />
            </td>
            <td className="number">{format.number(votes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Lists the responses that visitors sent. */
export function Screen({ params }: { params: Record<string, string> }) {
  const t = useTexts('overlay-responses');
  const { id = '' } = params;
  const [open, setOpen] = useState<Response>();
  const [toDelete, setToDelete] = useState<Response | 'all'>();
  const { data, error, refetch } = useApi('GET /api/overlay/:id', { params: { id } });
  const list = useList('GET /api/overlay/:id/responses', { params: { id } }) as List<Response>;
  const refreshes = ['GET /api/overlay/:id/responses', 'GET /api/overlay'] as const;
  const removeOne = useSend('DELETE /api/overlay/:id/response/:response/delete', { refreshes: [...refreshes] });
  const removeAll = useSend('DELETE /api/overlay/:id/responses/delete', { refreshes: [...refreshes] });

  if (!data) {
    return (
      <Page title={t.waiting}>
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
      </Page>
    );
  }

  const columns: TableColumn<Response>[] = [
    {
      name: t.response,
      width: 'minmax(0, 3fr)',
      phone: 'title',
      cell: ({ fields }) => <span className="cut">{Object.values(fields).join(' · ')}</span>,
    },
    { name: t.link, width: '80px', cell: ({ link }) => <Link to={`/links/${link}`}>{link}</Link> },
    { name: t.date, width: '120px', phone: 'under', cell: ({ date }) => <Time value={date} isRelative /> },
  ];

  return (
    <Page
      title={t.title({ name: (data.details as Details).name })}
      actions={
        list.rows.length > 0 && (
          <>
            <a
              className="button plain"
              href={inWorkspace(`/api/overlay/${encodeURIComponent(id)}/responses.csv`)}
              download
            >
              <Download size={16} aria-hidden /> {t.download}
            </a>
            <Button icon={Trash2} onClick={() => setToDelete('all')} isChange>
              {t.deleteAll}
            </Button>
          </>
        )
      }
    >
      <Votes id={id} />
      <Table
        label={t.list}
        list={list}
        columns={columns}
        onOpen={setOpen}
        actions={(response) => (
          <IconButton label={t.delete} icon={Trash2} onClick={() => setToDelete(response)} isChange />
        )}
        empty={
          <EmptyState
            icon={Inbox}
            title={t.empty}
            action={<ButtonLink to="/overlays">{t.back}</ButtonLink>}
            example={t.example}
          >
            {t.emptyText}
          </EmptyState>
        }
      />
      {open && <Whole response={open} onClose={() => setOpen(undefined)} />}
      {toDelete && (
        <ConfirmDelete
          title={toDelete === 'all' ? t.deleteAllTitle : t.deleteTitle}
          onClose={() => setToDelete(undefined)}
          onConfirm={async () => {
            if (toDelete === 'all') await removeAll.mutateAsync({ params: { id } });
            else await removeOne.mutateAsync({ params: { id, response: toDelete.id } });
            showToast(toDelete === 'all' ? t.allDeleted : t.deleted);
          }}
        >
          {toDelete === 'all' ? t.deleteAllText : t.deleteText}
        </ConfirmDelete>
      )}
    </Page>
  );
}
