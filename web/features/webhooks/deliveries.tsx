import { RotateCw, Send } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { type List, type RowOf, useApi, useSend } from '../../lib/query.ts';
import { useSearchParam } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactsDialog } from '../../ui/facts-dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import type { TableColumn } from '../../ui/table-row.tsx';
import { Time } from '../../ui/time.tsx';
import { webhookNameOf } from './webhook-form.ts';

type Delivery = RowOf<'GET /api/webhook/:id/deliveries'>;
/** Tables identify rows by a number. */
type DeliveryRow = Omit<Delivery, 'id'> & { id: number; messageId: string };

const TONES = { pending: 'caution', delivered: 'success', failed: 'danger' } as const;
const PER_PAGE = 100;
const POLL_MS = 3_000;

/** What one delivery says, with the last response. */
function Whole({ delivery, onClose }: { delivery: DeliveryRow; onClose(): void }) {
  const t = useTexts('webhooks');
  const format = useFormat();
  const { messageId, type, status, attempts, code, response, date, next } = delivery;
  return (
    <FactsDialog
      title={t.delivery}
      onClose={onClose}
      facts={[
        ['webhook-id', <code key="id">{messageId}</code>],
        [t.event, <code key="type">{type}</code>],
        [t.status, t.deliveryStatuses[status]],
        [t.attempts, attempts],
        [t.code, code ?? t.noAnswer],
        [t.date, format.dateTime(date)],
        [t.next, next && format.dateTime(next)],
        [
          t.response,
          response && (
            <pre key="response" className="webhooks-response">
              {response}
            </pre>
          ),
        ],
      ]}
    />
  );
}

/** Lists the deliveries of a webhook. */
export function Screen({ params }: { params: Record<string, string> }) {
  const t = useTexts('webhooks');
  const { id = '' } = params;
  const [open, setOpen] = useSearchParam('delivery');
  const [isSending, setSending] = useState(false);
  const all = useApi('GET /api/webhooks', { query: { limit: 1000 } });
  const webhook = all.data?.data.webhooks.find((one) => String(one.id) === id);
  const input = { params: { id }, query: { limit: PER_PAGE } };
  const { data, error, refetch } = useApi('GET /api/webhook/:id/deliveries', input, { pollMs: POLL_MS });
  const refreshes = ['GET /api/webhook/:id/deliveries', 'GET /api/webhooks'] as const;
  const test = useSend('POST /api/webhook/:id/test', { refreshes: [...refreshes] });
  const retry = useSend('POST /api/webhook/:id/delivery/:deliveryid/retry', { refreshes: [...refreshes] });

  async function run(work: Promise<unknown>, said: string): Promise<void> {
    setSending(true);
    await work.then(
      () => showToast(said),
      (problem) => showToast(describeError(problem)),
    );
    setSending(false);
  }

  if (!data || !webhook) {
    return (
      <Page title={t.deliveries}>
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
      </Page>
    );
  }

  const { deliveries, result } = data.data;
  const rows = deliveries.map((one, index): DeliveryRow => ({ ...one, messageId: one.id, id: result - index }));
  const list: List<DeliveryRow> = {
    ...{ rows, total: rows.length, isPending: false, error: null, hasMore: false, isLoadingMore: false },
    loadMore: () => {},
    retry: () => void refetch(),
  };
  const columns: TableColumn<DeliveryRow>[] = [
    { name: t.event, width: 'minmax(0, 2fr)', phone: 'title', cell: ({ type }) => <code className="cut">{type}</code> },
    {
      name: t.status,
      width: '140px',
      phone: 'side',
      cell: ({ status }) => <Badge tone={TONES[status]}>{t.deliveryStatuses[status]}</Badge>,
    },
    { name: t.code, width: '120px', cell: ({ code, attempts }) => code ?? (attempts > 0 ? t.noAnswer : '–') },
    { name: t.attempts, width: '100px', cell: ({ attempts }) => attempts },
    { name: t.date, width: '130px', phone: 'under', cell: ({ date }) => <Time value={date} isRelative /> },
  ];
  const shown = rows.find(({ messageId }) => messageId === open);

  return (
    <Page
      title={t.deliveriesOf({ name: webhookNameOf(webhook) })}
      actions={
        <Button
          kind="primary"
          icon={Send}
          isBusy={isSending}
          isChange
          onClick={() => void run(test.mutateAsync({ params: { id } }), t.tested)}
        >
          {t.test}
        </Button>
      }
    >
      {webhook.status === 'disabled' && <p className="webhooks-note">{t.disabledNote}</p>}
      <Table
        label={t.deliveries}
        list={list}
        columns={columns}
        onOpen={({ messageId }) => setOpen(messageId)}
        actions={({ messageId }) => (
          <IconButton
            label={t.retry}
            icon={RotateCw}
            isChange
            onClick={() => void run(retry.mutateAsync({ params: { id, deliveryid: messageId } }), t.retried)}
          />
        )}
        empty={
          <EmptyState icon={Send} title={t.noDeliveries} example={t.deliveriesExample}>
            {t.noDeliveriesText}
          </EmptyState>
        }
      />
      {shown && <Whole delivery={shown} onClose={() => setOpen('')} />}
    </Page>
  );
}
