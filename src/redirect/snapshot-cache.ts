import type { Clock } from '../lib/date-time.ts';
import { type BioSnapshot, bytesOfBio } from './bio-snapshot.ts';
import type { InterstitialKey } from './interstitial.ts';
import { bytesOf, type Snapshot, showsInterstitial } from './snapshot.ts';
import { type CacheRules, cacheRules, type Load, StoreCache } from './store-cache.ts';

export { type CacheRules, cacheRules };

/** What a name on a host can stand for. */
export type Named = Snapshot | BioSnapshot;

/** The links and bio pages that were asked for lately. */
export class SnapshotCache extends StoreCache<Named> {
  constructor(load: Load<Named>, rules?: CacheRules, now?: Clock) {
    super(load, (named) => (named.conditions === 'bio' ? bytesOfBio(named) : bytesOf(named)), rules, now);
  }

  /** Must be called when a splash page or an overlay has changed: drops the links that show it. */
  forgetInterstitial(key: InterstitialKey): void {
    this.forgetWhere((named) => named.conditions !== 'bio' && showsInterstitial(named, key));
  }
}
