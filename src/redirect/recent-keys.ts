import type { HostFinder } from './hosts.ts';

/** Caches the cache keys of recently visited short URLs, because computing a key costs more than a lookup. */
export interface RecentKeys {
  /** The remembered key of a URL; undefined if it must be computed. */
  find(url: string): string | undefined;
  /** Computes the key of a URL; undefined if its host is not cached, or its path is not that of a link alone. */
  compute(url: string): string | undefined;
  /** Remembers the key of a URL that was visited, unless its host may change. */
  remember(url: string, key: string): void;
  /** Must be called when a domain has changed. */
  clear(): void;
}

// The path begins at the first slash after the shortest possible origin, `http://a`.
const SHORTEST_ORIGIN = 8;
const MAX_KEYS = 2_000;

/** `shared` are the keys of links whose path may also be that of something else, so their visits take the longer way. */
export function createRecentKeys(hostFinder: Pick<HostFinder, 'peek'>, shared: ReadonlySet<string>): RecentKeys {
  const keys = new Map<string, string>();

  return {
    find: (url) => keys.get(url),

    compute(url) {
      const host = hostFinder.peek(url);
      if (!host) return undefined;
      // A query becomes part of the key, so no link is found.
      const rest = url.slice(url.indexOf('/', SHORTEST_ORIGIN) + 1);
      const key = host.prefix + rest;
      // A rest with a slash would be a link on another host.
      return rest.includes('/') || shared.has(key) ? undefined : key;
    },

    remember(url, key) {
      if (!hostFinder.peek(url)?.isLasting) return;
      if (keys.size >= MAX_KEYS) keys.clear();
      keys.set(url, key);
    },

    clear: () => keys.clear(),
  };
}
