import type { Generated } from 'kysely';
import type { DeliveryStatus, DeliveryType } from '../../core/webhook-event.ts';
import type { WebhookStatus } from './webhook.ts';

export interface WebhookTable {
  id: Generated<number>;
  user_id: number;
  url: string;
  name: string;
  /** A JSON list. */
  events: string;
  /** JSON, see `WebhookFilter`. */
  filter: string;
  status: WebhookStatus;
  /** Encrypted. */
  secret: string;
  /** Encrypted; deliveries are also signed with it until `old_secret_until`. */
  old_secret: string | null;
  old_secret_until: number | null;
  /** Links that expired before are not announced. */
  listens_since: number;
  /** When the first attempt after the last success failed. */
  failing_since: number | null;
  attempted_at: number | null;
  /** The next delivery with clicks is sent at this time or later. */
  clicks_from: Generated<number>;
  /** Clicks that were dropped since the last delivery with clicks. */
  dropped: Generated<number>;
  /** The process that sends its deliveries, until `held_until`. */
  holder: string | null;
  held_until: Generated<number>;
  created_at: number;
}

export interface WebhookDeliveryTable {
  id: Generated<number>;
  /** The header `webhook-id`. */
  message_id: string;
  webhook_id: number;
  type: DeliveryType;
  /** The body of every attempt. */
  body: string;
  /** How many clicks or scans it has. */
  clicks: Generated<number>;
  /** How many dropped clicks it reports. */
  dropped: Generated<number>;
  /** Of all deliveries to a webhook with the same key, only the first is stored. */
  once_key: string | null;
  status: DeliveryStatus;
  attempts: Generated<number>;
  /** The status of the last response; null without one. */
  code: number | null;
  /** The beginning of the last response. */
  response: string | null;
  next_at: number;
  created_at: number;
}

/** Clicks or scans that wait until a delivery takes them. */
export interface WebhookClicksTable {
  id: Generated<number>;
  webhook_id: number;
  type: 'clicks' | 'qr.scans';
  /** A JSON list. */
  clicks: string;
  count: number;
  created_at: number;
}
