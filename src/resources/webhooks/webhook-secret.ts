import { randomBytes } from 'node:crypto';
import { sealText, unsealText } from '../../lib/seal.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const PURPOSE = 'webhook secret';

/** A new secret in the form of Standard Webhooks. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export function sealWebhookSecret(serverSecret: string, secret: string): string {
  return sealText(serverSecret, PURPOSE, secret);
}

/** Undefined if it was encrypted with another SECRET. */
export function unsealWebhookSecret(serverSecret: string, sealed: string): string | undefined {
  return unsealText(serverSecret, PURPOSE, sealed);
}

/** The headers of one attempt: one signature for each secret. */
export function signAttempt(
  { id, body }: { id: string; body: string },
  secrets: string[],
  now: number,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${new Bun.CryptoHasher('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
