import { openWebhookReceiver } from '../test/support/webhook-receiver.ts';
import { type Bench, quantileOf } from './measure.ts';
import { addLink } from './redirect.ts';
import { startSignpost } from './servers.ts';

const ENDPOINTS = 100;
const HANGING = 10;
const EVENTS = 30;
const EVENT_EVERY_MS = 500;
const AT_MOST_MS = 2_000;
const RECEIVE_LIMIT_MS = 30_000;

/** How long events take to arrive at 90 endpoints, while 10 others never answer. */
export async function benchWebhooks(): Promise<Bench[]> {
  const server = await startSignpost({ WEBHOOK_ALLOW: 'loopback' });
  const receiver = openWebhookReceiver();
  receiver.answer = ({ path }) => (path.startsWith('/hook/hang') ? new Promise(() => {}) : new Response('ok'));
  const headers = { Authorization: `Bearer ${server.key}` };
  for (let number = 0; number < ENDPOINTS; number += 1) {
    const url = `${receiver.url}/${number < HANGING ? 'hang' : 'fine'}/${number}`;
    const body = JSON.stringify({ url, events: ['link.created'] });
    await fetch(`http://127.0.0.1:${server.port}/api/webhook/add`, { method: 'POST', headers, body });
  }
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
  await receiver.close();
  const p99 = quantileOf(delays, 0.99);
  return [
    {
      title: `${EVENTS} events to ${ENDPOINTS} webhooks, of which ${HANGING} hang`,
      unit: 'ms',
      values: { median: quantileOf(delays, 0.5), 'p99, 99 of 100 are faster': p99, 'the slowest': Math.max(...delays) },
      claims: [{ text: 'p99', unit: ' ms', value: p99, atMost: AT_MOST_MS }],
    },
  ];
}
