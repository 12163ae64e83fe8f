import { describe, expect, test } from 'bun:test';
import type { RateWindows } from '../../src/core/rate-window.ts';
import { stretched } from '../support/wait.ts';

/** An implementation under test: several nodes with shared windows, and a way to advance time. */
export interface WindowsUnderTest {
  nodes: RateWindows[];
  now(): number;
  passTime(ms: number): Promise<void>;
}

/** The tests that every implementation of the port must pass. */
export function rateWindowsSuite(name: string, open: () => WindowsUnderTest | Promise<WindowsUnderTest>): void {
  const rule = { limit: 5, windowMs: 60_000 };
  let bucketCount = 0;
  const newBucket = () => `bucket-${process.pid}-${performance.now()}-${++bucketCount}`;

  describe(name, () => {
    test('exactly the limit passes, and each result has the limit, the remaining requests and the reset time', async () => {
      const { nodes, now } = await open();
      const bucket = newBucket();
      for (let left = 4; left >= 0; left -= 1) {
        const verdict = await nodes[0]?.take(bucket, rule);
        expect(verdict).toMatchObject({ isAllowed: true, limit: 5, remaining: left });
      }
      const over = await nodes[0]?.take(bucket, rule);
      expect(over).toMatchObject({ isAllowed: false, limit: 5, remaining: 0 });
      const leftMs = (over?.resetAtMs ?? 0) - now();
      expect(leftMs).toBeGreaterThan(0);
      expect(leftMs).toBeLessThanOrEqual(60_000);
    });

    test('of a hundred parallel requests over all nodes exactly the limit passes', async () => {
      const { nodes } = await open();
      const bucket = newBucket();
      const takes = Array.from({ length: 100 }, (_, index) => nodes[index % nodes.length]?.take(bucket, rule));
      const verdicts = await Promise.all(takes);
      expect(verdicts.filter((verdict) => verdict?.isAllowed)).toHaveLength(5);
    });

    test('a window starts with its first request and ends as a whole', async () => {
      const { nodes, passTime } = await open();
      const bucket = newBucket();
      const windowMs = stretched(500);
      const take = () => nodes[0]?.take(bucket, { limit: 1, windowMs });
      expect((await take())?.isAllowed).toBe(true);
      await passTime(windowMs / 5);
      expect((await take())?.isAllowed).toBe(false);
      // A refused request does not extend the window.
      await passTime(windowMs - windowMs / 5 + 50);
      expect((await take())?.isAllowed).toBe(true);
    });

    test('a returned request can be taken again on any node, and never more than were taken', async () => {
      const { nodes } = await open();
      const bucket = newBucket();
      const once = { limit: 1, windowMs: 60_000 };
      await nodes[0]?.giveBack(bucket);
      expect((await nodes[0]?.take(bucket, once))?.isAllowed).toBe(true);
      await nodes.at(-1)?.giveBack(bucket);
      await nodes.at(-1)?.giveBack(bucket);
      expect((await nodes[0]?.take(bucket, once))?.isAllowed).toBe(true);
      expect((await nodes[0]?.take(bucket, once))?.isAllowed).toBe(false);
    });

    test('buckets are independent', async () => {
      const { nodes } = await open();
      const [one, two] = [newBucket(), newBucket()];
      const once = { limit: 1, windowMs: 60_000 };
      await nodes[0]?.take(one, once);
      expect((await nodes[0]?.take(two, once))?.isAllowed).toBe(true);
    });
  });
}
