import type { BodyOf } from '../../lib/api.ts';
import type { RowOf } from '../../lib/query.ts';

export type WebhookRow = RowOf<'GET /api/webhooks'>;
export type WebhookEventName = WebhookRow['events'][number];

/** Every event, in the order of the form. */
export const eventNames: WebhookEventName[] = [
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
];

/** The name of a webhook, or else the host of its URL. */
export function webhookNameOf({ name, url }: Pick<WebhookRow, 'name' | 'url'>): string {
  return name || new URL(url).host;
}

/** What the form edits; '' means no filter. */
export interface WebhookValues {
  url: string;
  name: string;
  events: WebhookEventName[];
  tag: string;
  campaign: string;
  domain: string;
  status: 'active' | 'disabled';
}

/** The values of the form for a webhook, or for a new one. */
export function valuesOf(webhook: WebhookRow | undefined): WebhookValues {
  const { tag = '', campaign, domain = '' } = webhook?.filter ?? {};
  return {
    url: webhook?.url ?? '',
    name: webhook?.name ?? '',
    events: webhook?.events ?? ['link.created', 'link.updated', 'link.deleted'],
    ...{ tag, campaign: campaign === undefined ? '' : String(campaign), domain },
    status: webhook?.status ?? 'active',
  };
}

/** The body of the request that saves the form. */
export function bodyOf({ url, name, events, tag, campaign, domain }: WebhookValues): BodyOf<'POST /api/webhook/add'> {
  const filter = { tag: tag || null, campaign: campaign === '' ? null : Number(campaign), domain: domain || null };
  return { url, name, events, filter };
}
