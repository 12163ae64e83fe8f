import { keyRequired } from '../core/errors.ts';
import { clientAddress, isLoopback, isLoopbackName } from '../lib/ip.ts';
import type { Log } from '../lib/log.ts';
import { hostNameOf } from '../lib/url.ts';
import { assertKeyMayUse } from './assert-may-use.ts';
import { type FindPrincipal, readBearer } from './authenticate.ts';
import { jsonResponse } from './envelope.ts';
import { errorResponse, type Translate } from './error-response.ts';
import type { Metrics } from './metrics.ts';
import { type PeerSource, peerAddress } from './peer.ts';

/** Liveness: the process runs. */
export function healthResponse(): Response {
  return jsonResponse(200, { status: 'ok' });
}

/** Readiness: the store responds, and its schema is up to date. */
export async function readyResponse(check: () => Promise<void>, log: Log): Promise<Response> {
  try {
    await check();
    return jsonResponse(200, { status: 'ready' });
  } catch (error) {
    log.warn('not ready', { error });
    return jsonResponse(503, { status: 'unavailable', message: 'The store cannot be reached.' });
  }
}

const FORWARDING = /^(x-forwarded-.*|forwarded|via|x-real-ip)$/;

/** Whether a proxy forwarded the request. */
export function isForwarded({ headers }: Request): boolean {
  return [...headers.keys()].some((name) => FORWARDING.test(name));
}

/** Whether the request comes from this machine itself. A local proxy also connects from loopback, but forwards another Host. */
function isLocalOperator(request: Request, peer: string): boolean {
  const host = hostNameOf(request.headers.get('Host') ?? '');
  return isLoopback(peer) && isLoopbackName(host) && !isForwarded(request);
}

interface MetricsParts {
  metrics: Metrics;
  findPrincipal: FindPrincipal;
  isTrusted(address: string): boolean;
  translate: Translate;
  log: Log;
}

/** Throws unless the request has the key of an administrator. A key with scopes needs `account`, like all that concerns the server. */
async function assertAdmin(request: Request, peer: string, { findPrincipal, isTrusted }: MetricsParts): Promise<void> {
  const key = readBearer(request.headers.get('Authorization'));
  const principal = key === undefined ? undefined : await findPrincipal(key);
  if (!principal?.isAdmin || 'sessionId' in principal) throw keyRequired();
  const address = clientAddress(peer, request.headers.get('X-Forwarded-For'), isTrusted);
  assertKeyMayUse(principal, 'account', address);
}

/** The metrics, for administrators and for requests from this machine. */
export async function metricsResponse(request: Request, peers: PeerSource, parts: MetricsParts): Promise<Response> {
  try {
    const peer = peerAddress(request, peers);
    if (!isLocalOperator(request, peer)) await assertAdmin(request, peer, parts);
    const { registry, write } = parts.metrics;
    return new Response(await write(), { headers: { 'Content-Type': registry.contentType } });
  } catch (error) {
    return errorResponse(error, '-', parts.translate, parts.log);
  }
}
