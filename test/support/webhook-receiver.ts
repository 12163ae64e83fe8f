import { waitUntil } from './wait.ts';

/** A request that a webhook endpoint got. */
export interface ReceivedWebhook {
  id: string;
  headers: Record<string, string>;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape.
  event: any;
  at: number;
  path: string;
}

/** An endpoint on this machine that keeps what it gets. */
export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  /** Says how to answer; by default 200. */
  answer(got: ReceivedWebhook): Response | Promise<Response>;
  /** Waits until `isDone` is true of what was received; throws after the limit. */
  waitFor(isDone: (received: ReceivedWebhook[]) => boolean, limitMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens an endpoint on 127.0.0.1. */
export function openWebhookReceiver(port = 0): WebhookReceiver {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    idleTimeout: 60,
    async fetch(request) {
      const body = await request.text();
      const headers = Object.fromEntries(request.headers);
      const got = { id: headers['webhook-id'] ?? '', headers, body, event: JSON.parse(body), at: Date.now() };
      const whole = { ...got, path: new URL(request.url).pathname };
      receiver.received.push(whole);
      return receiver.answer(whole);
    },
  });
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${server.port}/hook`,
    received: [],
    answer: () => new Response('ok'),
    async waitFor(isDone, limitMs) {
      const details = () => JSON.stringify(receiver.received.map(({ body }) => body)).slice(0, 2_000);
      const options = { everyMs: 5, details, ...(limitMs !== undefined && { limitMs }) };
      await waitUntil('the expected webhooks are received', () => isDone(receiver.received), options);
    },
    close: () => server.stop(true),
  };
  return receiver;
}
