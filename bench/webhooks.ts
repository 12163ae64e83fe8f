import { openWebhookReceiver } from '../test/support/webhook-receiver.ts';
import { rawRequest } from './client.ts';
import { type Bench, compare, measure, quantileOf } from './measure.ts';
import { addLink, BROWSER } from './redirect.ts';
import { startSignpost } from './servers.ts';

const ENDPOINTS = 100;
const HANGING = 10;
const EVENTS = 30;
const EVENT_EVERY_MS = 500;
const AT_MOST_MS = 2_000;
const RECEIVE_LIMIT_MS = 30_000;

const ROUNDS = 9;
const VISITS = 20_000;

type Receiver = ReturnType<typeof openWebhookReceiver>;

/** Starts a server with 100 webhooks for an event. 10 of them never get a response. */
async function startWithWebhooks(receiver: Receiver, event: string) {
  const server = await startSignpost({ WEBHOOK_ALLOW: 'loopback' });
  const headers = { Authorization: `Bearer ${server.key}` };
  for (let number = 0; number < ENDPOINTS; number += 1) {
    const url = `${receiver.url}/${number < HANGING ? 'hang' : 'fine'}/${number}`;
    const body = JSON.stringify({ url, events: [event] });
    await fetch(`http://127.0.0.1:${server.port}/api/webhook/add`, { method: 'POST', headers, body });
  }
  return server;
}

/** How long events take to arrive at 90 endpoints, while 10 others never answer. */
async function benchDelays(receiver: Receiver): Promise<Bench> {
  const server = await startWithWebhooks(receiver, 'link.created');
  const createdAt = new Map<string, number>();
  for (let event = 0; event < EVENTS; event += 1) {
    createdAt.set(`event-${event}`, Date.now());
    await addLink(server, { url: 'https://example.com/', custom: `event-${event}` });
    await Bun.sleep(EVENT_EVERY_MS);
  }
  const arrived = () => receiver.received.filter(({ path }) => path.startsWith('/hook/fine'));
  const expected = EVENTS * (ENDPOINTS - HANGING);
  await receiver.waitFor(() => arrived().length >= expected, RECEIVE_LIMIT_MS);
  const delays = arrived().map(({ at, event }) => at - (createdAt.get(event.data.alias) ?? 0));
  await server.stop();
  const p99 = quantileOf(delays, 0.99);
  return {
    title: `${EVENTS} events to ${ENDPOINTS} webhooks, of which ${HANGING} hang`,
    unit: 'ms',
    values: { median: quantileOf(delays, 0.5), 'p99, 99 of 100 are faster': p99, 'the slowest': Math.max(...delays) },
    claims: [{ text: 'p99', unit: ' ms', value: p99, atMost: AT_MOST_MS }],
  };
}

/** What a redirect costs while its clicks are sent to all these webhooks. */
async function benchRedirects(receiver: Receiver): Promise<Bench> {
  const [alone, sending] = [await startSignpost(), await startWithWebhooks(receiver, 'clicks')];
  for (const server of [alone, sending]) await addLink(server, { url: 'https://example.com/', custom: 'plain' });
  const request = rawRequest('/plain', BROWSER);
  const load = { count: VISITS, expected: '302' };
  const cpu = await compare(ROUNDS, {
    'no webhook': () => measure(alone, request, load),
    'clicks are sent to all webhooks': () => measure(sending, request, load),
  });
  await Promise.all([alone.stop(), sending.stop()]);
  const ratio = cpu['clicks are sent to all webhooks'] / cpu['no webhook'];
  return {
    title: `CPU of the serving thread per redirect, with ${ENDPOINTS} webhooks, of which ${HANGING} hang`,
    unit: 'µs',
    values: cpu,
    claims: [{ text: 'with webhooks / without', value: ratio, atMost: 1.1 }],
  };
}

/** Measures how long events take, and what sending them costs the visitors. */
export async function benchWebhooks(): Promise<Bench[]> {
  const receiver = openWebhookReceiver();
  receiver.answer = ({ path }) => (path.startsWith('/hook/hang') ? new Promise(() => {}) : new Response('ok'));
  try {
    return [await benchDelays(receiver), await benchRedirects(receiver)];
  } finally {
    await receiver.close();
  }
}
