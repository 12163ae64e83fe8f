import { invalidFields, keyRequired } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
import { addressNotAllowed } from '../http/account-access.ts';
import type { ObservedRequest } from '../http/api.ts';
import { isAcceptedFrom } from '../http/assert-may-use.ts';
import type { FindPrincipal } from '../http/authenticate.ts';
import type { Admission, EndpointCaller } from '../http/endpoint-caller.ts';
import { describeFailure, type Translate } from '../http/error-response.ts';
import { findUnstorableInUrl } from '../http/outside-text.ts';
import type { FindClientAddress, PeerSource } from '../http/peer.ts';
import { assertAllowed, setRateHeaders } from '../http/rate-limit.ts';
import { splitUrl } from '../http/request-url.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { randomToken } from '../lib/token.ts';
import { allowEveryOrigin, preflightResponse } from './cors.ts';
import type { CompatibleProduct, Exchange } from './product.ts';

/** What every compatible API is served with. */
export interface ServeParts {
  endpoints: Pick<EndpointCaller, 'admit'>;
  findPrincipal: FindPrincipal;
  findClientAddress: FindClientAddress;
  translate: Translate;
  /** Called once for each response. */
  observe(facts: ObservedRequest): void;
  now: Clock;
  log: Log;
}

interface OpenExchange extends Exchange {
  /** Undefined until the request is counted. */
  admission: Admission | undefined;
}

function openExchange(raw: Request, peers: PeerSource, path: string, parts: ServeParts): OpenExchange {
  const { endpoints, findPrincipal, findClientAddress, now } = parts;
  const { query } = splitUrl(raw.url);

  async function admit(identify: () => Promise<Principal | undefined>) {
    const unstorable = findUnstorableInUrl({ path, query });
    // Nobody is looked up by such a URL, but the request counts.
    const admission = await endpoints.admit(raw, peers, unstorable.length > 0 ? async () => undefined : identify);
    exchange.admission = admission;
    assertAllowed(admission.verdict, now());
    if (unstorable.length > 0) throw invalidFields(unstorable);
    const { caller } = admission;
    if (!caller) throw keyRequired();
    // Some calls use no endpoint of our API, which would check it.
    const { address } = admission.request;
    if (!isAcceptedFrom(caller, address)) throw addressNotAllowed({ address });
    return { ...admission, caller };
  }

  const exchange: OpenExchange = {
    raw,
    method: raw.method === 'HEAD' ? 'GET' : raw.method,
    path,
    query,
    address: findClientAddress(raw, peers),
    admit,
    admitKey: (key) => admit(async () => (key ? findPrincipal(key) : undefined)),
    admission: undefined,
  };
  return exchange;
}

async function respond(product: CompatibleProduct, exchange: OpenExchange, { translate, log }: ServeParts) {
  try {
    const cors = exchange.method === 'OPTIONS' ? product.cors?.(exchange.path, exchange.raw) : undefined;
    return cors ? preflightResponse(cors) : await product.handle(exchange);
  } catch (error) {
    const failure = describeFailure(error, exchange.admission?.request.id ?? '-', translate, log);
    const response = await product.refuse(failure, exchange);
    if (failure.retryAfterSeconds !== undefined) response.headers.set('Retry-After', String(failure.retryAfterSeconds));
    return response;
  }
}

/** Responds to a request of a product's client, with the headers, the log line and the metrics of our own API. */
export async function serveProduct(
  product: CompatibleProduct,
  raw: Request,
  peers: PeerSource,
  path: string,
  parts: ServeParts,
): Promise<Response> {
  const startMs = performance.now();
  const exchange = openExchange(raw, peers, path, parts);
  const response = await respond(product, exchange, parts);
  const { headers, status } = response;
  const { admission } = exchange;
  const requestId = admission?.request.id ?? randomToken(12);
  headers.set('X-Request-Id', requestId);
  headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
  if (admission) setRateHeaders(headers, admission.verdict);
  if (product.cors?.(path, raw)) allowEveryOrigin(headers);

  const ms = performance.now() - startMs;
  const traceparent = raw.headers.get('traceparent');
  parts.observe({ requestId, method: raw.method, route: product.route, status, seconds: ms / 1000, traceparent });
  const facts = { requestId, method: raw.method, path: path.slice(0, 512), status, ms: Math.round(ms * 100) / 100 };
  parts.log.info('request', { ...facts, user: admission?.caller?.userId });
  return raw.method === 'HEAD' ? new Response(null, response) : response;
}
