import { expect, test } from 'bun:test';
import { freePort, startRedis } from '../../scripts/services.ts';
import { rateWindowsSuite } from '../../test/suites/rate-windows.suite.ts';
import { findService } from '../../test/support/services.ts';
import { stretched, waitUntil } from '../../test/support/wait.ts';
import { createLog } from '../lib/log.ts';
import { MemoryWindows } from './memory-windows.ts';
import { RedisConnection } from './redis-connection.ts';
import { RedisWindows } from './redis-windows.ts';

const silent = createLog('silent', () => {});
const rule = { limit: 3, windowMs: 60_000 };

rateWindowsSuite('rate windows in memory', () => {
  const clock = { now: 1_000_000 };
  return {
    nodes: [new MemoryWindows(() => clock.now)],
    now: () => clock.now,
    passTime: async (ms) => {
      clock.now += ms;
    },
  };
});

rateWindowsSuite('rate windows [redis]', async () => {
  const url = await findService('redis');
  const node = () => new RedisWindows(new RedisConnection(url, silent, stretched(10_000)), new MemoryWindows());
  // Redis has its own clock, so the test must really wait.
  return { nodes: [node(), node()], now: Date.now, passTime: (ms) => Bun.sleep(ms) };
});

test('memory stays bounded, and the oldest bucket is removed first', async () => {
  const windows = new MemoryWindows(() => 0, 3);
  for (const bucket of ['a', 'b', 'c', 'd']) await windows.take(bucket, { limit: 1, windowMs: 1_000 });
  expect((await windows.take('d', { limit: 1, windowMs: 1_000 })).isAllowed).toBe(false);
  expect((await windows.take('a', { limit: 1, windowMs: 1_000 })).isAllowed).toBe(true);
});

test('a clock that is set back does not lock anyone out', async () => {
  const clock = { now: 10_000_000 };
  const windows = new MemoryWindows(() => clock.now);
  const once = { limit: 1, windowMs: 1_000 };
  await windows.take('a', once);
  clock.now -= 3_600_000;
  expect((await windows.take('a', once)).isAllowed).toBe(true);
});

test('while Redis is unavailable each node still limits, and it reconnects automatically [redis]', async () => {
  const port = await freePort();
  const lines: string[] = [];
  const connection = new RedisConnection(
    `redis://127.0.0.1:${port}`,
    createLog('warn', (text) => lines.push(text)),
  );
  const windows = new RedisWindows(connection, new MemoryWindows());

  async function allowedOf(count: number, bucket: string): Promise<number> {
    const verdicts = await Promise.all(Array.from({ length: count }, () => windows.take(bucket, rule)));
    return verdicts.filter(({ isAllowed }) => isAllowed).length;
  }

  expect(await allowedOf(20, 'while away')).toBe(3);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('Redis is unavailable');

  const redis = await startRedis(port);
  // On a busy machine Redis may answer too late, which is logged; then a window of its own counts.
  for (let isUndisturbed = false; !isUndisturbed; ) {
    await waitUntil('Redis is used again', () => connection.send('PING', []), { limitMs: 5_000 });
    const before = lines.length;
    const allowed = await allowedOf(20, `while there ${before}`);
    isUndisturbed = lines.length === before;
    if (isUndisturbed) expect(allowed).toBe(3);
  }

  await redis.stop();
  const startMs = performance.now();
  expect(await allowedOf(20, 'away again')).toBe(3);
  expect(performance.now() - startMs).toBeLessThan(stretched(1_000));
  connection.close();
});
