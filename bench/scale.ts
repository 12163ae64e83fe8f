import { availableParallelism } from 'node:os';
import { startDurablePostgres, startRedis } from '../scripts/services.ts';
import { newFolder } from '../test/support/engines.ts';
import { signpost, startServer } from '../test/support/server-process.ts';
import { rawRequest, runConnection } from './client.ts';
import { type Bench, cpuMs, medianOf } from './measure.ts';
import { addLink, BROWSER } from './redirect.ts';

/** Processes that serve one store, on one port or several. */
interface Servers {
  ports: number[];
  pids: number[];
}

const COUNT = 30_000;
const CONNECTIONS = 16;
const ROUNDS = 7;
// Two serving processes, the client, and the counting threads.
const CORES_WANTED = 4;
const WORDS = ['user', 'add', '--email', 'bench@example.com', '--password', 'correct horse 9', '--json'];

function childrenOf(pid: number): number[] {
  const { stdout } = Bun.spawnSync(['ps', '-o', 'pid=', '--ppid', String(pid)]);
  return stdout.toString().trim().split(/\s+/).filter(Boolean).map(Number);
}

/** Starts nodes with workers over one store, with one link. */
async function start(
  nodes: number,
  workers: number,
  own: Record<string, string> = {},
): Promise<Servers & { stop(): Promise<unknown> }> {
  const common = {
    RATE_LIMIT: '1000000',
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'loopback',
    SECRET: 'the same for all nodes',
  };
  const first = { ...common, ...own, WORKERS: String(workers), DATA_DIR: newFolder() };
  const { stdout } = await signpost(WORDS, first);
  const others = Array.from({ length: nodes - 1 }, () => ({ ...first, DATA_DIR: newFolder() }));
  const servers = await Promise.all([first, ...others].map((environment) => startServer(environment)));
  const ports = servers.map(({ url }) => Number(new URL(url).port));
  const stop = () => Promise.all(servers.map((server) => server.end()));
  await addLink({ port: ports[0] ?? 0, pid: 0, key: JSON.parse(stdout).apikey, stop: async () => {} }, LINK);
  const pids = servers.flatMap(({ pid }) => (workers > 1 ? childrenOf(pid) : [pid]));
  return { ports, pids, stop };
}

const LINK = { url: 'https://example.com/', custom: 'plain' };

interface Sample {
  cpuUs: number;
  perSecond: number;
}

/** Visits the link over connections that are spread over all ports. */
async function visit({ ports, pids }: Servers): Promise<Sample> {
  const request = Buffer.from(rawRequest('/plain', BROWSER));
  const usedMs = () => pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
  let left = COUNT;
  const next = () => (left-- > 0 ? request : undefined);
  const [beforeMs, startMs] = [usedMs(), performance.now()];
  const connections = Array.from({ length: CONNECTIONS }, (_, index) => ports[index % ports.length] ?? 0);
  await Promise.all(connections.map((port) => runConnection({ port }, next, '302')));
  return { cpuUs: ((usedMs() - beforeMs) * 1000) / COUNT, perSecond: (COUNT * 1000) / (performance.now() - startMs) };
}

async function compareServers(what: string, one: Servers, two: Servers): Promise<Bench[]> {
  const samples: Record<'one' | 'two', Sample[]> = { one: [], two: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, servers] of [
      ['one', one],
      ['two', two],
    ] as const) {
      const sample = await visit(servers);
      if (round > 0) samples[name].push(sample);
    }
  }
  function bench(title: string, unit: string, read: (sample: Sample) => number): Bench {
    const values = { one: medianOf(samples.one.map(read)), two: medianOf(samples.two.map(read)) };
    return { title: `${title}, ${what}`, unit, values, claims: [] };
  }
  const cpu = bench('CPU per redirect of all that answer', 'µs', ({ cpuUs }) => cpuUs);
  cpu.claims.push({ text: 'two / one', value: (cpu.values.two ?? 0) / (cpu.values.one ?? 1), atMost: 1.15 });
  const rate = bench('redirects a second', '1/s', ({ perSecond }) => perSecond);
  const gain = { text: 'two / one', value: (rate.values.two ?? 0) / (rate.values.one ?? 1) };
  // With too few cores the servers share them with the client, and the rate means nothing.
  if (availableParallelism() >= CORES_WANTED) rate.claims.push({ ...gain, atLeast: 1.7 });
  return [cpu, rate];
}

/** Compares one worker with two, each with its own store. */
async function benchWorkers(): Promise<Bench[]> {
  const [one, two] = [await start(1, 1), await start(1, 2)];
  try {
    return await compareServers('workers', one, two);
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}

/** Compares one node with two nodes over the same store. */
async function benchNodes(): Promise<Bench[]> {
  const [postgres, redis] = [await startDurablePostgres(), await startRedis()];
  const nodes = await start(3, 1, { DATABASE_URL: postgres.url, REDIS_URL: redis.url });
  const { ports, pids } = nodes;
  try {
    const one = { ports: ports.slice(0, 1), pids: pids.slice(0, 1) };
    return await compareServers('nodes', one, { ports: ports.slice(1), pids: pids.slice(1) });
  } finally {
    await nodes.stop();
    await Promise.all([postgres.stop(), redis.stop()]);
  }
}

/** What a second worker adds, and what a second node over PostgreSQL and Redis adds. */
export async function benchScale(): Promise<Bench[]> {
  return [...(await benchWorkers()), ...(await benchNodes())];
}
