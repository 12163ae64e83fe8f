import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { newFolder } from '../../test/support/engines.ts';
import type { OpenSqliteOrder } from '../../test/support/open-sqlite.worker.ts';

const AT_ONCE = 4;
const ROUNDS = 15;

function nextMessage(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
  });
}

test('processes that open an empty folder at the same moment all succeed [sqlite]', async () => {
  const workers = Array.from({ length: AT_ONCE }, () => {
    return new Worker(new URL('../../test/support/open-sqlite.worker.ts', import.meta.url).href);
  });
  for (let round = 0; round < ROUNDS; round += 1) {
    const order: OpenSqliteOrder = {
      path: join(newFolder(), 'signpost.db'),
      start: new Int32Array(new SharedArrayBuffer(4)),
    };
    const waiting = workers.map(nextMessage);
    for (const worker of workers) worker.postMessage(order);
    await Promise.all(waiting);
    const outcomes = workers.map(nextMessage);
    Atomics.store(order.start, 0, 1);
    Atomics.notify(order.start, 0);
    expect(await Promise.all(outcomes)).toEqual(workers.map(() => 'opened'));
  }
  for (const worker of workers) worker.terminate();
});
