import type { PeerSource } from '../http/peer.ts';
import { splitUrl } from '../http/request-url.ts';
import type { Clock } from '../lib/date-time.ts';
import { type Decision, decide } from './decide.ts';
import type { Home, Homes } from './homes.ts';
import type { ContextOf, PageContext } from './page-context.ts';
import type { Snapshot } from './snapshot.ts';
import type { SnapshotCache } from './snapshot-cache.ts';
import { RequestVisitor, type Senses } from './visitor.ts';

/** A link that its own page asks for once more. */
export interface Found {
  snapshot: Snapshot;
  decision: Decision;
  context: PageContext;
  /** What short URLs begin with on the host that was asked. */
  origin: string;
}

/**
 * What whoever has been let in gets from a link of the asked host now, though its clicks may be spent meanwhile; undefined where
 * there is no such link. Its pixels have fired with the page that asks.
 */
export type FindAgain = (request: Request, peers: PeerSource, alias: string) => Promise<Found | undefined>;

interface Parts {
  cache: SnapshotCache;
  homes: Homes;
  senses: Senses;
  contextOf: ContextOf;
  now: Clock;
}

const ALIAS = /^[A-Za-z0-9_-]{1,100}$/;

export function createFindAgain({ cache, homes, senses, contextOf, now }: Parts): FindAgain {
  const trusting: Senses = { ...senses, isUnlocked: () => true };

  async function findHome(url: string): Promise<Home | null> {
    const home = homes.peek(url);
    return home === undefined ? homes.load(url) : home;
  }

  async function findSnapshot(key: string): Promise<Snapshot | undefined> {
    const kept = cache.peek(key);
    const named = kept === undefined ? await cache.load(key) : kept;
    return named === null || named.conditions === 'bio' ? undefined : named;
  }

  return async (request, peers, alias) => {
    const home = ALIAS.test(alias) ? await findHome(request.url) : null;
    const snapshot = home ? await findSnapshot(home.prefix + alias) : undefined;
    if (!home || !snapshot) return undefined;
    const { query } = splitUrl(request.url);
    const visitor = new RequestVisitor(request, peers.requestIP(request)?.address ?? '', query, trusting);
    const conditions = snapshot.conditions && { ...snapshot.conditions, isSpent: false, pixels: [] };
    const decision = decide({ ...snapshot, conditions }, visitor, now());
    return { snapshot, decision, context: contextOf({ request, home }, snapshot), origin: home.origin };
  };
}
