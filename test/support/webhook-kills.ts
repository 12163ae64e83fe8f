import { freePort } from '../../scripts/services.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { openWebhookReceiver, type ReceivedWebhook } from './webhook-receiver.ts';

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const RECEIVE_LIMIT_MS = 60_000;

/** What a receiver got from servers that were killed again and again. */
export interface WebhookKills {
  kills: number;
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

/**
 * Creates and visits links on servers that share a store, kills a server again and again, and compares what a webhook received with
 * what was answered.
 */
export async function killWhileSending(
  environments: Record<string, string>[],
  key: string,
  kills: number,
): Promise<WebhookKills> {
  const headers = { Authorization: `Bearer ${key}` };
  const receiver = openWebhookReceiver();
  const settings = await Promise.all(environments.map(async (own) => ({ ...own, PORT: String(await freePort()) })));
  const servers: ServerProcess[] = await Promise.all(settings.map((own) => startServer(own)));
  const links: number[] = [];
  const visited: number[] = [];
  let isOver = false;

  async function work(number: number): Promise<void> {
    const { fetch } = servers[number % servers.length] as ServerProcess;
    const body = JSON.stringify({ url: 'https://example.com/' });
    const answer = await fetch('/api/url/add', { method: 'POST', headers, body });
    if (!answer.ok) return;
    const { id, shorturl } = (await answer.json()) as { id: number; shorturl: string };
    links.push(id);
    const visit = await fetch(new URL(shorturl).pathname, { redirect: 'manual', headers: { 'User-Agent': PERSON } });
    if (visit.status === 302) visited.push(id);
  }

  async function load(): Promise<void> {
    for (let number = 0; !isOver; number += 1) {
      // A server that was just killed refuses.
      await work(number).catch(() => {});
      await Bun.sleep(20);
    }
  }

  try {
    const body = JSON.stringify({ url: receiver.url, events: ['link.created', 'clicks'] });
    await servers[0]?.fetch('/api/webhook/add', { method: 'POST', headers, body });
    const loading = load();
    for (let kill = 0; kill < kills; kill += 1) {
      const index = kill % servers.length;
      await Bun.sleep(200 + Math.random() * 400);
      await servers[index]?.end('SIGKILL');
      servers[index] = await startServer(settings[index] ?? {});
    }
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
    return { kills, ...counts, missing: findMissing(), changed: countChanged(received) };
  } finally {
    isOver = true;
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    await receiver.close();
  }
}
