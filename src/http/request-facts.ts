import { readCookie } from '../lib/cookies.ts';
import { clientAddress } from '../lib/ip.ts';
import { randomToken } from '../lib/token.ts';
import { type PeerSource, peerAddress } from './peer.ts';
import type { RequestFacts } from './route.ts';

/** The facts of a request, with a new request ID; `setCookie` adds a cookie to its response. */
export function readRequestFacts(
  request: Request,
  peers: PeerSource,
  isTrusted: (address: string) => boolean,
  setCookie: RequestFacts['setCookie'],
): RequestFacts {
  const { headers } = request;
  const peer = peerAddress(request, peers);
  const forwardedFor = headers.get('X-Forwarded-For');
  return {
    id: randomToken(12),
    address: clientAddress(peer, forwardedFor, isTrusted),
    peer,
    forwardedFor,
    agent: headers.get('User-Agent') ?? '',
    acceptLanguage: headers.get('Accept-Language'),
    isNavigation: headers.get('Accept')?.includes('text/html') ?? false,
    readCookie: (name) => readCookie({ headers }, name),
    setCookie,
  };
}
