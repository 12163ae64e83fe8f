import type { Clock } from '../lib/date-time.ts';
import { withTimeLimit } from '../lib/time-limit.ts';

/** A cached value; refreshed in place. */
export interface CacheEntry<Kept> {
  /** Null if the store has nothing under this key; undefined once the entry is dropped. */
  snapshot: Kept | null | undefined;
  bytes: number;
  loadedAtMs: number;
  /** Set by a hit; a sweep resets it and keeps the entry once more. */
  isUsed: boolean;
  /** While the store is unavailable: when to query it again. */
  retryAtMs: number;
}

/** The settings of a cache. */
export interface CacheRules {
  maxBytes: number;
  /** A hit on an older entry reloads it in the background. */
  refreshAfterMs: number;
  /** An entry older than this is reloaded before it is used: another node may have changed it. */
  maxAgeMs: number;
  missMaxAgeMs: number;
  loadLimitMs: number;
}

export const cacheRules: CacheRules = {
  maxBytes: 96_000_000,
  refreshAfterMs: 2_000,
  maxAgeMs: 4_000,
  missMaxAgeMs: 1_000,
  loadLimitMs: 250,
};

const MISS_BYTES = 200;
const RETRY_EVERY_MS = 1_000;
const SWEPT = 0.98;

// One query for all entries that become old within this time costs a fraction of a query for each.
const REFRESH_TOGETHER_MS = 50;
const REFRESHED_AT_ONCE = 100;

/** Loads a value that is not cached; null if there is none. */
export type LoadFromStore<Kept> = (key: string) => Promise<Kept | null>;

/** Loads the values of many keys, in the same order; null for a key without a value. */
export type LoadManyFromStore<Kept> = (keys: string[]) => Promise<(Kept | null)[]>;

/**
 * A cache of recently requested entries, bounded in bytes. A hit needs no query; parallel misses of one key share one query; while
 * the store is unavailable, the last known entry is used.
 */
export class StoreCache<Kept extends object> {
  readonly #entries = new Map<string, CacheEntry<Kept>>();
  readonly #loading = new Map<string, Promise<Kept | null>>();
  readonly #load: LoadFromStore<Kept>;
  readonly #sizeOf: (kept: Kept) => number;
  readonly #rules: CacheRules;
  readonly #now: Clock;
  readonly #loadMany: LoadManyFromStore<Kept> | undefined;
  #bytes = 0;
  /** Keys whose values will be reloaded with one query. */
  #outdated = new Set<string>();

  /** `sizeOf` estimates the memory of an entry in bytes. With `loadMany`, old entries are reloaded together. */
  constructor(
    load: LoadFromStore<Kept>,
    sizeOf: (kept: Kept) => number,
    rules: CacheRules = cacheRules,
    now: Clock = performance.now.bind(performance),
    loadMany?: LoadManyFromStore<Kept>,
  ) {
    this.#load = load;
    this.#sizeOf = sizeOf;
    this.#rules = rules;
    this.#now = now;
    this.#loadMany = loadMany;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The cached value if it is fresh enough, null if there is no such thing; undefined if `load` must be called. */
  peek(key: string): Kept | null | undefined {
    const entry = this.#entries.get(key);
    return entry && this.peekEntry(key, entry);
  }

  /** The entry of a key, for `peekEntry`. */
  findEntry(key: string): CacheEntry<Kept> | undefined {
    return this.#entries.get(key);
  }

  /** The same as `peek`, for an entry that was found before. */
  peekEntry(key: string, entry: CacheEntry<Kept>): Kept | null | undefined {
    const { snapshot } = entry;
    const ageMs = this.#now() - entry.loadedAtMs;
    if (ageMs > this.#rules.refreshAfterMs || snapshot === null || snapshot === undefined)
      return this.#peekOld(key, entry, ageMs);
    entry.isUsed = true;
    return snapshot;
  }

  /** The cached value, however old it is; for when the store is unavailable. */
  lastKnown(key: string): Kept | null | undefined {
    return this.#entries.get(key)?.snapshot;
  }

  /** Queries the store, or waits for a query of the same key. Throws only if nothing is cached. */
  async load(key: string): Promise<Kept | null> {
    try {
      return await withTimeLimit(this.#rules.loadLimitMs, this.#loadOnce(key));
    } catch (error) {
      const snapshot = this.#fallBack(key);
      if (!snapshot) throw error;
      return snapshot;
    }
  }

  /** Replaces a value that turned out to be outdated, unless another one was loaded meanwhile. */
  replace(key: string, outdated: Kept, current: Kept): void {
    const entry = this.#entries.get(key);
    if (entry?.snapshot === outdated) entry.snapshot = current;
  }

  /** Drops the entry of a key, and ignores the result of a query that is running for it. */
  forget(key: string): void {
    this.#drop(key);
    this.#loading.delete(key);
  }

  /** Drops all matching entries, and ignores the results of all running queries, because they may match too. */
  forgetWhere(matches: (kept: Kept) => boolean): void {
    for (const [key, { snapshot }] of this.#entries) if (snapshot && matches(snapshot)) this.#drop(key);
    this.#loading.clear();
  }

  #peekOld(key: string, entry: CacheEntry<Kept>, ageMs: number): Kept | null | undefined {
    const { maxAgeMs, missMaxAgeMs } = this.#rules;
    if (entry.snapshot === undefined) return undefined;
    if (entry.snapshot === null) return ageMs > missMaxAgeMs ? undefined : null;
    entry.isUsed = true;
    if (entry.retryAtMs > this.#now()) return entry.snapshot;
    if (ageMs > maxAgeMs) return undefined;
    if (this.#loadMany) this.#refreshSoon(key, this.#loadMany);
    else this.load(key).catch(() => {});
    return entry.snapshot;
  }

  #refreshSoon(key: string, loadMany: LoadManyFromStore<Kept>): void {
    if (this.#loading.has(key)) return;
    if (this.#outdated.size === 0) setTimeout(() => this.#refresh(loadMany), REFRESH_TOGETHER_MS).unref();
    this.#outdated.add(key);
  }

  #refresh(loadMany: LoadManyFromStore<Kept>): void {
    const keys = [...this.#outdated].filter((key) => !this.#loading.has(key));
    this.#outdated.clear();
    for (let from = 0; from < keys.length; from += REFRESHED_AT_ONCE) {
      const some = keys.slice(from, from + REFRESHED_AT_ONCE);
      const loaded = loadMany(some);
      for (const [index, key] of some.entries()) {
        this.#track(
          key,
          loaded.then((values) => values[index] ?? null),
        );
      }
      // One timer for all of them.
      withTimeLimit(this.#rules.loadLimitMs, loaded).catch(() => {
        for (const key of some) this.#fallBack(key);
      });
    }
  }

  /** After the store failed: returns the last known value, and uses it for a while without a query. */
  #fallBack(key: string): Kept | null | undefined {
    const entry = this.#entries.get(key);
    if (entry?.snapshot) entry.retryAtMs = this.#now() + RETRY_EVERY_MS;
    return entry?.snapshot;
  }

  #loadOnce(key: string): Promise<Kept | null> {
    const running = this.#loading.get(key);
    if (running) return running;
    return this.#track(key, this.#load(key));
  }

  /** Stores the value once it is loaded, unless the key is forgotten meanwhile. */
  #track(key: string, value: Promise<Kept | null>): Promise<Kept | null> {
    const loading = value.then((snapshot) => {
      // If the key was forgotten meanwhile, the value may be older than the change.
      if (this.#loading.get(key) === loading) this.#keep(key, snapshot);
      return snapshot;
    });
    const end = () => {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    };
    loading.then(end, end);
    this.#loading.set(key, loading);
    return loading;
  }

  #keep(key: string, snapshot: Kept | null): void {
    const bytes = snapshot === null ? MISS_BYTES + key.length : this.#sizeOf(snapshot);
    const known = this.#entries.get(key);
    if (known) {
      // A refresh, most of the time: a new entry would cost more.
      this.#bytes -= known.bytes;
      known.snapshot = snapshot;
      known.bytes = bytes;
      known.loadedAtMs = this.#now();
      known.retryAtMs = 0;
    } else {
      // Copies the key: it is a slice of the URL of a request and would keep the whole URL in memory.
      const ownKey = Buffer.from(key, 'latin1').toString('latin1');
      this.#entries.set(ownKey, { snapshot, bytes, loadedAtMs: this.#now(), isUsed: false, retryAtMs: 0 });
    }
    this.#bytes += bytes;
    if (this.#bytes > this.#rules.maxBytes) this.#sweep();
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#bytes -= entry.bytes;
    this.#entries.delete(key);
    entry.snapshot = undefined;
  }

  /** Drops the oldest entries; an entry that was used since the last sweep moves to the end once. */
  #sweep(): void {
    // Well below the limit, so that sweeps are rare: iterating a Map also visits the slots of deleted entries for a while.
    const enoughBytes = this.#rules.maxBytes * SWEPT;
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= enoughBytes) return;
      this.#entries.delete(key);
      if (entry.isUsed) {
        entry.isUsed = false;
        this.#entries.set(key, entry);
      } else {
        this.#bytes -= entry.bytes;
        entry.snapshot = undefined;
      }
    }
  }
}
