import { ALIAS } from '../core/alias.ts';
import { type PeerSource, peerAddress } from '../http/peer.ts';
import { splitUrl } from '../http/request-url.ts';
import type { Clock } from '../lib/date-time.ts';
import { type Decision, decide } from './decide.ts';
import type { HostFinder, VisitedHost } from './hosts.ts';
import type { ContextOf, PageContext } from './page-context.ts';
import { RequestVisitor, type VisitorSources } from './request-visitor.ts';
import type { LinkSnapshot } from './snapshot.ts';
import type { SnapshotCache } from './snapshot-cache.ts';

/** A link, the decision about it now, and what its page needs. */
export interface ReevaluatedLink {
  snapshot: LinkSnapshot;
  decision: Decision;
  context: PageContext;
  /** The origin of short URLs on the visited host. */
  origin: string;
}

/**
 * Re-evaluates a link for a visitor who already passed its password or saw its page, even if its clicks have run out meanwhile.
 * Undefined if there is no such link. Pixels do not fire again: they fired on that page.
 */
export type ReevaluateLink = (
  request: Request,
  peers: PeerSource,
  alias: string,
) => Promise<ReevaluatedLink | undefined>;

interface Parts {
  cache: SnapshotCache;
  hostFinder: HostFinder;
  sources: VisitorSources;
  contextOf: ContextOf;
  now: Clock;
}

export function createReevaluateLink({ cache, hostFinder, sources, contextOf, now }: Parts): ReevaluateLink {
  const unlockedSources: VisitorSources = { ...sources, isUnlocked: () => true };

  async function findHost(url: string): Promise<VisitedHost | null> {
    const cached = hostFinder.peek(url);
    return cached === undefined ? hostFinder.load(url) : cached;
  }

  async function findSnapshot(key: string): Promise<LinkSnapshot | undefined> {
    const cached = cache.peek(key);
    const snapshot = cached === undefined ? await cache.load(key) : cached;
    return snapshot?.kind === 'link' ? snapshot : undefined;
  }

  return async (request, peers, alias) => {
    const host = ALIAS.test(alias) ? await findHost(request.url) : null;
    const snapshot = host ? await findSnapshot(host.prefix + alias) : undefined;
    if (!host || !snapshot) return undefined;
    const peer = peerAddress(request, peers);
    const { query } = splitUrl(request.url);
    const visitor = new RequestVisitor({ request, peer, query }, unlockedSources);
    const options = snapshot.options && { ...snapshot.options, isSpent: false, pixels: [] };
    const decision = decide({ ...snapshot, options }, visitor, now());
    return { snapshot, decision, context: contextOf({ request, host }, snapshot), origin: host.origin };
  };
}
