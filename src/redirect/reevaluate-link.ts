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

/** A link that its own page asks for once more. */
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
  const trusting: VisitorSources = { ...sources, isUnlocked: () => true };

  async function findHome(url: string): Promise<VisitedHost | null> {
    const home = hostFinder.peek(url);
    return home === undefined ? hostFinder.load(url) : home;
  }

  async function findSnapshot(key: string): Promise<LinkSnapshot | undefined> {
    const kept = cache.peek(key);
    const named = kept === undefined ? await cache.load(key) : kept;
    return named?.kind !== 'link' ? undefined : named;
  }

  return async (request, peers, alias) => {
    const home = ALIAS.test(alias) ? await findHome(request.url) : null;
    const snapshot = home ? await findSnapshot(home.prefix + alias) : undefined;
    if (!home || !snapshot) return undefined;
    const { query } = splitUrl(request.url);
    const visitor = new RequestVisitor(request, peerAddress(request, peers), query, trusting);
    const options = snapshot.options && { ...snapshot.options, isSpent: false, pixels: [] };
    const decision = decide({ ...snapshot, options }, visitor, now());
    return { snapshot, decision, context: contextOf({ request, home }, snapshot), origin: home.origin };
  };
}
