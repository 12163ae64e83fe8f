import { KeyRound, List, Pencil, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../lib/error-words.ts';
import { filterList } from '../../lib/filter-list.ts';
import { useList, useSend } from '../../lib/query.ts';
import { navigate, useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import { type WebhookRow, webhookNameOf } from './webhook-form.ts';
import { WebhookSheet } from './webhook-sheet.tsx';

/** Lists the webhooks of the workspace. */
export function Screen() {
  const t = useTexts('webhooks');
  const [search, setSearch] = useSearchParam('q');
  const [open, setOpen] = useState<WebhookRow | 'new'>();
  const [secret, setSecret] = useState<string>();
  const [deleted, setDeleted] = useState<WebhookRow>();
  const [rotated, setRotated] = useState<WebhookRow>();
  const all = useList('GET /api/webhooks', {}, 1000);
  const list = filterList(all, search, ({ name, url }) => `${name} ${url}`);
  const remove = useSend('DELETE /api/webhook/:id/delete', { refreshes: ['GET /api/webhooks'] });
  const rotate = useSend('POST /api/webhook/:id/rotate');
  const test = useSend('POST /api/webhook/:id/test');

  async function sendTest({ id }: WebhookRow): Promise<void> {
    try {
      await test.mutateAsync({ params: { id } });
      showToast(t.tested);
      navigate(`/webhooks/${id}`);
    } catch (error) {
      showToast(describeError(error));
    }
  }

  const columns: TableColumn<WebhookRow>[] = [
    {
      name: t.name,
      width: 'minmax(0, 2fr)',
      phone: 'title',
      cell: (row) => <b className="cut">{webhookNameOf(row)}</b>,
    },
    { name: t.url, width: 'minmax(0, 3fr)', phone: 'under', cell: ({ url }) => <code className="cut">{url}</code> },
    {
      name: t.events,
      width: '100px',
      cell: ({ events }) => <span className="quiet">{t.eventCount({ count: events.length })}</span>,
    },
    {
      name: t.status,
      width: '120px',
      phone: 'side',
      cell: ({ status }) => <Badge tone={status === 'active' ? 'success' : 'danger'}>{t.statuses[status]}</Badge>,
    },
    { name: t.created, width: '120px', cell: ({ date }) => <Time value={date} /> },
  ];

  return (
    <ListScreen
      texts={t}
      icon={WebhookIcon}
      list={list}
      columns={columns}
      search={search}
      onSearch={setSearch}
      onAdd={() => setOpen('new')}
      onOpen={({ id }) => navigate(`/webhooks/${id}`)}
      actions={(row) => (
        <Menu
          items={[
            { name: t.deliveries, icon: List, run: () => navigate(`/webhooks/${row.id}`) },
            { name: t.test, icon: Send, isChange: true, run: () => void sendTest(row) },
            { name: t.edit, icon: Pencil, isChange: true, run: () => setOpen(row) },
            { name: t.rotate, icon: KeyRound, isChange: true, run: () => setRotated(row) },
            { name: t.delete, icon: Trash2, isDanger: true, isChange: true, run: () => setDeleted(row) },
          ]}
        />
      )}
    >
      {open && (
        <WebhookSheet
          webhook={open === 'new' ? undefined : open}
          onMade={setSecret}
          onClose={() => setOpen(undefined)}
        />
      )}
      {secret && (
        <ShownOnce title={t.secretTitle} value={secret} onClose={() => setSecret(undefined)}>
          {t.secretText}
        </ShownOnce>
      )}
      {rotated && (
        <ConfirmDelete
          title={t.rotateTitle({ name: webhookNameOf(rotated) })}
          confirm={t.rotate}
          onClose={() => setRotated(undefined)}
          onConfirm={async () => setSecret((await rotate.mutateAsync({ params: { id: rotated.id } })).secret)}
        >
          {t.rotateText}
        </ConfirmDelete>
      )}
      {deleted && (
        <ConfirmDelete
          title={t.deleteTitle({ name: webhookNameOf(deleted) })}
          onClose={() => setDeleted(undefined)}
          onConfirm={async () => {
            await remove.mutateAsync({ params: { id: deleted.id } });
            showToast(t.deleted({ name: webhookNameOf(deleted) }));
          }}
        >
          {t.deleteText}
        </ConfirmDelete>
      )}
    </ListScreen>
  );
}
