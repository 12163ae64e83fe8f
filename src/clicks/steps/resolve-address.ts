import { clientAddress } from '../../lib/ip.ts';
import { defineStep } from '../enrich-step.ts';

/** Finds the address of the visitor behind trusted proxies. */
export function resolveAddress(isTrusted: (address: string) => boolean) {
  return defineStep({
    name: 'resolve-address',
    fills: [],
    run(visit) {
      visit.address = clientAddress(visit.peer, visit.forwardedFor || null, isTrusted);
    },
  });
}
