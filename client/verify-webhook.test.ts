import { expect, test } from 'bun:test';
import { createHmac, randomBytes } from 'node:crypto';
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';

const NOW = Date.UTC(2026, 10, 18, 12);
const KEY = randomBytes(32);
const SECRET = `whsec_${KEY.toString('base64')}`;
const BODY = '{"type":"link.created","timestamp":"2026-11-18T12:00:00.000Z","data":{"title":"Frühling"}}';

function sign(body: string, key: Buffer, seconds: number): Record<string, string> {
  const signature = createHmac('sha256', key).update(`msg_1.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}

const headers = sign(BODY, KEY, NOW / 1000);

test('a signed webhook is accepted, as text or bytes, with headers of any kind', async () => {
  const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  for (const given of [headers, new Headers(headers), capitals]) {
    expect(await verifyWebhook(BODY, given, SECRET, NOW)).toEqual(JSON.parse(BODY));
  }
  const bytes = new TextEncoder().encode(BODY);
  expect(await verifyWebhook(bytes, headers, SECRET, NOW)).toMatchObject({ type: 'link.created' });
});

test('while a secret is replaced, either of two signatures is enough', async () => {
  const other = sign(BODY, randomBytes(32), NOW / 1000)['webhook-signature'];
  const both = { ...headers, 'webhook-signature': `v1a,AAAA ${other} ${headers['webhook-signature']}` };
  expect(await verifyWebhook(BODY, both, SECRET, NOW)).toMatchObject({ type: 'link.created' });
});

const late = sign(BODY, KEY, NOW / 1000 - 301);
const early = sign(BODY, KEY, NOW / 1000 + 301);

test.each([
  ['a changed body', BODY.replace('link', 'Link'), headers, SECRET],
  ['another secret', BODY, headers, `whsec_${randomBytes(32).toString('base64')}`],
  ['a secret that is not base64', BODY, headers, 'whsec_%'],
  ['an empty secret', BODY, headers, ''],
  ['a webhook of more than five minutes ago', BODY, late, SECRET],
  ['a webhook of more than five minutes ahead', BODY, early, SECRET],
  ['a timestamp that is not a number', BODY, { ...headers, 'webhook-timestamp': 'now' }, SECRET],
  ['a changed timestamp', BODY, { ...headers, 'webhook-timestamp': String(NOW / 1000 + 1) }, SECRET],
  ['a changed id', BODY, { ...headers, 'webhook-id': 'msg_2' }, SECRET],
  ['no signature', BODY, { ...headers, 'webhook-signature': '' }, SECRET],
  ['a signature that is not base64', BODY, { ...headers, 'webhook-signature': 'v1,%' }, SECRET],
  ['no headers', BODY, {}, SECRET],
])('%s is refused', async (_, body, given, secret) => {
  await expect(verifyWebhook(body, given, secret, NOW)).rejects.toThrow(WebhookVerificationError);
});
