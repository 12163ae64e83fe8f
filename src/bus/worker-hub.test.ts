import { expect, test } from 'bun:test';
import { rateWindowsSuite } from '../../test/suites/rate-windows.suite.ts';
import { readConfig } from '../config/config.ts';
import type { RateWindows } from '../core/rate-window.ts';
import { createLog } from '../lib/log.ts';
import { HubConnection } from './hub-connection.ts';
import { MemoryWindows } from './memory-windows.ts';
import { openBus } from './open.ts';
import { type HubMembership, WorkerHub } from './worker-hub.ts';

interface TestWorker {
  connection: HubConnection;
  membership: HubMembership;
  received: unknown[];
}

/** Workers at one hub. Each replies to a question with its index, except the one at `silent`, which never replies. */
function openWorkers(count: number, { windows = new MemoryWindows() as RateWindows, silent = -1 } = {}): TestWorker[] {
  const hub = new WorkerHub(windows);
  return Array.from({ length: count }, (_, number) => {
    const connection = new HubConnection((message) => queueMicrotask(() => membership.receive(message)), number + 1);
    const membership = hub.join({
      send: (message) => queueMicrotask(() => connection.receive(message)),
      onReady: () => {},
    });
    const received: unknown[] = [];
    const onQuery = (question: string) =>
      number === silent ? new Promise<never>(() => {}) : Promise.resolve(`${question} ${number}`);
    connection.listen({ onBroadcast: (message) => received.push(message), onQuery });
    return { connection, membership, received };
  });
}

rateWindowsSuite('rate windows over the workers of one machine', () => {
  const clock = { now: 1_000_000 };
  const workers = openWorkers(3, { windows: new MemoryWindows(() => clock.now) });
  const nodes = workers.map(({ connection }) => connection.sharedWindows(new MemoryWindows(() => clock.now)));
  return {
    nodes,
    now: () => clock.now,
    passTime: async (ms) => {
      clock.now += ms;
    },
  };
});

test('if the hub does not respond, a worker counts for itself', async () => {
  const windows = new HubConnection(() => {}, 1).sharedWindows(new MemoryWindows());
  const takes = Array.from({ length: 5 }, () => windows.take('bucket', { limit: 2, windowMs: 60_000 }));
  expect((await Promise.all(takes)).filter(({ isAllowed }) => isAllowed)).toHaveLength(2);
});

test('while Redis is unavailable the workers of one machine still share one limit', async () => {
  const config = readConfig({ REDIS_URL: 'redis://127.0.0.1:1' });
  const log = createLog('silent', () => {});
  const buses = openWorkers(2).map(({ connection }) => openBus(config, log, Date.now, connection));
  const rule = { limit: 3, windowMs: 60_000 };
  const takes = buses.flatMap(({ windows }) => Array.from({ length: 5 }, () => windows.take('bucket', rule)));
  expect((await Promise.all(takes)).filter(({ isAllowed }) => isAllowed)).toHaveLength(3);
  for (const bus of buses) bus.close();
});

test('a broadcast reaches all other workers and not its sender', async () => {
  const workers = openWorkers(3);
  workers[1]?.connection.broadcast({ name: 'news' });
  // Messages arrive in order: when the query is answered, the broadcast has arrived.
  await workers[1]?.connection.query('ready');
  expect(workers.map(({ received }) => received)).toEqual([[{ name: 'news' }], [], [{ name: 'news' }]]);
});

test('all other workers reply to a query, and none if there are no others', async () => {
  const workers = openWorkers(3);
  expect((await workers[0]?.connection.query('who'))?.toSorted()).toEqual(['who 1', 'who 2']);
  expect(await openWorkers(1)[0]?.connection.query('who')).toEqual([]);
});

test('a query does not wait for a worker that ends before it replies', async () => {
  const workers = openWorkers(3, { silent: 2 });
  const replies = workers[0]?.connection.query('who');
  // Messages arrive in order: this request arrives after the query and its first reply.
  await workers[0]?.connection.sharedWindows(new MemoryWindows()).take('bucket', { limit: 1, windowMs: 1_000 });
  workers[2]?.membership.leave();
  expect(await replies).toEqual(['who 1']);
});

test('a worker whose listener fails is left out of the replies', async () => {
  const workers = openWorkers(2);
  workers[1]?.connection.listen({ onBroadcast: () => {}, onQuery: () => Promise.reject(new Error('closed')) });
  expect(await workers[0]?.connection.query('who')).toEqual([]);
});

test('queries to a worker that hangs are dropped after ten seconds', () => {
  const clock = { now: 0 };
  const hub = new WorkerHub(new MemoryWindows(), () => clock.now);
  const [membership] = [1, 2].map(() => hub.join({ send: () => {}, onReady: () => {} }));
  for (let id = 1; id <= 100; id += 1, clock.now += 1_000)
    membership?.receive({ kind: 'query', id, question: 'metrics' });
  expect(hub.pendingQueryCount).toBe(10);
});
