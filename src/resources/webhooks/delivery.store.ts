import { type Selectable, sql } from 'kysely';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { DeliveryStatus, DeliveryType } from '../../core/webhook-event.ts';
import type { Db } from '../../db/db.ts';
import { newMessageId } from '../../db/outbox.ts';
import type { WebhookDeliveryTable } from './webhook.table.ts';

/** A delivery of one event, or of up to 100 clicks, to one webhook. */
export interface Delivery {
  /** Its place among the deliveries. */
  number: number;
  /** The header `webhook-id`. */
  id: string;
  type: DeliveryType;
  body: string;
  clicks: number;
  status: DeliveryStatus;
  attempts: number;
  code: number | null;
  response: string | null;
  nextAt: number;
  createdAt: number;
}

export function toDelivery(row: Selectable<WebhookDeliveryTable>): Delivery {
  const { id, message_id, type, body, clicks, status, attempts, code, response, next_at, created_at } = row;
  return {
    ...{ number: id, id: message_id, type, body, clicks, status, attempts, code, response },
    ...{ nextAt: next_at, createdAt: created_at },
  };
}

/** One page of the deliveries of a webhook, newest first. */
export async function listDeliveries(db: Db, webhookId: number, request: PageRequest): Promise<Page<Delivery>> {
  const all = db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhookId);
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await all.selectAll().orderBy('id', 'desc').limit(request.limit).offset(offsetOf(request)).execute();
  return { ...request, total: Number(total), rows: rows.map(toDelivery) };
}

/** Stores a delivery that is due now; returns its id. */
export async function insertDelivery(
  tx: Db,
  webhookId: number,
  { type, body }: Pick<Delivery, 'type' | 'body'>,
  now: number,
): Promise<string> {
  const id = newMessageId();
  await tx
    .insertInto('webhook_deliveries')
    .values({ message_id: id, webhook_id: webhookId, type, body, status: 'pending', next_at: now, created_at: now })
    .execute();
  return id;
}

/** Makes a delivery due now, whether it was delivered or has failed; false if there is none. */
export async function requestAttempt(tx: Db, webhookId: number, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', next_at: now })
    .where('webhook_id', '=', webhookId)
    .where('message_id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The webhooks that have more than `limit` waiting deliveries without clicks, and the number above the limit. */
export async function findDeliveryOverflow(db: Db, limit: number): Promise<{ webhookId: number; surplus: number }[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', (eb) => eb.fn.countAll<number>().as('waiting')])
    // The condition of the partial index, as a literal.
    .where(sql<boolean>`status = 'pending' and clicks = 0`)
    .groupBy('webhook_id')
    .having((eb) => eb.fn.countAll(), '>', limit)
    .execute();
  return rows.map(({ webhook_id, waiting }) => ({ webhookId: webhook_id, surplus: Number(waiting) - limit }));
}

/** Gives up the oldest deliveries without clicks that wait for a webhook; returns how many. */
export async function giveUpOldest(tx: Db, webhookId: number, count: number): Promise<number> {
  const oldest = tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where(sql<boolean>`status = 'pending' and clicks = 0`)
    .orderBy('id')
    .limit(count);
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed' })
    .where('id', 'in', oldest)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes some deliveries that ended before a time; returns how many. */
export async function deleteOldDeliveries(db: Db, before: number, limit: number): Promise<number> {
  const old = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('created_at', '<', before)
    .where('status', '<>', 'pending')
    .orderBy('created_at')
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('webhook_deliveries').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes some deliveries of a webhook that ended, except the newest `kept`. */
export async function deleteSurplus(db: Db, webhookId: number, kept: number, limit: number): Promise<void> {
  const ended = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('status', '<>', 'pending')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(kept);
  await db.deleteFrom('webhook_deliveries').where('id', 'in', ended).execute();
}
