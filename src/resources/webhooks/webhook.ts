import { failure } from '../../core/errors.ts';
import type { WebhookEvent, WebhookFilter } from '../../core/webhook-event.ts';

export const webhookStatuses = ['active', 'disabled'] as const;

export type WebhookStatus = (typeof webhookStatuses)[number];

/** A URL that receives events of a workspace. */
export interface Webhook {
  id: number;
  owner: number;
  url: string;
  name: string;
  events: WebhookEvent[];
  filter: WebhookFilter;
  status: WebhookStatus;
  createdAt: number;
}

/** How many webhooks a workspace may have. */
export const MAX_WEBHOOKS = 100;

/** The waits after the first, second … failed attempt. After the last one a delivery is given up. */
export const RETRY_AFTER_MS = [
  5_000,
  30_000,
  2 * 60_000,
  10 * 60_000,
  3_600_000,
  6 * 3_600_000,
  12 * 3_600_000,
  24 * 3_600_000,
] as const;

// Half of what is allowed, because an attempt can also be a little late.
const JITTER = 0.1;

/**
 * How long to wait after so many attempts; undefined if there are no more. All deliveries of one outage of an endpoint wait equally long
 * after as many attempts, so that they stay in order; other endpoints wait a little more or less.
 */
export function retryDelayOf(
  attempts: number,
  { id, failingSince }: { id: number; failingSince: number },
): number | undefined {
  const delay = RETRY_AFTER_MS[attempts - 1];
  const part = Number(BigInt(Bun.hash(`${id} ${failingSince} ${attempts}`)) % 1_000n) / 1_000;
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * (2 * part - 1)));
}

/** An endpoint that accepts nothing for this long is disabled. */
export const FAILING_LIMIT_MS = 3 * 24 * 3_600_000;

/** Failures that are further apart than this are not one outage: the longest wait for a retry is shorter. */
const SAME_OUTAGE_MS = 2 * 24 * 3_600_000;

/** Since when an endpoint has been failing, with another failure now. */
export function failingSinceOf(
  { failingSince, attemptedAt }: { failingSince: number | null; attemptedAt: number | null },
  now: number,
): number {
  const isSameOutage = failingSince !== null && attemptedAt !== null && now - attemptedAt <= SAME_OUTAGE_MS;
  return isSameOutage ? failingSince : now;
}

/** Both secrets sign for this long after a rotation. */
export const ROTATION_MS = 24 * 3_600_000;

/** The most clicks or scans in one delivery. */
export const MAX_CLICKS_PER_DELIVERY = 100;

/** The time between two deliveries with clicks to one endpoint. */
export const CLICKS_EVERY_MS = 1_000;

/** How many clicks may wait for one endpoint; beyond it the oldest are dropped. */
export const MAX_WAITING_CLICKS = 20_000;

/** How many deliveries of other events may wait for one endpoint; beyond it the oldest are given up. */
export const MAX_WAITING_EVENTS = 200_000;

/** Deliveries that have ended are kept for this many days, and only so many for each webhook. */
export const DELIVERIES_KEPT_DAYS = 7;
export const DELIVERIES_KEPT = 1_000;

export const webhookNotFound = failure('not_found', 'webhook_not_found', 'Get the ID from `GET /api/webhooks`.');

export const deliveryNotFound = failure(
  'not_found',
  'delivery_not_found',
  'Get the ID from `GET /api/webhook/:id/deliveries`. Old deliveries are deleted.',
);

export const tooManyWebhooks = failure('conflict', 'too_many_webhooks', 'Delete a webhook that you no longer need.', {
  max: MAX_WEBHOOKS,
});
