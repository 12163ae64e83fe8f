import type { AuditedFields } from '../../core/audit.ts';
import { type FieldProblem, invalidField, invalidFields, toFieldError } from '../../core/errors.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import type { WebhookFilter } from '../../core/webhook-event.ts';
import type { Db } from '../../db/db.ts';
import { isDangling } from '../../db/failures.ts';
import { writeEventBody } from '../../db/outbox.ts';
import { lockOwned } from '../../db/owned.ts';
import { recordChange, recordCreate, recordDelete, recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import * as deliveries from './delivery.store.ts';
import type { NewWebhook, WebhookChange } from './webhook.contract.ts';
import * as store from './webhook.store.ts';
import {
  deliveryNotFound,
  MAX_WEBHOOKS,
  ROTATION_MS,
  tooManyWebhooks,
  type Webhook,
  webhookNotFound,
} from './webhook.ts';
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts';

/** The operations on webhooks. */
export interface WebhookService {
  list(owner: number, request: PageRequest): Promise<Page<Webhook>>;
  /** Returns the secret, which cannot be read again. */
  create(owner: number, webhook: NewWebhook): Promise<{ id: number; secret: string }>;
  update(owner: number, id: number, change: WebhookChange): Promise<void>;
  remove(owner: number, id: number): Promise<void>;
  /** Creates a new secret; for one day, deliveries are signed with both. */
  rotate(owner: number, id: number): Promise<string>;
  /** Sends a test; returns the id of its delivery. */
  test(owner: number, id: number): Promise<string>;
  listDeliveries(owner: number, id: number, request: PageRequest): Promise<Page<deliveries.Delivery>>;
  /** Sends a delivery again. */
  retry(owner: number, id: number, deliveryId: string): Promise<void>;
}

interface Parts {
  db: Db;
  /** Encrypts the secrets of webhooks. */
  secret: string;
  /** What is wrong with a URL; undefined if it may receive events. */
  checkUrl(owner: number, url: string): Promise<FieldProblem | undefined>;
  ownsCampaign(owner: number, id: number): Promise<boolean>;
  /** The domain of the owner with this host, or the main host. */
  findDomain(owner: number, host: string): Promise<WebhookFilter['domain']>;
  /** Called after a delivery was stored. */
  onStored(): void;
  now: Clock;
}

function subject(workspace: number, id: number) {
  return { workspace, noun: 'webhook', id } as const;
}

/** The filter as the API shows it. */
export function showFilter({ domain, ...filter }: WebhookFilter) {
  return { ...filter, ...(domain && { domain: domain.host }) };
}

function auditedFields({ url, name, events, filter, status }: store.WebhookRecord): AuditedFields {
  const shown = showFilter(filter);
  return { url, name, events, filter: Object.keys(shown).length > 0 ? shown : null, status };
}

export function createWebhookService(parts: Parts): WebhookService {
  const { db, secret, checkUrl, ownsCampaign, findDomain, onStored, now } = parts;

  async function assertUrl(owner: number, url: string): Promise<void> {
    const problem = await checkUrl(owner, url);
    if (problem) throw invalidFields([toFieldError('url', problem)]);
  }

  async function readFilter(owner: number, given: NewWebhook['filter']): Promise<WebhookFilter> {
    const { tag, campaign, domain: host } = given ?? {};
    if (campaign && !(await ownsCampaign(owner, campaign))) throw invalidField('filter', 'no_such_campaign');
    const domain = host ? await findDomain(owner, host) : undefined;
    if (host && !domain) throw invalidField('filter', 'no_such_domain');
    return { ...(tag && { tag }), ...(campaign && { campaign }), ...(domain && { domain }) };
  }

  /** Locks the webhook until the transaction ends. */
  async function getLocked(tx: Db, owner: number, id: number): Promise<Webhook> {
    const isLocked = await lockOwned(tx, 'webhooks', owner, id);
    const found = isLocked && (await store.findWebhook(tx, owner, id));
    if (!found) throw webhookNotFound();
    return found;
  }

  async function get(owner: number, id: number): Promise<Webhook> {
    const found = await store.findWebhook(db, owner, id);
    if (!found) throw webhookNotFound();
    return found;
  }

  return {
    list: (owner, request) => store.listWebhooks(db, owner, request),

    async create(owner, { url, events, name, filter }) {
      await assertUrl(owner, url);
      const record: store.WebhookRecord = {
        ...{ url, name: name ?? '', events: [...new Set(events)], status: 'active' },
        filter: await readFilter(owner, filter),
      };
      const newSecret = newWebhookSecret();
      const sealedSecret = sealWebhookSecret(secret, newSecret);
      const id = await transaction(db, async (tx) => {
        if ((await store.countWebhooks(tx, owner)) >= MAX_WEBHOOKS) throw tooManyWebhooks();
        const created = await store.insertWebhook(tx, owner, { ...record, sealedSecret }, now());
        await recordCreate(tx, subject(owner, created), auditedFields(record));
        return created;
      });
      onStored();
      return { id, secret: newSecret };
    },

    async update(owner, id, { url, events, name, filter, status }) {
      await get(owner, id);
      if (url !== undefined) await assertUrl(owner, url);
      const newFilter = filter === undefined ? undefined : await readFilter(owner, filter);
      await transaction(db, async (tx) => {
        const found = await getLocked(tx, owner, id);
        const next: store.WebhookRecord = {
          url: url ?? found.url,
          name: name === undefined ? found.name : (name ?? ''),
          events: events ? [...new Set(events)] : found.events,
          filter: newFilter ?? found.filter,
          status: status ?? found.status,
        };
        const isEnabled = next.status === 'active' && found.status === 'disabled';
        const startsListening = isEnabled || next.events.some((event) => !found.events.includes(event));
        await store.updateWebhook(tx, found, next, startsListening ? now() : undefined);
        if (next.status === 'disabled' && found.status === 'active') await store.failWaitingDeliveries(tx, id);
        await recordUpdate(tx, subject(owner, id), auditedFields(found), auditedFields(next));
      });
    },

    async remove(owner, id) {
      await transaction(db, async (tx) => {
        const found = await getLocked(tx, owner, id);
        await store.deleteWebhook(tx, owner, id);
        await recordDelete(tx, subject(owner, id), auditedFields(found));
      });
    },

    async rotate(owner, id) {
      const newSecret = newWebhookSecret();
      const rotation = { sealed: sealWebhookSecret(secret, newSecret), oldUntil: now() + ROTATION_MS };
      await transaction(db, async (tx) => {
        if (!(await store.replaceSecret(tx, owner, id, rotation))) throw webhookNotFound();
        await recordChange(tx, { ...subject(owner, id), action: 'rotate', changes: {} });
      });
      return newSecret;
    },

    async test(owner, id) {
      const { url, name } = await get(owner, id);
      const body = writeEventBody({ type: 'webhook.test', at: now(), data: { id, name, url } });
      const sent = { type: 'webhook.test' as const, body };
      const deliveryId = await deliveries.insertDelivery(db, id, sent, now()).catch((error) => {
        // It was deleted meanwhile.
        throw isDangling(error) ? webhookNotFound() : error;
      });
      onStored();
      return deliveryId;
    },

    async listDeliveries(owner, id, request) {
      await get(owner, id);
      return deliveries.listDeliveries(db, id, request);
    },

    async retry(owner, id, deliveryId) {
      await get(owner, id);
      if (!(await deliveries.requestAttempt(db, id, deliveryId, now()))) throw deliveryNotFound();
      onStored();
    },
  };
}
