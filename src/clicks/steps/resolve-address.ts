import { clientAddress, normalizeAddress } from '../../lib/ip.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { defineStep, type VisitOrigin } from '../enrich-step.ts';

// At most about 10 MB. Addresses stay in memory only, and newer ones replace older ones.
const MAX_ORIGINS = 16_000;

function newOrigin(address: string): VisitOrigin {
  return { address, place: undefined, agent: '', visitor: undefined };
}

/** Finds the address of the visitor behind trusted proxies. Caches what other steps find out about it for the next visit. */
export function resolveAddress(isTrusted: (address: string) => boolean) {
  const byPeer = new RecentMap<VisitOrigin>(MAX_ORIGINS);
  const byForwardedFor = new RecentMap<VisitOrigin>(MAX_ORIGINS);

  // Behind a proxy every visit has the same peer, and comparing two texts is cheaper than a lookup in a map.
  let last = { peer: '', origin: newOrigin('') };

  function findPeer(peer: string): VisitOrigin {
    if (peer !== last.peer) last = { peer, origin: findOrigin(peer) };
    return last.origin;
  }

  function findOrigin(peer: string): VisitOrigin {
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
      const { peer, forwardedFor } = visit.record;
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
      // Without a usable address in the header, the result depends on the peer and must not be cached by the header.
      visit.origin = address === ofPeer.address ? ofPeer : newOrigin(address);
      if (visit.origin !== ofPeer) byForwardedFor.set(forwardedFor, visit.origin);
    },
  });
}
