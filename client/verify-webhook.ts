/** The headers of a request: an object with names in any case, or `Headers`. */
type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** What an endpoint receives. */
export interface WebhookEvent {
  type: string;
  /** When it happened, in ISO 8601. */
  timestamp: string;
  data: unknown;
}

/** The request was not sent by the owner of the secret, or too long ago. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const TOLERANCE_SECONDS = 5 * 60;
const SECRET_PREFIX = 'whsec_';

function readHeader(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function assertRecent(timestamp: string, nowMs: number): void {
  const seconds = /^\d+$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  // A timestamp that is not a number compares as false.
  if (!(Math.abs(nowMs / 1000 - seconds) <= TOLERANCE_SECONDS))
    throw new WebhookVerificationError('The timestamp is missing, or more than five minutes away.');
}

/**
 * Returns the event of a webhook if its signature is right and at most five minutes old; throws a `WebhookVerificationError` otherwise.
 * `body` is the body as it was received: text that was parsed and written again has another signature.
 */
export async function verifyWebhook(
  body: string | Uint8Array<ArrayBuffer>,
  headers: WebhookHeaders,
  secret: string,
  nowMs = Date.now(),
): Promise<WebhookEvent> {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    readHeader(headers, `webhook-${name}`),
  ) as [string, string, string];
  if (id === '' || signatures === '') throw new WebhookVerificationError('The headers of a webhook are missing.');
  assertRecent(timestamp, nowMs);
  const keyBytes = decodeBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (!keyBytes || keyBytes.length === 0) throw new WebhookVerificationError('The secret is not `whsec_` and base64.');
  const key = await crypto.subtle.importKey('raw', keyBytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  // While a secret is replaced there are two signatures. `verify` compares in constant time.
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',');
    const bytes = version === 'v1' ? decodeBase64(value) : undefined;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(text);
  }
  throw new WebhookVerificationError('No signature fits.');
}
