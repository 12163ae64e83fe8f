import { isLoopback } from '../lib/ip.ts';
import type { Log } from '../lib/log.ts';
import { hostNameOf } from '../lib/url.ts';
import { isForwarded } from './health.ts';
import type { PeerSource } from './peer.ts';
import { splitUrl } from './request-url.ts';

/** What it takes to tell a proxy for which names it may get certificates. */
export interface TlsAskParts {
  isTrusted(address: string): boolean;
  /** Whether the name, in lower case, is the main host's or a verified domain's. */
  isOurs(name: string): Promise<boolean>;
  log: Log;
}

function plain(status: number): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } });
}

/** 200 where a certificate may be made for `domain`, else 404; to whoever is no proxy of ours it is not there at all. */
export async function tlsAskResponse(
  request: Request,
  peers: PeerSource,
  { isTrusted, isOurs, log }: TlsAskParts,
): Promise<Response> {
  const peer = peers.requestIP(request)?.address ?? '';
  if (isForwarded(request) || !(isLoopback(peer) || isTrusted(peer))) return plain(404);
  const domain = new URLSearchParams(splitUrl(request.url).query).get('domain') ?? '';
  try {
    return plain((await isOurs(hostNameOf(domain))) ? 200 : 404);
  } catch (error) {
    log.error('a domain could not be looked up', { error });
    return plain(503);
  }
}
