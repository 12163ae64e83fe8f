import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { newMessageId, writeEventBody } from '../../db/outbox.ts';
import { prepareRows } from '../../db/row-statement.ts';
import type { WebhookClicksTable } from './webhook.table.ts';
import { MAX_CLICKS_PER_DELIVERY } from './webhook.ts';

/** Clicks or scans for one webhook. */
export interface QueuedClicks {
  webhookId: number;
  type: WebhookClicksTable['type'];
  /** Oldest first, each as JSON in the form that the API shows. */
  clicks: string[];
}

const insertRows = prepareRows<{ queued: QueuedClicks; clicks: string[]; now: number }>({
  before: 'insert into webhook_clicks (webhook_id, type, clicks, count, created_at) values ',
  row: '(?, ?, ?, ?, ?)',
  after: '',
  bind({ queued: { webhookId, type }, clicks, now }, parameters) {
    parameters.push(webhookId, type, `[${clicks.join(',')}]`, clicks.length, now);
  },
});

/** Adds clicks to the queues of webhooks, in the transaction that counts them. */
export async function queueClicks(tx: Db, all: QueuedClicks[], now: number): Promise<void> {
  const rows = all.flatMap((queued) => {
    const count = Math.ceil(queued.clicks.length / MAX_CLICKS_PER_DELIVERY);
    return Array.from({ length: count }, (_, index) => {
      const from = index * MAX_CLICKS_PER_DELIVERY;
      return { queued, clicks: queued.clicks.slice(from, from + MAX_CLICKS_PER_DELIVERY), now };
    });
  });
  await insertRows(tx, rows);
}

/** Counts clicks that were not even queued as dropped. */
export async function addDropped(tx: Db, webhookId: number, count: number): Promise<void> {
  if (count === 0) return;
  await tx
    .updateTable('webhooks')
    .set((eb) => ({ dropped: eb('dropped', '+', count) }))
    .where('id', '=', webhookId)
    .execute();
}

/** When the oldest clicks of a queue were added; undefined if it is empty. */
export async function findQueuedAt(db: Db, webhookId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('webhook_clicks')
    .select('created_at')
    .where('webhook_id', '=', webhookId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

// A row has up to 100 clicks and 40 kB; of a busy link, the first row is enough for a delivery.
const FIRST_ROWS = 2;

/** The oldest rows of a queue, in groups that grow, because a delivery of clicks one by one needs many rows. */
async function* readQueue(tx: Db, webhookId: number): AsyncGenerator<Selectable<WebhookClicksTable>> {
  let [afterId, count] = [0, 0];
  for (let limit = FIRST_ROWS; count < MAX_CLICKS_PER_DELIVERY; limit *= 4) {
    const rows = await tx
      .selectFrom('webhook_clicks')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .execute();
    yield* rows;
    afterId = rows.at(-1)?.id ?? 0;
    if (rows.length < limit) return;
    count += rows.length;
  }
}

const LIST_NAMES = { clicks: 'clicks', 'qr.scans': 'scans' } as const;

/** Makes a delivery of the oldest clicks in the queue of a webhook, with clicks of one type. */
export async function takeClicks(tx: Db, webhookId: number, now: number): Promise<void> {
  await lockWebhook(tx, webhookId);
  let first: Pick<Selectable<WebhookClicksTable>, 'type' | 'created_at'> | undefined;
  const taken: { date: string }[] = [];
  const used: number[] = [];
  for await (const { id, type, clicks, created_at } of readQueue(tx, webhookId)) {
    first ??= { type, created_at };
    if (type !== first.type) continue;
    const list = JSON.parse(clicks) as { date: string }[];
    const room = MAX_CLICKS_PER_DELIVERY - taken.length;
    taken.push(...list.slice(0, room));
    const rest = list.slice(room);
    if (rest.length === 0) used.push(id);
    else await keepRest(tx, id, rest);
    if (taken.length === MAX_CLICKS_PER_DELIVERY) break;
  }
  if (!first) return;
  const dropped = await takeDropped(tx, webhookId);
  if (used.length > 0) await tx.deleteFrom('webhook_clicks').where('id', 'in', used).execute();
  const at = Date.parse(`${taken.at(-1)?.date.replace(' ', 'T')}Z`) || now;
  const body = writeEventBody({ type: first.type, at, data: { [LIST_NAMES[first.type]]: taken, dropped } });
  await tx
    .insertInto('webhook_deliveries')
    .values({
      ...{ message_id: newMessageId(), webhook_id: webhookId, type: first.type, body, status: 'pending' },
      ...{ clicks: taken.length, dropped, next_at: Math.min(first.created_at, now), created_at: now },
    })
    .execute();
}

async function keepRest(tx: Db, id: number, rest: object[]): Promise<void> {
  const row = { clicks: JSON.stringify(rest), count: rest.length };
  await tx.updateTable('webhook_clicks').set(row).where('id', '=', id).execute();
}

/** Takes the number of dropped clicks, which the next delivery reports. */
async function takeDropped(tx: Db, webhookId: number): Promise<number> {
  const query = tx.selectFrom('webhooks').select('dropped').where('id', '=', webhookId);
  const dropped = (await query.executeTakeFirst())?.dropped ?? 0;
  if (dropped > 0) await tx.updateTable('webhooks').set({ dropped: 0 }).where('id', '=', webhookId).execute();
  return dropped;
}

async function lockWebhook(tx: Db, webhookId: number): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set((eb) => ({ dropped: eb.ref('dropped') }))
    .where('id', '=', webhookId)
    .execute();
}

/** The webhooks that have more than `limit` waiting clicks, and the number above the limit. */
export async function findClickOverflow(db: Db, limit: number): Promise<{ webhookId: number; surplus: number }[]> {
  const { rows } = await sql<{ webhook_id: number; clicks: number }>`
    select webhook_id, sum(clicks) as clicks from (
      select webhook_id, count as clicks from webhook_clicks
      union all
      select webhook_id, clicks from webhook_deliveries where status = 'pending' and clicks > 0
    ) as waiting
    group by webhook_id having sum(clicks) > ${limit}`.execute(db);
  return rows.map(({ webhook_id, clicks }) => ({ webhookId: webhook_id, surplus: Number(clicks) - limit }));
}

interface DroppedRow {
  id: number;
  clicks: number;
  dropped: number;
}

/** Takes rows from the front until they have at least `surplus` clicks. */
function takeUntil(rows: DroppedRow[], surplus: number): DroppedRow[] {
  let sum = 0;
  return rows.filter(({ clicks }) => {
    const isTaken = sum < surplus;
    sum += clicks;
    return isTaken;
  });
}

const ROWS_AT_ONCE = 500;

/** Drops the oldest clicks that wait for a webhook, and counts them: those that wait for a retry first. */
export async function dropOldest(tx: Db, webhookId: number, surplus: number): Promise<void> {
  await lockWebhook(tx, webhookId);
  const waiting = await tx
    .selectFrom('webhook_deliveries')
    .select(['id', 'clicks', 'dropped'])
    .where('webhook_id', '=', webhookId)
    .where(sql<boolean>`status = 'pending' and clicks > 0`)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute();
  const deliveries = takeUntil(waiting, surplus);
  const fromDeliveries = await dropDeliveries(tx, deliveries);
  const left = surplus - deliveries.reduce((sum, { clicks }) => sum + clicks, 0);
  const queued = await tx
    .selectFrom('webhook_clicks')
    .select(['id', 'count as clicks'])
    .where('webhook_id', '=', webhookId)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute();
  const rows = takeUntil(
    queued.map((row) => ({ ...row, dropped: 0 })),
    left,
  );
  await addDropped(tx, webhookId, fromDeliveries + (await dropQueued(tx, rows)));
}

/** Returns how many clicks were dropped, with those that were dropped earlier and that these deliveries would have reported. */
async function dropDeliveries(tx: Db, rows: DroppedRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const dropped = await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed' })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('status', '=', 'pending')
    .returning(['clicks', 'dropped'])
    .execute();
  return dropped.reduce((sum, row) => sum + row.clicks + Number(row.dropped), 0);
}

async function dropQueued(tx: Db, rows: DroppedRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const dropped = await tx
    .deleteFrom('webhook_clicks')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .returning('count')
    .execute();
  return dropped.reduce((sum, { count }) => sum + count, 0);
}
