import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepareStatement } from '../../db/row-statement.ts';
import { type Delivery, toDelivery } from './delivery.store.ts';
import { toWebhook } from './webhook.store.ts';
import type { WebhookTable } from './webhook.table.ts';
import type { Webhook } from './webhook.ts';

/** A webhook with everything that sending to it needs. */
export interface LeasedWebhook extends Webhook {
  sealedSecret: string;
  oldSealedSecret: string | null;
  oldSecretUntil: number | null;
  failingSince: number | null;
  attemptedAt: number | null;
  clicksFrom: number;
}

/** The right of one process to send to a webhook, until a time. */
export interface WebhookLease {
  holder: string;
  now: number;
  untilMs: number;
}

/** When the next delivery to a webhook is due. */
export interface DueWebhook {
  id: number;
  dueAt: number;
  isFailing: boolean;
  /** Whether any clicks wait for it. */
  hasClicks: boolean;
}

interface DueRow {
  id: number;
  failing_since: number | null;
  clicks_from: number;
  event_at: number | null;
  click_at: number | null;
  queued: number | null;
}

// The statuses and clicks are literals, because they are the conditions of the partial indexes.
const findDueRows = prepareStatement<DueRow>(`select webhooks.id, failing_since, clicks_from,
    (select min(next_at) from webhook_deliveries
      where webhook_id = webhooks.id and webhook_deliveries.status = 'pending' and webhook_deliveries.clicks = 0) as event_at,
    (select min(next_at) from webhook_deliveries
      where webhook_id = webhooks.id and webhook_deliveries.status = 'pending' and webhook_deliveries.clicks > 0) as click_at,
    (select min(webhook_clicks.id) from webhook_clicks where webhook_id = webhooks.id) as queued
  from webhooks inner join users on users.id = webhooks.user_id
  where users.is_disabled = 0 and (held_until <= ? or holder = ?)`);

/** The webhooks that have something to send and that no other process has leased; not those of disabled owners. */
export async function listDueWebhooks(
  db: Db,
  { holder, now }: Pick<WebhookLease, 'holder' | 'now'>,
): Promise<DueWebhook[]> {
  const rows = await findDueRows(db, [now, holder]);
  return rows.flatMap(({ id, failing_since, clicks_from, event_at, click_at, queued }) => {
    const clicksAt = queued === null ? click_at : 0;
    const times = [event_at, clicksAt === null ? null : Math.max(clicksAt, clicks_from)];
    const known = times.filter((time) => time !== null);
    const facts = { isFailing: failing_since !== null, hasClicks: clicksAt !== null };
    return known.length === 0 ? [] : [{ id, dueAt: Math.min(...known), ...facts }];
  });
}

type Row = Selectable<WebhookTable>;

function toLeasedWebhook(row: Row): LeasedWebhook {
  return {
    ...toWebhook(row),
    ...{ sealedSecret: row.secret, oldSealedSecret: row.old_secret, oldSecretUntil: row.old_secret_until },
    ...{ failingSince: row.failing_since, attemptedAt: row.attempted_at, clicksFrom: row.clicks_from },
  };
}

/** Takes or renews the lease of webhooks; returns those that no other process has leased. */
export async function leaseWebhooks(
  db: Db,
  ids: number[],
  { holder, now, untilMs }: WebhookLease,
): Promise<LeasedWebhook[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable('webhooks')
    .set({ holder, held_until: now + untilMs })
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('held_until', '<=', now), eb('holder', '=', holder)]))
    .returningAll()
    .execute();
  return rows.map(toLeasedWebhook);
}

/** The webhook as it is now; undefined if it was deleted. */
export async function readLeasedWebhook(db: Db, id: number): Promise<LeasedWebhook | undefined> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toLeasedWebhook(row);
}

/** Ends the lease, so that another process can send immediately. */
export async function releaseWebhook(db: Db, id: number, holder: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ holder: null, held_until: 0 })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute();
}

function selectWaiting(db: Db, webhookId: number, now: number) {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1);
}

/** The delivery that is due first; those with clicks only if `withClicks`. */
export async function findDueDelivery(
  db: Db,
  webhookId: number,
  now: number,
  withClicks: boolean,
): Promise<Delivery | undefined> {
  // The conditions of the partial indexes, as literals.
  const event = await selectWaiting(db, webhookId, now)
    .where(sql<boolean>`status = 'pending' and clicks = 0`)
    .executeTakeFirst();
  const clicks = withClicks
    ? await selectWaiting(db, webhookId, now).where(sql<boolean>`status = 'pending' and clicks > 0`).executeTakeFirst()
    : undefined;
  const [first] = [event, clicks]
    .filter((row) => row !== undefined)
    .sort((left, right) => left.next_at - right.next_at || left.id - right.id);
  return first && toDelivery(first);
}

/** The outcome of an attempt. */
export interface AttemptOutcome {
  status: Delivery['status'];
  code: number | null;
  response: string | null;
  nextAt: number;
}

/** What an attempt says about an endpoint. */
export interface EndpointState {
  failingSince: number | null;
  attemptedAt: number;
  clicksFrom: number;
}

/** Stores the outcome of an attempt and what it says about the endpoint, and keeps the right to send. */
export async function saveOutcome(
  tx: Db,
  { webhookId, number, clicks }: { webhookId: number; number: number; clicks: number },
  { status, code, response, nextAt }: AttemptOutcome,
  { failingSince, attemptedAt, clicksFrom, heldUntil }: EndpointState & { heldUntil: number },
): Promise<void> {
  // The webhook first, like every other transaction that locks both.
  await tx
    .updateTable('webhooks')
    .set({
      ...{ failing_since: failingSince, attempted_at: attemptedAt, held_until: heldUntil },
      ...(clicks > 0 && { clicks_from: clicksFrom }),
    })
    .where('id', '=', webhookId)
    .execute();
  await tx
    .updateTable('webhook_deliveries')
    .set((eb) => ({ status, code, response, next_at: nextAt, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', number)
    .execute();
}

/** The number of waiting deliveries and clicks, for the metrics. */
export async function countWaiting(db: Db): Promise<{ deliveries: number; clicks: number }> {
  const { rows } = await sql<{ deliveries: number; clicks: number }>`
    select
      (select count(*) from webhook_deliveries where status = 'pending' and clicks = 0)
        + (select count(*) from webhook_deliveries where status = 'pending' and clicks > 0) as deliveries,
      (select coalesce(sum(count), 0) from webhook_clicks)
        + (select coalesce(sum(clicks), 0) from webhook_deliveries where status = 'pending' and clicks > 0) as clicks`.execute(
    db,
  );
  return { deliveries: Number(rows[0]?.deliveries ?? 0), clicks: Number(rows[0]?.clicks ?? 0) };
}
