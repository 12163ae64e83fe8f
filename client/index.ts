export type { Api } from './endpoints.ts';
export type { AnswerOf, Endpoint, InputOf, SendOptions } from './send-request.ts';
export { Signpost, type SignpostClient, type SignpostOptions } from './signpost.ts';
export { type FieldError, SignpostError } from './signpost-error.ts';
export { verifyWebhook, type WebhookEvent, WebhookVerificationError } from './verify-webhook.ts';
