import { expect, test } from 'bun:test';
import { guards } from '../../test/support/guards.ts';
import { QueueFullError } from './concurrency-limiter.ts';
import { TurnQueue } from './turn-queue.ts';

/** A queue of one task at a time; each task ends when the test says so. */
function createWork({ maxWaiting = 100, maxWaitMs = 60_000 } = {}) {
  const queue = new TurnQueue({ width: 1, maxWaiting, maxWaitMs });
  const begun: string[] = [];
  let end = () => {};

  return {
    start(name: string, ...parties: string[]): Promise<void> {
      return queue.run(parties, () => {
        begun.push(name);
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      });
    },
    /** Ends one task after another, and returns the names in the order in which they began. */
    async finish(): Promise<string> {
      for (let before = -1; before < begun.length; ) {
        before = begun.length;
        end();
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      }
      return begun.join(' ');
    },
  };
}

test('tasks of equal parties run in the order in which they came', async () => {
  const work = createWork();
  for (const name of ['a1', 'a2', 'a3']) work.start(name, 'a');
  expect(await work.finish()).toBe('a1 a2 a3');
});

test('parties take turns, and a new one comes first', async () => {
  guards('password-queues');
  const work = createWork();
  for (const name of ['a1', 'a2', 'a3']) work.start(name, 'a');
  for (const name of ['b1', 'b2']) work.start(name, 'b');
  work.start('c1', 'c');
  expect(await work.finish()).toBe('a1 b1 c1 a2 b2 a3');
});

test('of the tasks of one owner, those of another visitor come first', async () => {
  guards('password-queues');
  const work = createWork();
  for (const name of ['v1', 'v2', 'v3']) work.start(name, 'owner', 'visitor v');
  work.start('w1', 'owner', 'visitor w');
  expect(await work.finish()).toBe('v1 w1 v2 v3');
});

test('a full queue refuses the task that would run last', async () => {
  guards('password-queues');
  const work = createWork({ maxWaiting: 2 });
  work.start('a1', 'a');
  work.start('a2', 'a');
  const refused = work.start('a3', 'a').catch((error) => error);
  work.start('b1', 'b');
  expect(await refused).toBeInstanceOf(QueueFullError);
  await expect(work.start('a4', 'a')).rejects.toBeInstanceOf(QueueFullError);
  expect(await work.finish()).toBe('a1 b1 a2');
});

test('a task that waits too long is refused', async () => {
  const work = createWork({ maxWaitMs: 1 });
  work.start('a1', 'a');
  await expect(work.start('a2', 'a')).rejects.toBeInstanceOf(QueueFullError);
  expect(await work.finish()).toBe('a1');
});

test('a failed task gives its place to the next one', async () => {
  const queue = new TurnQueue({ width: 1, maxWaiting: 1, maxWaitMs: 60_000 });
  await expect(queue.run(['a'], () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await queue.run(['a'], async () => 'next')).toBe('next');
});
