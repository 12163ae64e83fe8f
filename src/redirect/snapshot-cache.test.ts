import { beforeEach, describe, expect, test } from 'bun:test';
import { AWAY, ControlledStore, NEW, OLD, RULES } from '../../test/support/controlled-store.ts';
import type { LinkSnapshot } from './snapshot.ts';
import { SnapshotCache } from './snapshot-cache.ts';

let store: ControlledStore;

beforeEach(() => {
  store = new ControlledStore();
});

describe('a shared load', () => {
  test('10,000 concurrent misses query the store once, and all get the result', async () => {
    const cache = store.open({ loadLimitMs: 10_000 });
    const loads = Array.from({ length: 10_000 }, () => cache.load('a'));
    expect(store.loadedKeys).toEqual(['a']);
    await store.answer(OLD);
    expect(new Set(await Promise.all(loads))).toEqual(new Set([OLD]));
    expect(cache.peek('a')).toBe(OLD);
    expect(store.loadedKeys).toHaveLength(1);
  });

  test('different links are loaded separately', () => {
    const cache = store.open({ loadLimitMs: 10_000 });
    for (const key of ['a', 'A', 'b', 'a']) cache.load(key).catch(() => {});
    expect(store.loadedKeys).toEqual(['a', 'A', 'b']);
  });

  test('all waiting calls get the failure, and the next call queries again', async () => {
    const cache = store.open({ loadLimitMs: 10_000 });
    const loads = Promise.allSettled([cache.load('a'), cache.load('a')]);
    await store.answer(AWAY);
    expect((await loads).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = cache.load('a');
    expect(store.loadedKeys).toEqual(['a', 'a']);
    await store.answer(NEW);
    expect(await again).toBe(NEW);
  });
});

describe('ages', () => {
  test('an entry that was not loaded is unknown', () => {
    expect(store.open().peek('a')).toBeUndefined();
    expect(store.loadedKeys).toEqual([]);
  });

  test('a fresh entry needs no query', async () => {
    const cache = await store.openWith(OLD);
    store.now += RULES.refreshAfterMs;
    expect(cache.peek('a')).toBe(OLD);
    expect(store.loadedKeys).toEqual([]);
  });

  test('an older entry is returned, and reloaded once in the background', async () => {
    const cache = await store.openWith(OLD);
    store.now += RULES.refreshAfterMs + 1;
    for (let times = 0; times < 5; times += 1) expect(cache.peek('a')).toBe(OLD);
    expect(store.loadedKeys).toEqual(['a']);
    await store.answer(NEW);
    expect(cache.peek('a')).toBe(NEW);
    expect(store.loadedKeys).toHaveLength(1);
  });

  test('an entry is returned up to its maximum age; after that the store is queried first', async () => {
    const cache = await store.openWith(OLD);
    store.now += RULES.maxAgeMs;
    expect(cache.peek('a')).toBe(OLD);
    store.now += 1;
    expect(cache.peek('a')).toBeUndefined();
    const loading = cache.load('a');
    await store.answer(NEW);
    expect(await loading).toBe(NEW);
  });

  test('the age counts from the last refresh, and a link that no longer exists becomes a miss', async () => {
    const cache = await store.openWith(OLD);
    store.now += RULES.refreshAfterMs + 1;
    cache.peek('a');
    await store.answer(null);
    expect(cache.peek('a')).toBeNull();
  });

  test('a miss is cached for its own, shorter time', async () => {
    const cache = await store.openWith(null);
    expect(cache.peek('a')).toBeNull();
    store.now += RULES.missMaxAgeMs;
    expect(cache.peek('a')).toBeNull();
    store.now += 1;
    expect(cache.peek('a')).toBeUndefined();
    expect(store.loadedKeys).toEqual([]);
  });
});

describe('forget', () => {
  test.each([OLD, null])('drops a cached entry, even a miss', async (snapshot) => {
    const cache = await store.openWith(snapshot);
    cache.forget('a');
    expect(cache.peek('a')).toBeUndefined();
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
  });

  test('during a load ignores its result, and the next call queries again', async () => {
    const cache = store.open({ loadLimitMs: 10_000 });
    const early = cache.load('a');
    cache.forget('a');
    const late = cache.load('a');
    expect(store.loadedKeys).toEqual(['a', 'a']);
    await store.answer(OLD);
    expect(await early).toBe(OLD);
    expect(cache.peek('a')).toBeUndefined();
    await store.answer(NEW);
    expect(await late).toBe(NEW);
    expect(cache.peek('a')).toBe(NEW);
  });

  test('ignores a result that arrives after a newer one', async () => {
    const answers = [Promise.withResolvers<LinkSnapshot>(), Promise.withResolvers<LinkSnapshot>()];
    let count = 0;
    const cache = new SnapshotCache(
      async () => (await answers[count++]?.promise) ?? null,
      RULES,
      () => store.now,
    );
    const early = cache.load('a');
    cache.forget('a');
    const late = cache.load('a');
    answers[1]?.resolve(NEW);
    expect(await late).toBe(NEW);
    answers[0]?.resolve(OLD);
    expect(await early).toBe(OLD);
    expect(cache.peek('a')).toBe(NEW);
  });

  test('during a refresh prevents the old entry from coming back', async () => {
    const cache = await store.openWith(OLD);
    store.now += RULES.refreshAfterMs + 1;
    cache.peek('a');
    cache.forget('a');
    await store.answer(OLD);
    expect(cache.peek('a')).toBeUndefined();
  });

  test('leaves no old entry for a store that then fails', async () => {
    const cache = await store.openWith(OLD);
    cache.forget('a');
    const loading = cache.load('a').catch((error: Error) => error);
    await store.answer(AWAY);
    expect(await loading).toBe(AWAY);
  });

  test('of an unknown key does nothing', () => {
    expect(() => store.open().forget('a')).not.toThrow();
  });
});
