import { rmSync } from 'node:fs';
import { freePort } from '../scripts/services.ts';
import { startServer } from '../test/support/server-process.ts';
import { rawRequest } from './client.ts';
import { aliasOf, type LinkStore, newLinkStore } from './link-store.ts';
import { type Bench, compare, cpuMs, measure } from './measure.ts';
import type { Measured } from './servers.ts';
import { memoryMb, visitEach } from './visits.ts';

const FEW = 10_000;
const MANY = Number(process.env.LINKS ?? 1_000_000);

/** Starts a server on a store and measures the time until its first redirect. */
async function startOn({ environment }: LinkStore): Promise<Measured & { firstRedirectMs: number }> {
  const port = await freePort();
  const startedMs = performance.now();
  const server = await startServer({ ...environment, PORT: String(port) });
  const { status } = await server.fetch(`/${aliasOf(0)}`, { redirect: 'manual' });
  const firstRedirectMs = performance.now() - startedMs;
  if (status !== 302) throw new Error(`the first link was answered ${status}`);
  return {
    port,
    pid: server.pid,
    firstRedirectMs,
    async stop() {
      await server.end();
    },
  };
}

async function benchStart(few: LinkStore, many: LinkStore): Promise<Bench> {
  async function start(store: LinkStore): Promise<number> {
    const server = await startOn(store);
    await server.stop();
    return server.firstRedirectMs;
  }
  const { least, most } = await compare(7, { least: () => start(few), most: () => start(many) });
  const values = { [`${few.count} links`]: least, [`${many.count} links`]: most };
  const claim = { text: `${many.count} links`, unit: ' ms', value: most, atMost: 1_000 };
  return { title: 'from the start to the first redirect', unit: 'ms', values, claims: [claim] };
}

// The published figure is for this many links, which is more than the cache holds.
const VISITED = Math.min(MANY, 1_000_000);

function* everyPath(): Generator<string> {
  for (let number = 0; number < VISITED; number += 1) yield `/${aliasOf(number)}`;
}

// Waits until the memory of finished requests is freed.
const IDLE_MS = 2_000;

async function benchMemory(store: LinkStore): Promise<Bench[]> {
  const server = await startOn(store);
  try {
    await Bun.sleep(IDLE_MS);
    const idle = memoryMb(server.pid);
    const beforeMs = cpuMs(server.pid);
    await visitEach(server.port, everyPath());
    const perVisitUs = ((cpuMs(server.pid) - beforeMs) * 1000) / VISITED;
    const hot = memoryMb(server.pid);
    await Bun.sleep(IDLE_MS);
    const later = memoryMb(server.pid);
    const most = memoryMb(server.pid, 'VmHWM');
    const memory: Bench = {
      title: `memory with ${store.count} links`,
      unit: 'MB',
      values: {
        'started, idle': idle,
        [`${VISITED} of them visited once`]: hot,
        'a moment later': later,
        'at most': most,
      },
      claims: [
        { text: 'started, idle', unit: ' MB', value: idle, atMost: 120 },
        { text: `${VISITED} of them visited once`, unit: ' MB', value: hot, atMost: 400 },
      ],
    };
    const values = { 'each visit': perVisitUs };
    return [memory, { title: 'CPU per redirect, each link once', unit: 'µs', values, claims: [] }];
  } finally {
    await server.stop();
  }
}

// Longer than `maxAgeMs` of the cache: after this time every cached link is stale.
const STALE_AFTER_MS = 4_100;

/** Visits links that are not in the cache of the server, or stale. */
function missesOn(store: LinkStore, { port, pid }: Measured): () => Promise<number> {
  let round = 0;
  let endedMs = -STALE_AFTER_MS;
  function* somePaths(): Generator<string> {
    for (let index = 0; index < FEW; index += 1) yield `/${aliasOf((round * FEW + index * STRIDE) % store.count)}`;
  }
  return async () => {
    await Bun.sleep(Math.max(0, endedMs + STALE_AFTER_MS - performance.now()));
    const beforeMs = cpuMs(pid);
    await visitEach(port, somePaths());
    round += 1;
    endedMs = performance.now();
    return ((cpuMs(pid) - beforeMs) * 1000) / FEW;
  };
}

// Coprime to 10: if the number of links is a power of ten, every link is reached once before one repeats.
const STRIDE = 7_919;

function createRequest(key: string): string {
  const body = JSON.stringify({ url: 'https://www.example.com/articles/2026/spring/a-new-one?utm_source=news' });
  const lines = [`Authorization: Bearer ${key}`, 'Host: localhost', `Content-Length: ${body.length}`];
  return `POST /api/url/add HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

async function benchGrowth(few: LinkStore, many: LinkStore): Promise<Bench[]> {
  const [small, large] = await Promise.all([startOn(few), startOn(many)]);
  const works: Record<string, (store: LinkStore, server: Measured) => () => Promise<number>> = {
    'redirect on a miss': missesOn,
    'list page 1':
      ({ key }, server) =>
      () =>
        measure(server, rawRequest('/api/urls', { Authorization: `Bearer ${key}` }), { count: 4_000, expected: '200' }),
    create:
      ({ key }, server) =>
      () =>
        measure(server, createRequest(key), { count: 2_000, expected: '200' }),
  };
  try {
    const benches: Bench[] = [];
    for (const [name, work] of Object.entries(works)) {
      const { least, most } = await compare(7, { least: work(few, small), most: work(many, large) });
      const values = { [`${few.count} links`]: least, [`${many.count} links`]: most };
      const claim = { text: `${name}, ${many.count} / ${few.count}`, value: most / least, atMost: 1.3 };
      benches.push({ title: `CPU per request, ${name}`, unit: 'µs', values, claims: [claim] });
    }
    return benches;
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}

/** The cost of many links: startup time, memory, and CPU, compared with a store of few links. */
export async function benchLinks(): Promise<Bench[]> {
  const stores = [await newLinkStore(FEW), await newLinkStore(MANY)] as const;
  try {
    const [few, many] = stores;
    return [await benchStart(few, many), ...(await benchMemory(many)), ...(await benchGrowth(few, many))];
  } finally {
    for (const { environment } of stores) rmSync(environment.DATA_DIR, { recursive: true, force: true });
  }
}
