import { freePort } from '../../scripts/services.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { waitUntil } from './wait.ts';
import { openWebhookReceiver, type ReceivedWebhook } from './webhook-receiver.ts';

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const RECEIVE_LIMIT_MS = 60_000;

/** What a receiver got from servers that were disturbed. */
export interface DisturbedDeliveries {
  /** Links whose creation was answered, and visits that were. */
  links: number;
  visits: number;
  deliveries: number;
  /** Answered, and never received. */
  missing: number;
  /** Events that came with a second id or another body. */
  changed: number;
}

/** How many events have more than one id or body. */
function countChanged(received: ReceivedWebhook[]): number {
  const created = received.filter(({ event }) => event.type === 'link.created');
  const byLink = Map.groupBy(created, ({ event }) => event.data.id);
  const byId = Map.groupBy(received, ({ id }) => id);
  const isChanged = (all: ReceivedWebhook[], keyOf: (one: ReceivedWebhook) => string) =>
    new Set(all.map(keyOf)).size > 1;
  return (
    [...byLink.values()].filter((all) => isChanged(all, ({ id }) => id)).length +
    [...byId.values()].filter((all) => isChanged(all, ({ body }) => body)).length
  );
}

/** What disturbs servers, and how it sees what they did meanwhile. */
interface Disturbance {
  /** Kills the server with this number, and starts it again. */
  kill(number: number): Promise<void>;
  /** Resolves when this many more visits are answered. */
  reachVisits(more: number): Promise<void>;
  /** Resolves when this many more requests have failed. */
  reachFailures(more: number): Promise<void>;
}

/**
 * Creates and visits links on servers that share a store while `disturb` runs, and compares what a webhook received with what was
 * answered.
 */
export async function disturbWhileSending(
  environments: Record<string, string>[],
  key: string,
  disturb: (disturbance: Disturbance) => Promise<void>,
): Promise<DisturbedDeliveries> {
  const headers = { Authorization: `Bearer ${key}` };
  const receiver = openWebhookReceiver();
  const settings = await Promise.all(environments.map(async (own) => ({ ...own, PORT: String(await freePort()) })));
  const servers: ServerProcess[] = await Promise.all(settings.map((own) => startServer(own)));
  const links: number[] = [];
  const visited: number[] = [];
  let failures = 0;
  let isOver = false;

  async function work(number: number): Promise<void> {
    const { fetch } = servers[number % servers.length] as ServerProcess;
    const body = JSON.stringify({ url: 'https://example.com/' });
    const answer = await fetch('/api/url/add', { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    const { id, shorturl } = (await answer.json()) as { id: number; shorturl: string };
    links.push(id);
    const visit = await fetch(new URL(shorturl).pathname, { redirect: 'manual', headers: { 'User-Agent': PERSON } });
    if (visit.status === 302) visited.push(id);
  }

  async function load(): Promise<void> {
    for (let number = 0; !isOver; number += 1) {
      // A server that was just killed refuses.
      await work(number).catch(() => {
        failures += 1;
      });
      await Bun.sleep(20);
    }
  }

  try {
    const body = JSON.stringify({ url: receiver.url, events: ['link.created', 'clicks'] });
    await servers[0]?.fetch('/api/webhook/add', { method: 'POST', headers, body });
    const loading = load();
    await disturb({
      async kill(number) {
        const index = number % servers.length;
        await servers[index]?.end('SIGKILL');
        servers[index] = await startServer(settings[index] ?? {});
      },
      async reachVisits(more) {
        const wanted = visited.length + more;
        await waitUntil(`${more} more visits are answered`, () => visited.length >= wanted);
      },
      async reachFailures(more) {
        const wanted = failures + more;
        await waitUntil(`${more} more requests have failed`, () => failures >= wanted);
      },
    });
    isOver = true;
    await loading;
    const findMissing = () => {
      const created = new Set<number>();
      const clicked = new Set<number>();
      for (const { event } of receiver.received) {
        if (event.type === 'link.created') created.add(event.data.id);
        else for (const { link } of event.data.clicks) clicked.add(link);
      }
      return links.filter((id) => !created.has(id)).length + visited.filter((id) => !clicked.has(id)).length;
    };
    await receiver.waitFor(() => findMissing() === 0, RECEIVE_LIMIT_MS).catch(() => {});
    const { received } = receiver;
    const counts = { links: links.length, visits: visited.length, deliveries: received.length };
    return { ...counts, missing: findMissing(), changed: countChanged(received) };
  } finally {
    isOver = true;
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    await receiver.close();
  }
}

/** Kills one of the servers again and again while webhooks are sent. */
export function killWhileSending(
  environments: Record<string, string>[],
  key: string,
  kills: number,
): Promise<DisturbedDeliveries> {
  return disturbWhileSending(environments, key, async ({ kill }) => {
    for (let number = 0; number < kills; number += 1) {
      await Bun.sleep(200 + Math.random() * 400);
      await kill(number);
    }
  });
}
