import { beforeEach, describe, expect, test } from 'bun:test';
import { AWAY, ControlledStore, NEW, OLD, RULES } from '../../test/support/controlled-store.ts';

let store: ControlledStore;

beforeEach(() => {
  store = new ControlledStore();
});

describe('an unavailable store', () => {
  test('leaves the last known snapshot, at any age, and is queried again each second', async () => {
    const cache = await store.openWith(OLD);
    for (let minute = 0; minute < 3; minute += 1) {
      store.now += 60_000;
      expect(cache.peek('a')).toBeUndefined();
      const loading = cache.load('a');
      await store.answer(AWAY);
      expect(await loading).toBe(OLD);
      store.now += 999;
      expect(cache.peek('a')).toBe(OLD);
      expect(store.loadedKeys).toHaveLength(minute + 1);
      store.now += 1;
      expect(cache.peek('a')).toBeUndefined();
    }
    const back = cache.load('a');
    await store.answer(NEW);
    expect(await back).toBe(NEW);
  });

  test('is not queried by every hit while a refresh fails', async () => {
    const cache = await store.openWith(OLD);
    store.now += RULES.refreshAfterMs + 1;
    cache.peek('a');
    await store.answer(AWAY);
    for (let times = 0; times < 5; times += 1) expect(cache.peek('a')).toBe(OLD);
    expect(store.loadedKeys).toHaveLength(1);
  });

  test('leaves neither a snapshot that was never loaded nor an expired miss', async () => {
    const cache = await store.openWith(null);
    store.now += RULES.missMaxAgeMs + 1;
    for (const key of ['a', 'b']) {
      const loading = cache.load(key).catch((error: Error) => error);
      await store.answer(AWAY);
      expect(await loading).toBe(AWAY);
    }
  });

  test('counts as unavailable if it is slower than the limit, and its late response is cached', async () => {
    const cache = await store.openWith(OLD, { loadLimitMs: 5 });
    store.now += RULES.maxAgeMs + 1;
    expect(await cache.load('a')).toBe(OLD);
    await expect(cache.load('b')).rejects.toThrow('no answer within 5 ms');
    await store.answer(NEW);
    expect(cache.peek('a')).toBe(NEW);
  });
});
