import { expect, test } from 'bun:test';
import { rateWindowsSuite } from '../../test/suites/rate-windows.suite.ts';
import { readConfig } from '../config/config.ts';
import type { RateWindows } from '../core/rate-window.ts';
import { createLog } from '../lib/log.ts';
import { MemoryWindows } from './memory-windows.ts';
import { openBus } from './open.ts';
import { type Seat, WorkerHub } from './worker-hub.ts';
import { WorkerLine } from './worker-line.ts';

interface Worker {
  line: WorkerLine;
  seat: Seat;
  heard: unknown[];
}

/** Workers at one hub; each answers a question with its number, but for the one that never does. */
function openCrew(count: number, { windows = new MemoryWindows() as RateWindows, silent = -1 } = {}): Worker[] {
  const hub = new WorkerHub(windows);
  return Array.from({ length: count }, (_, number) => {
    const line = new WorkerLine((message) => queueMicrotask(() => seat.receive(message)), number + 1);
    const seat = hub.join({ send: (message) => queueMicrotask(() => line.receive(message)), onReady: () => {} });
    const heard: unknown[] = [];
    const answer = (question: string) =>
      number === silent ? new Promise<never>(() => {}) : Promise.resolve(`${question} ${number}`);
    line.listen({ hear: (news) => heard.push(news), answer });
    return { line, seat, heard };
  });
}

rateWindowsSuite('rate windows over the workers of one machine', () => {
  const clock = { now: 1_000_000 };
  const crew = openCrew(3, { windows: new MemoryWindows(() => clock.now) });
  const nodes = crew.map(({ line }) => line.sharedWindows(new MemoryWindows(() => clock.now)));
  return {
    nodes,
    now: () => clock.now,
    passTime: async (ms) => {
      clock.now += ms;
    },
  };
});

test('where the hub does not answer, a worker counts for itself', async () => {
  const windows = new WorkerLine(() => {}, 1).sharedWindows(new MemoryWindows());
  const takes = Array.from({ length: 5 }, () => windows.take('bucket', { limit: 2, windowMs: 60_000 }));
  expect((await Promise.all(takes)).filter(({ isAllowed }) => isAllowed)).toHaveLength(2);
});

test('while Redis is away the workers of one machine still share one limit', async () => {
  const config = readConfig({ REDIS_URL: 'redis://127.0.0.1:1' });
  const log = createLog('silent', () => {});
  const buses = openCrew(2).map(({ line }) => openBus(config, log, Date.now, line));
  const rule = { limit: 3, windowMs: 60_000 };
  const takes = buses.flatMap(({ windows }) => Array.from({ length: 5 }, () => windows.take('bucket', rule)));
  expect((await Promise.all(takes)).filter(({ isAllowed }) => isAllowed)).toHaveLength(3);
  for (const bus of buses) bus.close();
});

test('what one tells the others hear, and it does not', async () => {
  const crew = openCrew(3);
  crew[1]?.line.tell({ name: 'news' });
  // A question takes the same way, behind it.
  await crew[1]?.line.ask('ready');
  expect(crew.map(({ heard }) => heard)).toEqual([[{ name: 'news' }], [], [{ name: 'news' }]]);
});

test('a question is answered by all others, and by nobody where there are none', async () => {
  const crew = openCrew(3);
  expect((await crew[0]?.line.ask('who'))?.toSorted()).toEqual(['who 1', 'who 2']);
  expect(await openCrew(1)[0]?.line.ask('who')).toEqual([]);
});

test('whoever ends before it has answered is not waited for', async () => {
  const crew = openCrew(3, { silent: 2 });
  const asked = crew[0]?.line.ask('who');
  // Takes the same way, behind the question and its first answer.
  await crew[0]?.line.sharedWindows(new MemoryWindows()).take('bucket', { limit: 1, windowMs: 1_000 });
  crew[2]?.seat.leave();
  expect(await asked).toEqual(['who 1']);
});

test('a worker that cannot answer says so, and one that does not listen yet has nothing to say', async () => {
  const crew = openCrew(2);
  crew[1]?.line.listen({ hear: () => {}, answer: () => Promise.reject(new Error('closed')) });
  expect(await crew[0]?.line.ask('who')).toEqual([]);
});

test('what one that hangs was asked is forgotten in the end', () => {
  const clock = { now: 0 };
  const hub = new WorkerHub(new MemoryWindows(), () => clock.now);
  const [seat] = [1, 2].map(() => hub.join({ send: () => {}, onReady: () => {} }));
  for (let id = 1; id <= 100; id += 1, clock.now += 1_000) seat?.receive({ kind: 'ask', id, question: 'settle' });
  expect(hub.asked).toBe(10);
});
