import { isLoopback } from '../lib/ip.ts';
import type { Log } from '../lib/log.ts';
import { isStorableText } from '../lib/storable-text.ts';
import { hostNameOf } from '../lib/url.ts';
import { isForwarded } from './health.ts';
import { type PeerSource, peerAddress } from './peer.ts';
import { splitUrl } from './request-url.ts';

/** The dependencies of the certificate check. */
export interface TlsAskParts {
  isTrusted(address: string): boolean;
  /** Whether the lower-case name is the main host or a verified domain. */
  isOurs(name: string): Promise<boolean>;
  log: Log;
}

function plain(status: number): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } });
}

/** Responds 200 if a proxy may get a certificate for `domain`, else 404; always 404 unless the peer is loopback or a trusted proxy. */
export async function tlsAskResponse(
  request: Request,
  peers: PeerSource,
  { isTrusted, isOurs, log }: TlsAskParts,
): Promise<Response> {
  const peer = peerAddress(request, peers);
  if (isForwarded(request) || !(isLoopback(peer) || isTrusted(peer))) return plain(404);
  const domain = new URLSearchParams(splitUrl(request.url).query).get('domain') ?? '';
  if (!isStorableText(domain)) return plain(404);
  try {
    return plain((await isOurs(hostNameOf(domain))) ? 200 : 404);
  } catch (error) {
    log.error('a domain could not be looked up', { error });
    return plain(503);
  }
}
