import { z } from 'zod';
import { deliveryStatuses, webhookEvents } from '../../core/webhook-event.ts';
import { destinationField } from '../../http/destination-field.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { fieldIssue } from '../../http/field-issue.ts';
import { dateTimeView, idInBody, idInPath, isPrintable, pageQuery, textField } from '../../http/fields.ts';

// Not imported, because the dashboard bundles this file.
const statuses = ['active', 'disabled'] as const;

const eventsField = z.array(z.enum(webhookEvents)).min(1).max(50).describe('The events to send');

// Strict: with a misspelled name, the filter would match everything.
const filterField = z
  .strictObject({
    tag: textField(50).nullish().describe('Only links with this tag'),
    campaign: idInBody.nullish().describe('ID of a campaign: only its links'),
    domain: textField(300).nullish().describe('Host of a branded domain, or the main host: only what is on it'),
  })
  .nullish()
  .describe('Sends only events that match every part that is set');

const nameField = z
  .string()
  .trim()
  .refine(isPrintable, fieldIssue('control_characters'))
  .max(255)
  .nullish()
  .describe('Private name');

/** A webhook as the API returns it; its secret is returned once, when it is created or rotated. */
export const webhookView = z.strictObject({
  id: idField,
  url: z.string().describe('Receives the events'),
  name: z.string().describe('Private name'),
  events: z.array(z.enum(webhookEvents)).describe('The events that it receives'),
  filter: z
    .strictObject({
      tag: z.string().optional().describe('Only links with this tag'),
      campaign: z.int().optional().describe('Only links of this campaign'),
      domain: z.string().optional().describe('Only what is on this host'),
    })
    .describe('Empty if everything is sent'),
  status: z
    .enum(statuses)
    .describe('active or disabled; a response with status 410, or three days of failures, disables it'),
  date: dateTimeView,
});

export const webhookPage = pageAnswer('webhooks', webhookView);

export const createWebhookBody = z.object({
  url: destinationField.describe('The URL that receives the events, with https'),
  events: eventsField,
  name: nameField,
  filter: filterField,
});

const secretView = z.string().describe('The secret that signs deliveries, `whsec_` and base64; shown only once');

export const createWebhookAnswer = answerOf({ id: idField, secret: secretView });

export const updateWebhookBody = z.object({
  url: destinationField.optional().describe('The URL that receives the events, with https'),
  events: eventsField.optional(),
  name: nameField,
  filter: filterField,
  status: z.enum(statuses).optional().describe('active or disabled'),
});

export const updateWebhookAnswer = messageAnswer('Webhook has been updated successfully.');
export const deleteWebhookAnswer = messageAnswer('Webhook has been deleted successfully.');
export const rotateWebhookAnswer = answerOf({ secret: secretView });

const messageIdView = z.string().describe('The header `webhook-id` of every attempt');

export const testWebhookAnswer = answerOf({ id: messageIdView });

/** A delivery as the API returns it. */
export const deliveryView = z.strictObject({
  id: messageIdView,
  type: z.string().describe('The event, or `webhook.test`'),
  status: z.enum(deliveryStatuses).describe('pending (waits for an attempt), delivered or failed'),
  attempts: z.int().describe('Number of attempts'),
  code: z.int().nullable().describe('Status code of the last response; null without one'),
  response: z.string().nullable().describe('The first 1,024 bytes of the last response'),
  date: dateTimeView,
  next: dateTimeView.nullable().describe('When the next attempt is due; null if there is none'),
});

export const deliveryPage = pageAnswer('deliveries', deliveryView);
export const listDeliveriesQuery = pageQuery;

export const deliveryParams = z.object({
  id: idInPath,
  deliveryid: z.string().describe('ID of the delivery'),
});

export const retryDeliveryAnswer = messageAnswer('The delivery will be sent again.');

export type NewWebhook = z.output<typeof createWebhookBody>;
export type WebhookChange = z.output<typeof updateWebhookBody>;
export type WebhookView = z.output<typeof webhookView>;
export type DeliveryView = z.output<typeof deliveryView>;
