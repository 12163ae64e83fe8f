import type { Clock } from '../lib/date-time.ts';
import { type BioSnapshot, bytesOfBio } from './bio-snapshot.ts';
import { bytesOf, type Snapshot } from './snapshot.ts';
import { type CacheRules, cacheRules, type Load, StoreCache } from './store-cache.ts';

export { type CacheRules, cacheRules };

/** What a name on a host can stand for. */
export type Named = Snapshot | BioSnapshot;

/** The links and bio pages that were asked for lately. */
export class SnapshotCache extends StoreCache<Named> {
  constructor(load: Load<Named>, rules?: CacheRules, now?: Clock) {
    super(load, (named) => (named.conditions === 'bio' ? bytesOfBio(named) : bytesOf(named)), rules, now);
  }
}
