import { isLoopback, isPrivateAddress, normalizeAddress } from '../lib/ip.ts';

/** How this server sees a client. */
export interface SeenClient {
  /** The address of the connection: the client's or a proxy's. */
  peer: string;
  /** The header X-Forwarded-For; null if there is none. */
  forwardedFor: string | null;
  /** The resulting address of the client. */
  address: string;
  isPeerTrusted: boolean;
}

/** What the addresses say about TRUST_PROXY. */
export const proxyAdvice = [
  'direct',
  'proxied',
  'untrusted_proxy',
  'header_missing',
  'another_proxy',
  'private_peer',
] as const;
export type ProxyAdvice = (typeof proxyAdvice)[number];

function nameProxy(address: string): string {
  return isLoopback(address) ? 'loopback' : normalizeAddress(address);
}

/** Finds what is wrong with TRUST_PROXY, and the address to add to it; null if nothing should be added. */
export function adviseOnProxy({ peer, forwardedFor, address, isPeerTrusted }: SeenClient): {
  advice: ProxyAdvice;
  add: string | null;
} {
  if (isPeerTrusted) {
    if (forwardedFor === null) return { advice: 'header_missing', add: null };
    // Visitors have public addresses, so a private one is a further proxy that is not trusted.
    const isOneMore = isPrivateAddress(address) && forwardedFor.includes(',');
    return isOneMore ? { advice: 'another_proxy', add: nameProxy(address) } : { advice: 'proxied', add: null };
  }
  if (forwardedFor !== null) return { advice: 'untrusted_proxy', add: nameProxy(peer) };
  return { advice: isPrivateAddress(peer) ? 'private_peer' : 'direct', add: null };
}
