import { clientAddress, normalizeAddress } from '../../lib/ip.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { defineStep, type VisitOrigin } from '../enrich-step.ts';

// About 10 MB at most. It is in memory only, and an address leaves it when others have come.
const MAX_ORIGINS = 16_000;

function newOrigin(address: string): VisitOrigin {
  return { address, place: undefined, agent: '', visitor: undefined };
}

/** Finds the address of the visitor behind trusted proxies; what other steps find out about it is remembered for the next visit. */
export function resolveAddress(isTrusted: (address: string) => boolean) {
  const byPeer = new RecentMap<VisitOrigin>(MAX_ORIGINS);
  const byForwardedFor = new RecentMap<VisitOrigin>(MAX_ORIGINS);

  function findPeer(peer: string): VisitOrigin {
    const known = byPeer.get(peer);
    if (known) return known;
    const origin = newOrigin(normalizeAddress(peer));
    byPeer.set(peer, origin);
    return origin;
  }

  return defineStep({
    name: 'resolve-address',
    fills: [],
    run(visit) {
      const { peer, forwardedFor } = visit;
      const ofPeer = findPeer(peer);
      if (forwardedFor === '' || !isTrusted(peer)) {
        visit.origin = ofPeer;
        return;
      }
      const known = byForwardedFor.get(forwardedFor);
      if (known) {
        visit.origin = known;
        return;
      }
      const address = clientAddress(peer, forwardedFor, isTrusted);
      // A header without a usable address leaves the address of the peer, which the header alone does not determine.
      visit.origin = address === ofPeer.address ? ofPeer : newOrigin(address);
      if (visit.origin !== ofPeer) byForwardedFor.set(forwardedFor, visit.origin);
    },
  });
}
