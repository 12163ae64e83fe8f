import { describe, expect, test } from 'bun:test';
import { bytesOfLink, type LinkSnapshot } from './snapshot.ts';
import { cacheRules, SnapshotCache } from './snapshot-cache.ts';

function snapshotOf(alias: string): LinkSnapshot {
  const url = `https://example.com/${alias}`;
  return {
    kind: 'link',
    linkId: 1,
    alias,
    url,
    title: 't',
    code: 302,
    isQueryForwarded: true,
    createdAt: 0,
    options: null,
  };
}

/** A cache with a store that has every link except those whose name begins with `no`. */
function direct({ maxBytes }: { maxBytes: number }): SnapshotCache {
  const load = async (key: string) => (key.startsWith('no') ? null : snapshotOf(key));
  return new SnapshotCache(load, { ...cacheRules, maxBytes }, () => 0);
}

describe('the limit in bytes', () => {
  test('applies after every load, including misses, and the counted size is that of the entries', async () => {
    const cache = direct({ maxBytes: 20_000 });
    for (let index = 0; index < 1_000; index += 1) {
      const key = index % 3 === 0 ? `no${index}` : `yes${index}`;
      await cache.load(key);
      if (index % 7 === 0) cache.peek(`yes${index - 1}`);
      expect(cache.bytes).toBeLessThanOrEqual(20_000);
    }
    expect(cache.size).toBeGreaterThan(20);
    for (let index = 0; index < 1_000; index += 1) for (const word of ['no', 'yes']) cache.forget(`${word}${index}`);
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
  });

  test('drops the oldest entries first, and keeps a used entry once', async () => {
    const keys = Array.from({ length: 101 }, (_, index) => `k${100 + index}`);
    const cache = direct({ maxBytes: bytesOfLink(snapshotOf('k100')) * 100 });
    for (const key of keys.slice(0, 100)) await cache.load(key);
    for (const key of keys.slice(0, 5)) cache.peek(key);
    await cache.load(keys[100] ?? '');
    const known = keys.filter((key) => cache.peek(key));
    expect(known.slice(0, 5)).toEqual(keys.slice(0, 5));
    expect(known).not.toContain('k105');
    expect(known.slice(-50)).toEqual(keys.slice(-50));
  });

  test('applies if all entries were used', async () => {
    const maxBytes = bytesOfLink(snapshotOf('k1')) * 3;
    const cache = direct({ maxBytes });
    for (let index = 1; index <= 9; index += 1) {
      await cache.load(`k${index}`);
      cache.peek(`k${index}`);
      expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
    }
    expect(cache.size).toBeGreaterThan(0);
  });

  test('applies if a single link is larger', async () => {
    const cache = direct({ maxBytes: 100 });
    expect((await cache.load('k1'))?.alias).toBe('k1');
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
  });

  test('a link loaded twice is counted once', async () => {
    const cache = direct(cacheRules);
    await cache.load('k1');
    await cache.load('k1');
    expect([cache.size, cache.bytes]).toEqual([1, bytesOfLink(snapshotOf('k1'))]);
  });

  test('the default rules apply changes of other nodes within five seconds and limit a visit to 250 ms', () => {
    expect(cacheRules.maxAgeMs + cacheRules.loadLimitMs).toBeLessThanOrEqual(5_000);
    expect(cacheRules.loadLimitMs).toBeLessThanOrEqual(250);
    expect(cacheRules.missMaxAgeMs).toBeLessThanOrEqual(1_000);
  });
});
