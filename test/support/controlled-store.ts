import { expect } from 'bun:test';
import type { LinkSnapshot } from '../../src/redirect/snapshot.ts';
import { type CacheRules, SnapshotCache } from '../../src/redirect/snapshot-cache.ts';

/** The default cache rules of these tests. */
export const RULES: CacheRules = {
  maxBytes: 1_000_000,
  refreshAfterMs: 2_000,
  maxAgeMs: 4_000,
  missMaxAgeMs: 1_000,
  loadLimitMs: 5,
};

function snapshotOf(url: string): LinkSnapshot {
  return {
    kind: 'link',
    linkId: 1,
    alias: 'a',
    url,
    title: 't',
    code: 302,
    isQueryForwarded: true,
    createdAt: 0,
    options: null,
  };
}

/** The error of an unreachable store. */
export const AWAY = new Error('the store is away');
/** A link before a change. */
export const OLD = snapshotOf('https://example.com/old');
/** The same link after the change. */
export const NEW = snapshotOf('https://example.com/new');

/** A fake store: the test decides when and how each load ends, and sets the clock of the caches. */
export class ControlledStore {
  readonly loadedKeys: string[] = [];
  now = 1_000_000;
  readonly #waiting: { resolve(snapshot: LinkSnapshot | null): void; reject(error: Error): void }[] = [];

  readonly #load = (key: string): Promise<LinkSnapshot | null> => {
    this.loadedKeys.push(key);
    const { promise, resolve, reject } = Promise.withResolvers<LinkSnapshot | null>();
    this.#waiting.push({ resolve, reject });
    return promise;
  };

  /** Completes the oldest pending load and lets its waiters run. */
  async answer(snapshot: LinkSnapshot | null | Error): Promise<void> {
    const next = this.#waiting.shift();
    if (snapshot instanceof Error) next?.reject(snapshot);
    else next?.resolve(snapshot);
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Creates an empty cache. */
  open(rules: Partial<CacheRules> = {}): SnapshotCache {
    return new SnapshotCache(this.#load, { ...RULES, ...rules }, () => this.now);
  }

  /** Creates a cache that has just loaded this snapshot under the key `a`. */
  async openWith(snapshot: LinkSnapshot | null, rules: Partial<CacheRules> = {}): Promise<SnapshotCache> {
    const cache = this.open({ loadLimitMs: 10_000, ...rules });
    const loading = cache.load('a');
    await this.answer(snapshot);
    expect(await loading).toBe(snapshot);
    this.loadedKeys.length = 0;
    return cache;
  }
}
