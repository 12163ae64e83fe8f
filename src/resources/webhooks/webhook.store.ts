import type { Selectable } from 'kysely';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { WebhookEvent, WebhookFilter } from '../../core/webhook-event.ts';
import type { Db } from '../../db/db.ts';
import type { WebhookTable } from './webhook.table.ts';
import type { Webhook } from './webhook.ts';

type Row = Selectable<WebhookTable>;

/** The columns that a request sets. */
export type WebhookRecord = Pick<Webhook, 'url' | 'name' | 'events' | 'filter' | 'status'>;

export function toWebhook(row: Omit<Row, 'secret' | 'old_secret'>): Webhook {
  return {
    ...{ id: row.id, owner: row.user_id, url: row.url, name: row.name, status: row.status, createdAt: row.created_at },
    events: JSON.parse(row.events) as WebhookEvent[],
    filter: JSON.parse(row.filter) as WebhookFilter,
  };
}

function toRow({ url, name, events, filter, status }: WebhookRecord) {
  return { url, name, events: JSON.stringify(events), filter: JSON.stringify(filter), status };
}

export async function countWebhooks(db: Db, owner: number): Promise<number> {
  const { total } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', owner)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** One page of the owner's webhooks, newest first. */
export async function listWebhooks(db: Db, owner: number, request: PageRequest): Promise<Page<Webhook>> {
  const total = await countWebhooks(db, owner);
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows: rows.map(toWebhook) };
}

export async function findWebhook(db: Db, owner: number, id: number): Promise<Webhook | undefined> {
  const query = db.selectFrom('webhooks').selectAll().where('user_id', '=', owner).where('id', '=', id);
  const row = await query.executeTakeFirst();
  return row && toWebhook(row);
}

export async function insertWebhook(
  tx: Db,
  owner: number,
  webhook: WebhookRecord & { sealedSecret: string },
  now: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('webhooks')
    .values({
      ...{ ...toRow(webhook), user_id: owner, secret: webhook.sealedSecret },
      ...{ listens_since: now, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores a change. `listensSince` is set if the webhook was enabled or has other events: its earlier failures no longer count. */
export async function updateWebhook(
  tx: Db,
  { id, owner }: Pick<Webhook, 'id' | 'owner'>,
  record: WebhookRecord,
  listensSince: number | undefined,
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ ...toRow(record), ...(listensSince !== undefined && { listens_since: listensSince, failing_since: null }) })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute();
}

/** Replaces the secret; deliveries are also signed with the old one until `oldUntil`. */
export async function replaceSecret(
  tx: Db,
  owner: number,
  id: number,
  { sealed, oldUntil }: { sealed: string; oldUntil: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set((eb) => ({ old_secret: eb.ref('secret'), old_secret_until: oldUntil, secret: sealed }))
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteWebhook(tx: Db, owner: number, id: number): Promise<void> {
  await tx.deleteFrom('webhooks').where('user_id', '=', owner).where('id', '=', id).execute();
}

/** Deletes all webhooks of a workspace that is being deleted: its content must not be sent anywhere. */
export async function deleteWebhooksOf(db: Db, owner: number): Promise<void> {
  await db.deleteFrom('webhooks').where('user_id', '=', owner).execute();
}

/** Disables a webhook; false if it is disabled already. Nothing that waits is sent, and waiting clicks are deleted. */
export async function disableWebhook(tx: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set({ status: 'disabled' })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
  await failWaitingDeliveries(tx, id);
  return numUpdatedRows === 1n;
}

/** Marks everything that waits for a webhook as failed. */
export async function failWaitingDeliveries(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed' })
    .where('webhook_id', '=', id)
    .where('status', '=', 'pending')
    .execute();
  await tx.deleteFrom('webhook_clicks').where('webhook_id', '=', id).execute();
}

/** The addresses of the people who own a workspace: its user, or the owners among its members. */
export async function findOwnerEmails(db: Db, owner: number): Promise<string[]> {
  const user = db.selectFrom('users').select('email').where('id', '=', owner).where('kind', '=', 'user');
  const members = db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.email')
    .where('memberships.workspace_id', '=', owner)
    .where('memberships.role', '=', 'owner');
  const rows = await user.union(members).execute();
  return rows.map(({ email }) => email);
}
