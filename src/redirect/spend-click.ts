import type { Log } from '../lib/log.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { type Decision, decideEnded, isFollowed } from './decide.ts';
import type { LinkVisit } from './link-visit.ts';
import type { StoreUnavailable } from './load-snapshot.ts';
import type { LinkSnapshot } from './snapshot.ts';
import type { SnapshotCache } from './snapshot-cache.ts';

/** Whether a visit takes a click from a limited link. Bots take none: a preview in a chat must not use up the link. */
export function takesClick({ options }: LinkSnapshot, decision: Decision): boolean {
  return options?.isCounted === true && isFollowed(decision) && decision.kind !== 'limited';
}

/** Takes a click from a limited link. Returns the decision if a click was left, else the decision for an ended link. */
export type SpendClick = (
  visit: LinkVisit,
  snapshot: LinkSnapshot,
  decision: Decision,
) => Promise<Decision | StoreUnavailable>;

interface Parts {
  links: Pick<LinkService, 'spendClick'>;
  cache: SnapshotCache;
  log: Log;
}

export function createSpendClick({ links, cache, log }: Parts): SpendClick {
  return async ({ key }, snapshot, decision) => {
    const { options, linkId } = snapshot;
    try {
      if (!options || (await links.spendClick(linkId))) return decision;
    } catch (error) {
      // Redirecting without counting would exceed the limit.
      log.error('a visit could not be counted', { linkId, error });
      return { kind: 'store-unavailable' };
    }
    cache.replace(key, snapshot, { ...snapshot, options: { ...options, isSpent: true } });
    return decideEnded(options);
  };
}
