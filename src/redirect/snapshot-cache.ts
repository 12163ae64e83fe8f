import type { Clock } from '../lib/date-time.ts';
import { bytesOf, type Snapshot } from './snapshot.ts';
import { type CacheRules, cacheRules, type Load, StoreCache } from './store-cache.ts';

export { type CacheRules, cacheRules };

/** The links that were asked for lately. */
export class SnapshotCache extends StoreCache<Snapshot> {
  constructor(load: Load<Snapshot>, rules?: CacheRules, now?: Clock) {
    super(load, bytesOf, rules, now);
  }
}
