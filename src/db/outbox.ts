import {
  type EventSubject,
  type NewEvent,
  passesFilter,
  type WebhookEvent,
  type WebhookFilter,
} from '../core/webhook-event.ts';
import { randomToken } from '../lib/token.ts';
import type { Db } from './db.ts';
import { prepareFind, prepareRows, prepareStatement } from './row-statement.ts';

/** An active webhook, as storing events needs it. */
export interface EventListener {
  id: number;
  owner: number;
  events: WebhookEvent[];
  filter: WebhookFilter;
  listensSince: number;
}

interface ListenerRow {
  id: number;
  user_id: number;
  events: string;
  filter: string;
  listens_since: number;
}

function toListener(row: ListenerRow): EventListener {
  return {
    ...{ id: row.id, owner: row.user_id, listensSince: row.listens_since },
    events: JSON.parse(row.events) as WebhookEvent[],
    filter: JSON.parse(row.filter) as WebhookFilter,
  };
}

function selectActive(db: Db) {
  return db
    .selectFrom('webhooks')
    .select(['id', 'user_id', 'events', 'filter', 'listens_since'])
    .where('status', '=', 'active')
    .orderBy('id');
}

const findActiveWith = prepareStatement<ListenerRow>(
  "select id, user_id, events, filter, listens_since from webhooks where status = 'active' and events like ? order by id",
);

/** The active webhooks of all owners that receive an event. */
export async function findAllListeners(db: Db, type: WebhookEvent): Promise<EventListener[]> {
  return (await findActiveWith(db, [`%"${type}"%`])).map(toListener);
}

// With more owners, all webhooks are read, because there are fewer of them.
const MAX_NAMED = 1_000;

const findActiveOf = prepareFind<number, ListenerRow>(
  'select id, user_id, events, filter, listens_since from webhooks where user_id',
  " and status = 'active'",
);

/** The active webhooks of these owners that receive one of these events; one small query if there are none. */
export async function findListeners(
  tx: Db,
  owners: number[],
  types: readonly WebhookEvent[],
): Promise<EventListener[]> {
  const rows = owners.length <= MAX_NAMED ? await findActiveOf(tx, owners) : await selectActive(tx).execute();
  const wanted = new Set(owners);
  return rows
    .filter(({ user_id }) => wanted.has(user_id))
    .map(toListener)
    .filter(({ events }) => events.some((event) => types.includes(event)))
    .sort((left, right) => left.id - right.id);
}

const IDS_AT_ONCE = 500;

/** What filters look at, for links by id. */
export async function readLinkSubjects(db: Db, ids: number[]): Promise<Map<number, EventSubject>> {
  const subjects = new Map<number, EventSubject & { tags: string[] }>();
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const some = ids.slice(from, from + IDS_AT_ONCE);
    const links = await db
      .selectFrom('links')
      .select(['id', 'campaign_id', 'domain_id'])
      .where('id', 'in', some)
      .execute();
    for (const { id, campaign_id, domain_id } of links)
      subjects.set(id, { tags: [], campaign: campaign_id, domain: domain_id });
    const tags = await db.selectFrom('link_tags').select(['link_id', 'tag']).where('link_id', 'in', some).execute();
    for (const { link_id, tag } of tags) subjects.get(link_id)?.tags.push(tag);
  }
  return subjects;
}

interface NewDelivery {
  listener: EventListener;
  event: NewEvent;
  body: string;
  now: number;
}

const insertDeliveries = prepareRows<NewDelivery>({
  before:
    'insert into webhook_deliveries (message_id, webhook_id, type, body, once_key, status, next_at, created_at) values ',
  row: '(?, ?, ?, ?, ?, ?, ?, ?)',
  after: ' on conflict (webhook_id, once_key) where once_key is not null do nothing',
  bind({ listener, event, body, now }, parameters) {
    const { type, onceKey = null } = event;
    parameters.push(newMessageId(), listener.id, type, body, onceKey, 'pending', now, now);
  },
});

/** A new `webhook-id`. */
export function newMessageId(): string {
  return `msg_${randomToken(18)}`;
}

/** The body of a delivery, which is the same for every attempt. */
export function writeEventBody({ type, at, data }: Pick<NewEvent, 'type' | 'at' | 'data'>): string {
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
}

/** Stores a delivery for each webhook that receives an event, in the transaction of the change. */
export async function storeEvents(tx: Db, listeners: EventListener[], events: NewEvent[], now: number): Promise<void> {
  const deliveries: NewDelivery[] = [];
  for (const event of events) {
    const receiving = listeners.filter(
      ({ events: types, filter }) => types.some((type) => type === event.type) && passesFilter(filter, event.subject),
    );
    const body = receiving.length > 0 ? writeEventBody(event) : '';
    for (const listener of receiving) deliveries.push({ listener, event, body, now });
  }
  await insertDeliveries(tx, deliveries);
}
