import type { Db } from '../../db/db.ts';
import { recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import type { Post } from '../../lib/outbound/post.ts';
import { dropOldest, findClickOverflow, findQueuedAt, takeClicks } from './click-queue.store.ts';
import { type Delivery, deleteSurplus, findDeliveryOverflow, giveUpOldest } from './delivery.store.ts';
import * as store from './sending.store.ts';
import { disableWebhook } from './webhook.store.ts';
import {
  CLICKS_EVERY_MS,
  DELIVERIES_KEPT,
  FAILING_LIMIT_MS,
  failingSinceOf,
  MAX_WAITING_CLICKS,
  MAX_WAITING_EVENTS,
  retryDelayOf,
} from './webhook.ts';
import { signAttempt, unsealWebhookSecret } from './webhook-secret.ts';

/** Sends the deliveries of webhooks. */
export interface WebhookSending {
  /** The webhooks that have something to send, and when it is due. */
  listDue(): Promise<store.DueWebhook[]>;
  /** Takes the lease of webhooks, the right to send to them; returns those that no other process has leased. */
  lease(ids: number[]): Promise<store.LeasedWebhook[]>;
  /** Sends everything that is due to a webhook that this process has leased, one delivery after the other, and then ends the lease. */
  sendTo(webhook: store.LeasedWebhook, hasClicks: boolean, signal: AbortSignal): Promise<void>;
  /** Drops the oldest clicks of webhooks for which too many wait. */
  dropSurplus(): Promise<void>;
  /** Gives up the oldest other deliveries of webhooks for which too many wait. */
  giveUpSurplus(limit?: number): Promise<void>;
  countWaiting(): Promise<{ deliveries: number; clicks: number }>;
}

/** The response to an attempt; undefined if there was none. */
export type AttemptAnswer = { status: number; text: string } | undefined;

interface Parts {
  db: Db;
  /** The same store, whose commits do not wait for the disk: after a power failure, deliveries are sent again. */
  unsyncedDb: Db;
  /** Decrypts the secrets of webhooks. */
  secret: string;
  /** Identifies this process among those that send. */
  holder: string;
  post: Post;
  /** Called for a webhook that was disabled because it failed for too long. */
  onDisabled(webhook: store.LeasedWebhook): Promise<void>;
  onAttempt(isAccepted: boolean): void;
  now: Clock;
  log: Log;
}

// Renewed while an attempt is under way, so that another process takes over soon after this one was killed.
const LEASE_MS = 6_000;
const RENEW_EVERY_MS = 1_500;

const GONE = 410;
const SURPLUS_EVERY = 100;
const SURPLUS_AT_ONCE = 500;

function isAccepted(answer: AttemptAnswer): boolean {
  return answer !== undefined && answer.status >= 200 && answer.status < 300;
}

/** The result of the work; rejects at once when the process ends. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export function createWebhookSending(parts: Parts): WebhookSending {
  const { db, unsyncedDb, secret, holder, post, onDisabled, onAttempt, now, log } = parts;
  const sentCounts = new Map<number, number>();

  function lease(ids: number[]): Promise<store.LeasedWebhook[]> {
    const terms = { holder, now: now(), untilMs: LEASE_MS };
    // Only the commits of transactions are not synced.
    return transaction(unsyncedDb, (tx) => store.leaseWebhooks(tx, ids, terms));
  }

  /** The next delivery. Clicks become one when their turn comes. */
  async function findNext({ id, clicksFrom }: store.LeasedWebhook, hasClicks: boolean): Promise<Delivery | undefined> {
    const time = now();
    const withClicks = hasClicks && time >= clicksFrom;
    const first = await store.findDueDelivery(db, id, time, withClicks);
    const queuedAt = withClicks ? await findQueuedAt(db, id) : undefined;
    if (queuedAt === undefined || (first && first.nextAt <= queuedAt)) return first;
    await transaction(db, (tx) => takeClicks(tx, id, time));
    return store.findDueDelivery(db, id, time, withClicks);
  }

  function secretsOf({ sealedSecret, oldSealedSecret, oldSecretUntil }: store.LeasedWebhook): string[] {
    const sealed = oldSealedSecret !== null && (oldSecretUntil ?? 0) > now() ? [oldSealedSecret] : [];
    return [sealedSecret, ...sealed].flatMap((text) => unsealWebhookSecret(secret, text) ?? []);
  }

  /** Keeps the right to send while the endpoint takes its time. */
  async function send(webhook: store.LeasedWebhook, delivery: Delivery, signal: AbortSignal): Promise<AttemptAnswer> {
    const secrets = secretsOf(webhook);
    if (secrets.length === 0) {
      log.error('the secret of a webhook cannot be read; was SECRET changed?', { webhook: webhook.id });
      return undefined;
    }
    const renewal = setInterval(() => void lease([webhook.id]).catch(() => {}), RENEW_EVERY_MS);
    try {
      const answer = post(webhook.url, signAttempt(delivery, secrets, now()), delivery.body);
      return await unlessAborted(signal, answer);
    } catch (error) {
      log.debug('a webhook did not answer', { webhook: webhook.id, delivery: delivery.id, error });
      return undefined;
    } finally {
      clearInterval(renewal);
    }
  }

  /** `failingSince` is null if the attempt was accepted. */
  function outcomeOf(
    { id, status }: store.LeasedWebhook,
    { attempts }: Delivery,
    { answer, failingSince }: { answer: AttemptAnswer; failingSince: number | null },
  ): store.AttemptOutcome {
    const known = { code: answer?.status ?? null, response: answer?.text ?? null };
    if (failingSince === null) return { status: 'delivered', ...known, nextAt: now() };
    const delay = status === 'active' ? retryDelayOf(attempts + 1, { id, failingSince }) : undefined;
    return { status: delay === undefined ? 'failed' : 'pending', ...known, nextAt: now() + (delay ?? 0) };
  }

  /** Returns whether it was active until now. */
  function disable({ id, owner }: store.LeasedWebhook): Promise<boolean> {
    return transaction(db, async (tx) => {
      if (!(await disableWebhook(tx, id))) return false;
      const subject = { workspace: owner, noun: 'webhook', id } as const;
      await recordUpdate(tx, subject, { status: 'active' }, { status: 'disabled' });
      return true;
    });
  }

  async function attempt(webhook: store.LeasedWebhook, delivery: Delivery, signal: AbortSignal): Promise<void> {
    const answer = await send(webhook, delivery, signal);
    // This process ends, which says nothing about the endpoint. The delivery is sent again.
    if (answer === undefined && signal.aborted) return;
    onAttempt(isAccepted(answer));
    const time = now();
    const failingSince = isAccepted(answer) ? null : failingSinceOf(webhook, time);
    const heldUntil = time + LEASE_MS;
    const endpoint = { failingSince, attemptedAt: time, clicksFrom: time + CLICKS_EVERY_MS, heldUntil };
    const hasFailedTooLong = failingSince !== null && time - failingSince >= FAILING_LIMIT_MS;
    const isOver = webhook.status === 'active' && (hasFailedTooLong || answer?.status === GONE);
    const { number, clicks } = delivery;
    const outcome = outcomeOf(webhook, delivery, { answer, failingSince });
    // If a power failure undoes it, the delivery is sent again.
    await transaction(unsyncedDb, (tx) =>
      store.saveOutcome(tx, { webhookId: webhook.id, number, clicks }, outcome, endpoint),
    );
    if (isOver && (await disable(webhook)) && hasFailedTooLong) await onDisabled(webhook);
  }

  /** Deletes old deliveries now and then: a busy endpoint has one every second. */
  async function tidy(id: number): Promise<void> {
    const count = (sentCounts.get(id) ?? 0) + 1;
    sentCounts.set(id, count % SURPLUS_EVERY);
    if (count >= SURPLUS_EVERY) await deleteSurplus(db, id, DELIVERIES_KEPT, SURPLUS_AT_ONCE);
  }

  return {
    listDue: () => store.listDueWebhooks(db, { holder, now: now() }),
    countWaiting: () => store.countWaiting(db),

    lease,

    async sendTo(leased, hasClicks, signal) {
      const { id } = leased;
      try {
        for (let webhook: store.LeasedWebhook | undefined = leased; webhook && !signal.aborted; ) {
          const delivery = await findNext(webhook, hasClicks);
          if (!delivery) break;
          // After the delivery was found: a new secret or URL applies to everything that is stored later.
          webhook = await store.readLeasedWebhook(db, id);
          if (!webhook) break;
          await attempt(webhook, delivery, signal);
          if (delivery.clicks > 0) webhook = await store.readLeasedWebhook(db, id);
          await tidy(id);
        }
      } finally {
        await transaction(unsyncedDb, (tx) => store.releaseWebhook(tx, id, holder));
      }
    },

    async dropSurplus() {
      for (const { webhookId, surplus } of await findClickOverflow(db, MAX_WAITING_CLICKS))
        await transaction(db, (tx) => dropOldest(tx, webhookId, surplus));
    },

    async giveUpSurplus(limit = MAX_WAITING_EVENTS) {
      for (const { webhookId, surplus } of await findDeliveryOverflow(db, limit)) {
        log.warn('too many deliveries wait for a webhook; the oldest are given up', { webhook: webhookId, surplus });
        for (let left = surplus; left > 0; left -= SURPLUS_AT_ONCE) {
          await giveUpOldest(db, webhookId, Math.min(left, SURPLUS_AT_ONCE));
          await deleteSurplus(db, webhookId, DELIVERIES_KEPT, SURPLUS_AT_ONCE);
        }
      }
    },
  };
}
