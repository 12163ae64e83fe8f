import type { Clock } from '../lib/date-time.ts';
import { type BioSnapshot, bytesOfBio } from './bio-snapshot.ts';
import type { InterstitialKey } from './interstitial.ts';
import { bytesOfLink, type LinkSnapshot, showsInterstitial } from './snapshot.ts';
import { type CacheRules, cacheRules, type LoadFromStore, type LoadManyFromStore, StoreCache } from './store-cache.ts';

export { type CacheRules, cacheRules };

/** What an alias on a host can belong to. */
export type CachedSnapshot = LinkSnapshot | BioSnapshot;

/** Caches the snapshots of recently visited links and bio pages. */
export class SnapshotCache extends StoreCache<CachedSnapshot> {
  constructor(
    load: LoadFromStore<CachedSnapshot>,
    rules?: CacheRules,
    now?: Clock,
    loadMany?: LoadManyFromStore<CachedSnapshot>,
  ) {
    super(load, (kept) => (kept.kind === 'bio-page' ? bytesOfBio(kept) : bytesOfLink(kept)), rules, now, loadMany);
  }

  /** Must be called when a splash page or an overlay has changed: drops the links that show it. */
  forgetInterstitial(key: InterstitialKey): void {
    this.forgetWhere((kept) => kept.kind === 'link' && showsInterstitial(kept, key));
  }
}
