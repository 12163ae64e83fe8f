import { beforeEach, describe, expect, test } from 'bun:test';
import type { Snapshot } from './snapshot.ts';
import { type CacheRules, SnapshotCache } from './snapshot-cache.ts';

const RULES: CacheRules = {
  maxBytes: 1_000_000,
  refreshAfterMs: 2_000,
  maxAgeMs: 4_000,
  missMaxAgeMs: 1_000,
  loadLimitMs: 5,
};

function snapshotOf(url: string): Snapshot {
  return { linkId: 1, alias: 'a', url, title: 't', code: 302, isQueryForwarded: true, createdAt: 0, conditions: null };
}

/** A store whose answers a test gives by hand. */
class HandStore {
  readonly asked: string[] = [];
  readonly #waiting: { resolve(snapshot: Snapshot | null): void; reject(error: Error): void }[] = [];

  readonly load = (key: string): Promise<Snapshot | null> => {
    this.asked.push(key);
    const { promise, resolve, reject } = Promise.withResolvers<Snapshot | null>();
    this.#waiting.push({ resolve, reject });
    return promise;
  };

  /** Answers the oldest question and lets everyone who waits go on. */
  async answer(snapshot: Snapshot | null | Error): Promise<void> {
    const next = this.#waiting.shift();
    if (snapshot instanceof Error) next?.reject(snapshot);
    else next?.resolve(snapshot);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const AWAY = new Error('the store is away');
const OLD = snapshotOf('https://example.com/old');
const NEW = snapshotOf('https://example.com/new');

let store: HandStore;
let now: number;

function open(rules: Partial<CacheRules> = {}): SnapshotCache {
  return new SnapshotCache(store.load, { ...RULES, ...rules }, () => now);
}

/** A cache that holds this under `a`, loaded just now. */
async function openWith(snapshot: Snapshot | null, rules: Partial<CacheRules> = {}): Promise<SnapshotCache> {
  const cache = open({ loadLimitMs: 10_000, ...rules });
  const loading = cache.load('a');
  await store.answer(snapshot);
  expect(await loading).toBe(snapshot);
  store.asked.length = 0;
  return cache;
}

beforeEach(() => {
  store = new HandStore();
  now = 1_000_000;
});

describe('one load for all', () => {
  test('10,000 who miss at once ask the store once, and all get the answer', async () => {
    const cache = open({ loadLimitMs: 10_000 });
    const loads = Array.from({ length: 10_000 }, () => cache.load('a'));
    expect(store.asked).toEqual(['a']);
    await store.answer(OLD);
    expect(new Set(await Promise.all(loads))).toEqual(new Set([OLD]));
    expect(cache.peek('a')).toBe(OLD);
    expect(store.asked).toHaveLength(1);
  });

  test('different links are asked for each on its own', () => {
    const cache = open({ loadLimitMs: 10_000 });
    for (const key of ['a', 'A', 'b', 'a']) cache.load(key).catch(() => {});
    expect(store.asked).toEqual(['a', 'A', 'b']);
  });

  test('all who wait hear of a failure, and the next one asks again', async () => {
    const cache = open({ loadLimitMs: 10_000 });
    const loads = Promise.allSettled([cache.load('a'), cache.load('a')]);
    await store.answer(AWAY);
    expect((await loads).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = cache.load('a');
    expect(store.asked).toEqual(['a', 'a']);
    await store.answer(NEW);
    expect(await again).toBe(NEW);
  });
});

describe('ages', () => {
  test('what nobody has loaded is not known', () => {
    expect(open().peek('a')).toBeUndefined();
    expect(store.asked).toEqual([]);
  });

  test('what is fresh is answered without asking', async () => {
    const cache = await openWith(OLD);
    now += RULES.refreshAfterMs;
    expect(cache.peek('a')).toBe(OLD);
    expect(store.asked).toEqual([]);
  });

  test('what is older is answered, and asked for again behind that, once', async () => {
    const cache = await openWith(OLD);
    now += RULES.refreshAfterMs + 1;
    for (let times = 0; times < 5; times += 1) expect(cache.peek('a')).toBe(OLD);
    expect(store.asked).toEqual(['a']);
    await store.answer(NEW);
    expect(cache.peek('a')).toBe(NEW);
    expect(store.asked).toHaveLength(1);
  });

  test('at its greatest age it is still answered; past it never before the store was asked', async () => {
    const cache = await openWith(OLD);
    now += RULES.maxAgeMs;
    expect(cache.peek('a')).toBe(OLD);
    now += 1;
    expect(cache.peek('a')).toBeUndefined();
    const loading = cache.load('a');
    await store.answer(NEW);
    expect(await loading).toBe(NEW);
  });

  test('a refresh counts from when it came, and a link that is gone by then is a miss', async () => {
    const cache = await openWith(OLD);
    now += RULES.refreshAfterMs + 1;
    cache.peek('a');
    await store.answer(null);
    expect(cache.peek('a')).toBeNull();
  });

  test('a miss is remembered for its own, shorter time', async () => {
    const cache = await openWith(null);
    expect(cache.peek('a')).toBeNull();
    now += RULES.missMaxAgeMs;
    expect(cache.peek('a')).toBeNull();
    now += 1;
    expect(cache.peek('a')).toBeUndefined();
    expect(store.asked).toEqual([]);
  });
});

describe('forget', () => {
  test.each([OLD, null])('drops what is known, a miss too', async (snapshot) => {
    const cache = await openWith(snapshot);
    cache.forget('a');
    expect(cache.peek('a')).toBeUndefined();
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
  });

  test('during a load keeps that answer out, and the next one asks anew', async () => {
    const cache = open({ loadLimitMs: 10_000 });
    const early = cache.load('a');
    cache.forget('a');
    const late = cache.load('a');
    expect(store.asked).toEqual(['a', 'a']);
    await store.answer(OLD);
    expect(await early).toBe(OLD);
    expect(cache.peek('a')).toBeUndefined();
    await store.answer(NEW);
    expect(await late).toBe(NEW);
    expect(cache.peek('a')).toBe(NEW);
  });

  test('keeps an answer out that comes after the newer one', async () => {
    const answers = [Promise.withResolvers<Snapshot>(), Promise.withResolvers<Snapshot>()];
    let count = 0;
    const cache = new SnapshotCache(
      async () => (await answers[count++]?.promise) ?? null,
      RULES,
      () => now,
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

  test('during a refresh keeps the old one from coming back', async () => {
    const cache = await openWith(OLD);
    now += RULES.refreshAfterMs + 1;
    cache.peek('a');
    cache.forget('a');
    await store.answer(OLD);
    expect(cache.peek('a')).toBeUndefined();
  });

  test('leaves no old answer for a store that then fails', async () => {
    const cache = await openWith(OLD);
    cache.forget('a');
    const loading = cache.load('a').catch((error: Error) => error);
    await store.answer(AWAY);
    expect(await loading).toBe(AWAY);
  });

  test('of what was never known does nothing', () => {
    expect(() => open().forget('a')).not.toThrow();
  });
});

describe('a store that is away', () => {
  test('leaves what was last known, at any age, and is asked again each second', async () => {
    const cache = await openWith(OLD);
    for (let minute = 0; minute < 3; minute += 1) {
      now += 60_000;
      expect(cache.peek('a')).toBeUndefined();
      const loading = cache.load('a');
      await store.answer(AWAY);
      expect(await loading).toBe(OLD);
      now += 999;
      expect(cache.peek('a')).toBe(OLD);
      expect(store.asked).toHaveLength(minute + 1);
      now += 1;
      expect(cache.peek('a')).toBeUndefined();
    }
    const back = cache.load('a');
    await store.answer(NEW);
    expect(await back).toBe(NEW);
  });

  test('is not asked by every hit while a refresh fails', async () => {
    const cache = await openWith(OLD);
    now += RULES.refreshAfterMs + 1;
    cache.peek('a');
    await store.answer(AWAY);
    for (let times = 0; times < 5; times += 1) expect(cache.peek('a')).toBe(OLD);
    expect(store.asked).toHaveLength(1);
  });

  test('leaves nothing of what was never known, nor of a miss that is too old', async () => {
    const cache = await openWith(null);
    now += RULES.missMaxAgeMs + 1;
    for (const key of ['a', 'b']) {
      const loading = cache.load(key).catch((error: Error) => error);
      await store.answer(AWAY);
      expect(await loading).toBe(AWAY);
    }
  });

  test('counts as away when it is slower than the limit, and its late answer is kept', async () => {
    const cache = await openWith(OLD, { loadLimitMs: 5 });
    now += RULES.maxAgeMs + 1;
    expect(await cache.load('a')).toBe(OLD);
    await expect(cache.load('b')).rejects.toThrow('no answer within 5 ms');
    await store.answer(NEW);
    expect(cache.peek('a')).toBe(NEW);
  });
});
