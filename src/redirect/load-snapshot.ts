import type { Log } from '../lib/log.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import type { VisitedLink } from '../resources/links/link.ts';
import type { BioPages } from './bio-pages.ts';
import { readLinkKey } from './hosts.ts';
import type { FindInterstitial } from './interstitial.ts';
import { snapshotOfLink } from './snapshot.ts';
import { type CachedSnapshot, cacheRules, SnapshotCache } from './snapshot-cache.ts';

/** What snapshots are made from. */
export interface SnapshotParts {
  links: Pick<LinkService, 'findByAlias' | 'findByAliases'>;
  /** An alias that no link has may be the slug of a bio page on the same host. */
  bio: Pick<BioPages, 'load'>;
  findInterstitial: FindInterstitial;
  log: Log;
  /** How long a visit waits for the store; defaults to the cache's rule. */
  loadLimitMs?: number | undefined;
}

/** Creates the cache, which reads a link or bio page from the store when it is first visited. */
export function createSnapshotCache(parts: SnapshotParts): SnapshotCache {
  const { links, bio, findInterstitial, log, loadLimitMs = cacheRules.loadLimitMs } = parts;

  async function toSnapshot(
    domainId: number,
    alias: string,
    link: VisitedLink | undefined,
  ): Promise<CachedSnapshot | null> {
    if (link) {
      const snapshot = snapshotOfLink(link, link.interstitialId === null ? null : await findInterstitial(link));
      for (const { field } of snapshot.options?.ruleProblems ?? [])
        log.warn('a rule of a link is no longer valid and is skipped', { linkId: link.id, alias, field });
      return snapshot;
    }
    return bio.load({ domainId, slug: alias });
  }

  async function readSnapshots(keys: string[]): Promise<(CachedSnapshot | null)[]> {
    const wanted = keys.map(readLinkKey);
    const found = new Map<number, Map<string, VisitedLink>>();
    for (const [domainId, ofDomain = []] of Map.groupBy(wanted, (one) => one.domainId)) {
      const aliases = ofDomain.map(({ alias }) => alias);
      found.set(domainId, await links.findByAliases(domainId, aliases));
    }
    return Promise.all(
      wanted.map(({ domainId, alias }) => toSnapshot(domainId, alias, found.get(domainId)?.get(alias))),
    );
  }

  async function readSnapshot(key: string): Promise<CachedSnapshot | null> {
    const { domainId, alias } = readLinkKey(key);
    return toSnapshot(domainId, alias, await links.findByAlias(domainId, alias));
  }

  return new SnapshotCache(readSnapshot, { ...cacheRules, loadLimitMs }, undefined, readSnapshots);
}

/** The store failed or did not respond in time. */
export interface StoreUnavailable {
  kind: 'store-unavailable';
}

/** Loads the snapshot of a key that is not cached; null if nothing has this alias. */
export type LoadSnapshot = (key: string) => Promise<CachedSnapshot | StoreUnavailable | null>;

export function createLoadSnapshot(cache: SnapshotCache, log: Log): LoadSnapshot {
  return async (key) => {
    try {
      return await cache.load(key);
    } catch (error) {
      log.error('a link could not be looked up', { error });
      return { kind: 'store-unavailable' };
    }
  };
}
