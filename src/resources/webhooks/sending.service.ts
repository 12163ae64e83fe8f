import type { Db } from '../../db/db.ts';
import { recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import type { Post } from '../../lib/outbound/post.ts';
import { dropOldest, findOverfull, findQueuedAt, takeClicks } from './click-queue.store.ts';
import { type Delivery, deleteSurplus } from './delivery.store.ts';
import * as store from './sending.store.ts';
import { disableWebhook } from './webhook.store.ts';
import {
  CLICKS_EVERY_MS,
  DELIVERIES_KEPT,
  FAILING_LIMIT_MS,
  failingSinceOf,
  MAX_WAITING_CLICKS,
  retryDelayOf,
} from './webhook.ts';
import { signAttempt, unsealWebhookSecret } from './webhook-secret.ts';

/** Sends the deliveries of webhooks. */
export interface WebhookSending {
  /** The webhooks that something waits for, and when it is due. */
  listDue(): Promise<store.DueWebhook[]>;
  /** Sends everything that is due to a webhook, one delivery after the other, unless another process does. */
  sendTo(id: number, signal: AbortSignal): Promise<void>;
  /** Drops the oldest clicks of webhooks for which too many wait. */
  dropSurplus(): Promise<void>;
  countWaiting(): Promise<{ deliveries: number; clicks: number }>;
}

/** What came back for an attempt; undefined without a response. */
export type AttemptAnswer = { status: number; text: string } | undefined;

interface Parts {
  db: Db;
  /** The same store, for who sends: nothing depends on it after a power failure. */
  unsyncedDb: Db;
  /** Decrypts the secrets of webhooks. */
  secret: string;
  /** Identifies this process among those that send. */
  holder: string;
  post: Post;
  /** Called for a webhook that was disabled because it failed for too long. */
  onDisabled(webhook: store.HeldWebhook): Promise<void>;
  onAttempt(isAccepted: boolean): void;
  random(): number;
  now: Clock;
  log: Log;
}

// Renewed while an attempt is under way, so that another process takes over soon after this one was killed.
const HOLD_MS = 6_000;
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
  const { db, unsyncedDb, secret, holder, post, onDisabled, onAttempt, random, now, log } = parts;
  const sentCounts = new Map<number, number>();

  function hold(id: number): Promise<store.HeldWebhook | undefined> {
    return store.holdWebhook(unsyncedDb, id, { holder, now: now(), untilMs: HOLD_MS });
  }

  /** The next delivery. Clicks become one when their turn comes. */
  async function findNext({ id, clicksFrom }: store.HeldWebhook): Promise<Delivery | undefined> {
    const time = now();
    const withClicks = time >= clicksFrom;
    const first = await store.findDueDelivery(db, id, time, withClicks);
    const queuedAt = withClicks ? await findQueuedAt(db, id) : undefined;
    if (queuedAt === undefined || (first && first.nextAt <= queuedAt)) return first;
    await transaction(db, (tx) => takeClicks(tx, id, time));
    return store.findDueDelivery(db, id, time, withClicks);
  }

  function secretsOf({ sealedSecret, oldSealedSecret, oldSecretUntil }: store.HeldWebhook): string[] {
    const sealed = oldSealedSecret !== null && (oldSecretUntil ?? 0) > now() ? [oldSealedSecret] : [];
    return [sealedSecret, ...sealed].flatMap((text) => unsealWebhookSecret(secret, text) ?? []);
  }

  /** Keeps the right to send while the endpoint takes its time. */
  async function send(webhook: store.HeldWebhook, delivery: Delivery, signal: AbortSignal): Promise<AttemptAnswer> {
    const secrets = secretsOf(webhook);
    if (secrets.length === 0) {
      log.error('the secret of a webhook cannot be read; was SECRET changed?', { webhook: webhook.id });
      return undefined;
    }
    const renewal = setInterval(() => void hold(webhook.id).catch(() => {}), RENEW_EVERY_MS);
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

  function outcomeOf(webhook: store.HeldWebhook, { attempts }: Delivery, answer: AttemptAnswer): store.AttemptOutcome {
    const known = { code: answer?.status ?? null, response: answer?.text ?? null };
    if (isAccepted(answer)) return { status: 'delivered', ...known, nextAt: now() };
    const delay = webhook.status === 'active' ? retryDelayOf(attempts + 1, random()) : undefined;
    return { status: delay === undefined ? 'failed' : 'pending', ...known, nextAt: now() + (delay ?? 0) };
  }

  async function attempt(webhook: store.HeldWebhook, delivery: Delivery, signal: AbortSignal): Promise<void> {
    const answer = await send(webhook, delivery, signal);
    // This process ends, which says nothing about the endpoint. The delivery is sent again.
    if (answer === undefined && signal.aborted) return;
    onAttempt(isAccepted(answer));
    const time = now();
    const failingSince = isAccepted(answer) ? null : failingSinceOf(webhook, time);
    const endpoint = { failingSince, attemptedAt: time, clicksFrom: time + CLICKS_EVERY_MS };
    const hasFailedTooLong = failingSince !== null && time - failingSince >= FAILING_LIMIT_MS;
    const isOver = webhook.status === 'active' && (hasFailedTooLong || answer?.status === GONE);
    const { number, clicks } = delivery;
    const isDisabled = await transaction(db, async (tx) => {
      const outcome = outcomeOf(webhook, delivery, answer);
      await store.saveOutcome(tx, { webhookId: webhook.id, number, clicks }, outcome, endpoint);
      if (!isOver || !(await disableWebhook(tx, webhook.id))) return false;
      const subject = { workspace: webhook.owner, noun: 'webhook', id: webhook.id } as const;
      await recordUpdate(tx, subject, { status: 'active' }, { status: 'disabled' });
      return true;
    });
    if (isDisabled && hasFailedTooLong) await onDisabled(webhook);
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

    async sendTo(id, signal) {
      let webhook = await hold(id);
      if (!webhook) return;
      try {
        while (webhook && !signal.aborted) {
          const delivery = await findNext(webhook);
          if (!delivery) break;
          await attempt(webhook, delivery, signal);
          await tidy(id);
          webhook = await hold(id);
        }
      } finally {
        await store.releaseWebhook(unsyncedDb, id, holder);
      }
    },

    async dropSurplus() {
      for (const { webhookId, surplus } of await findOverfull(db, MAX_WAITING_CLICKS))
        await transaction(db, (tx) => dropOldest(tx, webhookId, surplus));
    },
  };
}
