import { utmQueryOf } from '../lib/utm-query.ts';
import type { HostFinder } from './hosts.ts';
import { redirectResponse } from './respond.ts';
import type { LinkSnapshot } from './snapshot.ts';
import type { CachedSnapshot, SnapshotCache } from './snapshot-cache.ts';
import type { CacheEntry } from './store-cache.ts';

/** The plain redirect that a snapshot describes. */
export interface PlainRedirect {
  snapshot: LinkSnapshot;
  linkId: number;
  /** The UTM parameters of the destination, for the journal. */
  utm: string;
  response: Response;
}

/**
 * A short URL that was visited. With many links, reading memory that has left the processor cache is most of the work of a redirect: so a
 * visit of a plain link reads this object and its entry, but not the snapshot.
 */
export interface RecentUrl {
  /** The cache key of its link. */
  key: string;
  entry: CacheEntry<CachedSnapshot>;
  /** Undefined if the link was not a plain one at its last visit. */
  redirect: PlainRedirect | undefined;
}

/**
 * Finds what a short URL leads to with one lookup. Computing its key, and looking up its entry and its headers by other texts, takes
 * longer.
 */
export interface RecentUrls {
  /** Undefined if the link is not cached, the host is not cached, or the path is not that of a link alone. */
  find(url: string): RecentUrl | undefined;
  /** Must be called when a domain has changed. */
  clear(): void;
}

/** Undefined for everything but a plain link. */
export function toPlainRedirect(snapshot: CachedSnapshot): PlainRedirect | undefined {
  if (snapshot.kind !== 'link' || snapshot.options !== null) return undefined;
  const { linkId, url, code } = snapshot;
  return { snapshot, linkId, utm: utmQueryOf(url), response: redirectResponse(url, code) };
}

// The path begins at the first slash after the shortest possible origin, `http://a`.
const SHORTEST_ORIGIN = 8;
const MAX_URLS = 2_000;

/** `shared` are the keys of links whose path may also be that of something else, so their visits take the longer way. */
export function createRecentUrls(
  hostFinder: Pick<HostFinder, 'peek'>,
  cache: Pick<SnapshotCache, 'findEntry'>,
  shared: ReadonlySet<string>,
): RecentUrls {
  const urls = new Map<string, RecentUrl>();

  function findByKey(url: string): RecentUrl | undefined {
    const host = hostFinder.peek(url);
    if (!host) return undefined;
    // A query becomes part of the key, so no link is found.
    const rest = url.slice(url.indexOf('/', SHORTEST_ORIGIN) + 1);
    const key = host.prefix + rest;
    // A rest with a slash would be a link on another host.
    if (rest.includes('/') || shared.has(key)) return undefined;
    const entry = cache.findEntry(key);
    if (!entry) return undefined;
    const found = { key, entry, redirect: undefined };
    // An unknown host may later become a branded domain.
    if (entry.snapshot && host.isLasting) {
      if (urls.size >= MAX_URLS) urls.clear();
      urls.set(url, found);
    }
    return found;
  }

  return {
    find(url) {
      const known = urls.get(url);
      // The entry may have been dropped since.
      return known !== undefined && known.entry.snapshot !== undefined ? known : findByKey(url);
    },
    clear: () => urls.clear(),
  };
}
