/** The events that a webhook can receive. */
export const webhookEvents = [
  'link.created',
  'link.updated',
  'link.deleted',
  'link.expired',
  'link.limit_reached',
  'destination.changed',
  'clicks',
  'qr.scans',
  'overlay.response',
  'domain.changed',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

/** The type of a delivery: an event, or a test that the owner asked for. */
export type DeliveryType = WebhookEvent | 'webhook.test';

/** Waiting for its first or next attempt, accepted by the endpoint, or given up. */
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Which events a webhook receives; a part that is not set does not filter. */
export interface WebhookFilter {
  tag?: string;
  campaign?: number;
  domain?: { id: number; host: string };
}

/** What a filter looks at. An event that is not about a link has neither tags nor a campaign. */
export interface EventSubject {
  tags: readonly string[];
  campaign: number | null;
  domain: number | null;
}

/** Whether a filter lets an event pass. */
export function passesFilter({ tag, campaign, domain }: WebhookFilter, subject: EventSubject): boolean {
  if (tag !== undefined && !subject.tags.includes(tag)) return false;
  if (campaign !== undefined && subject.campaign !== campaign) return false;
  return domain === undefined || subject.domain === domain.id;
}

/** An event before it is stored. */
export interface NewEvent {
  type: DeliveryType;
  /** When it happened, in epoch milliseconds. */
  at: number;
  data: object;
  subject: EventSubject;
  /** Of several events with the same key, a webhook receives one. */
  onceKey?: string;
}
