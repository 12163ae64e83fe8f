import { expect, test } from 'bun:test';
import { guards } from '../../test/support/guards.ts';
import { QueueFullError } from './concurrency-limiter.ts';
import { FairLimiter } from './fair-limiter.ts';

/** Work that starts when the limiter admits it and ends when the test says so. */
function createWork(gate: FairLimiter) {
  const running: string[] = [];
  const ends = new Map<string, () => void>();

  /** Runs all pending microtasks. */
  async function waitUntilIdle(): Promise<void> {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }

  return {
    running,
    waitUntilIdle,
    start(group: number, name: string): Promise<void> {
      return gate.run(group, async () => {
        running.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        running.splice(running.indexOf(name), 1);
      });
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await waitUntilIdle();
    },
  };
}

test('a group with much slow work leaves slots to other groups', async () => {
  guards('outbound-bounds');
  const work = createWork(new FairLimiter({ width: 3, groupWidth: 2, groupMaxWaiting: 10 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) work.start(1, name);
  work.start(2, 'b1');
  await work.waitUntilIdle();
  expect(work.running).toEqual(['a1', 'a2', 'b1']);
});

test('waiting groups take turns', async () => {
  const work = createWork(new FairLimiter({ width: 1, groupWidth: 1, groupMaxWaiting: 10 }));
  for (const name of ['a1', 'a2', 'a3']) work.start(1, name);
  for (const name of ['b1', 'b2']) work.start(2, name);
  await work.waitUntilIdle();
  const order: string[] = [];
  while (work.running[0] !== undefined) {
    order.push(work.running[0]);
    await work.end(work.running[0]);
  }
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('a group with a full queue is refused, other groups are not', async () => {
  guards('outbound-bounds');
  const work = createWork(new FairLimiter({ width: 1, groupWidth: 1, groupMaxWaiting: 1 }));
  work.start(1, 'a1');
  work.start(1, 'a2');
  expect(work.start(1, 'a3')).rejects.toBeInstanceOf(QueueFullError);
  work.start(2, 'b1');
  await work.end('a1');
  await work.end('a2');
  expect(work.running).toEqual(['b1']);
});

test('a failed task frees its slot', async () => {
  const gate = new FairLimiter({ width: 1, groupWidth: 1, groupMaxWaiting: 1 });
  expect(gate.run(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await gate.run(1, async () => 'next')).toBe('next');
});
