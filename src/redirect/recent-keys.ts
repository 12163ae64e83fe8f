import type { HostFinder } from './hosts.ts';

/** Knows the cache keys of short URLs. Computing a key costs more than a look-up, so keys of recent visits are remembered. */
export interface RecentKeys {
  /** The remembered key of a URL; undefined if it must be computed. */
  find(url: string): string | undefined;
  /** Computes the key of a URL; undefined if its host is not cached or its path is not that of a link. */
  compute(url: string): string | undefined;
  /** Remembers the key of a URL that was visited, unless its host may change. */
  remember(url: string, key: string): void;
  /** Must be called when a domain has changed. */
  clear(): void;
}

// The path begins at the first slash after the shortest possible origin, `http://a`.
const SHORTEST_ORIGIN = 8;
const MAX_KEYS = 2_000;

export function createRecentKeys(hostFinder: Pick<HostFinder, 'peek'>): RecentKeys {
  const keys = new Map<string, string>();

  return {
    find: (url) => keys.get(url),

    compute(url) {
      const host = hostFinder.peek(url);
      if (!host) return undefined;
      // A query stays in the key, so no link has it.
      const rest = url.slice(url.indexOf('/', SHORTEST_ORIGIN) + 1);
      // With a slash it would be the key of a link on another host.
      return rest.includes('/') ? undefined : host.prefix + rest;
    },

    remember(url, key) {
      if (!hostFinder.peek(url)?.isLasting) return;
      if (keys.size >= MAX_KEYS) keys.clear();
      keys.set(url, key);
    },

    clear: () => keys.clear(),
  };
}
