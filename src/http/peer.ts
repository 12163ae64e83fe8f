import { clientAddress } from '../lib/ip.ts';

/** The connections of requests, from Bun's server. */
export interface PeerSource {
  requestIP(request: Request): { address: string } | null;
  /** Closes the connection after this many seconds without traffic. */
  timeout?(request: Request, seconds: number): void;
}

/** The address of the connection: the visitor's or a proxy's. Empty if the connection is already closed. */
export function peerAddress(request: Request, peers: PeerSource): string {
  return peers.requestIP(request)?.address ?? '';
}

/** Finds the address of the client of a request. */
export type FindClientAddress = (request: Request, peers: PeerSource) => string;

/** Behind a trusted proxy, the address comes from `X-Forwarded-For`. */
export function createFindClientAddress(isTrusted: (address: string) => boolean): FindClientAddress {
  return (request, peers) =>
    clientAddress(peerAddress(request, peers), request.headers.get('X-Forwarded-For'), isTrusted);
}
