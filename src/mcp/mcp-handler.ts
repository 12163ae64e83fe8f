import { formatEnglish } from '../core/api-messages.ts';
import { AppError, keyRequired } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
import { addressNotAllowed } from '../http/account-access.ts';
import { isAcceptedFrom } from '../http/assert-may-use.ts';
import type { Admission, EndpointCaller, EndpointName } from '../http/endpoint-caller.ts';
import { statusOf, type Translate } from '../http/error-response.ts';
import { bodyLargerThan, methodNotAllowed, otherSite } from '../http/failures.ts';
import type { IsOwnOrigin } from '../http/own-origin.ts';
import type { PeerSource } from '../http/peer.ts';
import { assertAllowed, setRateHeaders } from '../http/rate-limit.ts';
import { readBytes } from '../http/read-input.ts';
import type { Route } from '../http/route.ts';
import type { Clock } from '../lib/date-time.ts';
import { isDeeperThan } from '../lib/json.ts';
import type { Log } from '../lib/log.ts';
import { MAX_IMPORT_BYTES } from '../resources/links/import/link-import.ts';
import type { AgentSession } from './agent-session.ts';
import { nameInMessage, nameOfAgent, readSessionId, writeSessionId } from './client-name.ts';
import { createToolSchemas } from './tool-call.ts';

/** The dependencies of the MCP server. */
export interface McpParts {
  routes: Route[];
  endpoints: EndpointCaller;
  /** Finds the user of a request by its key. */
  identify(request: Request): Promise<Principal | undefined>;
  isOwnOrigin: IsOwnOrigin;
  translate: Translate;
  now: Clock;
  log: Log;
}

/** Handles the requests of `/mcp`. */
export type McpHandler = (request: Request, peers: PeerSource) => Promise<Response>;

// An import is the largest message; the rest is the envelope around it.
const MAX_KIB = MAX_IMPORT_BYTES / 1024 + 64;
// The envelope adds three levels to the body of an endpoint.
const MAX_DEPTH = 24;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const REFUSED = -32_000;

const tooLarge = bodyLargerThan(MAX_KIB);

function rpcError(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}

/** A failure before the message is known, as a response with its HTTP status. */
function refuse(error: AppError): Response {
  const wait = error.retryAfterSeconds;
  return rpcError(statusOf[error.kind], REFUSED, error.message, {
    ...(error.kind === 'unauthenticated' && { 'WWW-Authenticate': 'Bearer' }),
    ...(error.kind === 'method_not_allowed' && { Allow: 'POST' }),
    ...(wait !== undefined && { 'Retry-After': String(wait) }),
  });
}

async function readMessage(request: Request): Promise<{ message: object } | Response> {
  const text = new TextDecoder().decode(await readBytes(request, MAX_KIB * 1024, tooLarge));
  let message: unknown;
  try {
    if (isDeeperThan(text, MAX_DEPTH)) throw new SyntaxError('too deep');
    message = JSON.parse(text);
  } catch {
    return rpcError(400, PARSE_ERROR, 'Parse error: the body is not valid JSON');
  }
  // A batch would make many calls with one request of the rate limit; the protocol dropped batches in 2025.
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    return rpcError(400, INVALID_REQUEST, 'Invalid request: the body must be one JSON-RPC message');
  }
  return { message };
}

/** The request as the library of the protocol expects it. Its body is read already. */
function withoutBody({ headers, signal }: Request): Request {
  const copied = new Headers(headers);
  copied.set('Accept', 'application/json, text/event-stream');
  return new Request('http://localhost/mcp', { method: 'POST', headers: copied, signal });
}

/** Describes a failure to an agent: what is wrong, and with which arguments. */
function describe({ message, code, fields, retryAfterSeconds }: AppError): string {
  const lines = fields.map(({ field, message: problem }) => `- ${field}: ${problem}`);
  const wait = retryAfterSeconds === undefined ? [] : [`Try again in ${retryAfterSeconds} seconds.`];
  return [`${message} (${code})`, ...lines, ...wait].join('\n');
}

export function createMcpHandler(parts: McpParts): McpHandler {
  const { endpoints, identify, isOwnOrigin, translate, now, log } = parts;
  const byName = new Map(parts.routes.map((route) => [`${route.method} ${route.path}`, route]));

  function routeOf(name: EndpointName): Route {
    const route = byName.get(name);
    if (!route) throw new Error(`there is no endpoint ${name}`);
    return route;
  }
  const schemas = createToolSchemas(routeOf);

  function explain(error: unknown, requestId: string): string {
    const failure = error instanceof AppError ? error : translate(error);
    if (failure) return describe(failure);
    log.error('a tool failed', { requestId, error });
    return `${formatEnglish('failures', 'internal_error')} (request ID ${requestId})`;
  }

  function openSession(admission: Admission, caller: Principal, client: string | undefined): AgentSession {
    const named = { ...caller, name: client === undefined ? caller.name : `${caller.name} (${client})` };
    const admitted = { ...admission, caller: named };
    const { id: requestId } = admission.request;
    return {
      ...schemas,
      caller: named,
      requestId,
      routeOf,
      call: (name, input) => endpoints.call(admitted, name, input),
      explain: (error) => explain(error, requestId),
    };
  }

  /** Throws unless the caller of a request may use this server at all. */
  function assertWelcome({ caller, request, verdict }: Admission): Principal {
    assertAllowed(verdict, now());
    if (!caller) throw keyRequired();
    if (!isAcceptedFrom(caller, request.address)) throw addressNotAllowed({ address: request.address });
    return caller;
  }

  async function respond(request: Request, admission: Admission): Promise<Response> {
    assertWelcome(admission);
    if (request.method !== 'POST') throw methodNotAllowed();
    const read = await readMessage(request);
    if (read instanceof Response) return read;
    const { message } = read;
    // The key may be revoked while the body arrives, so it is checked again.
    const caller = assertWelcome({ ...admission, caller: await identify(request) });
    const named = nameInMessage(message);
    const client =
      named ?? readSessionId(request.headers.get('Mcp-Session-Id')) ?? nameOfAgent(admission.request.agent);
    // Loaded with the first request of an agent, so that other servers do not hold it in memory.
    const { respondToMessage } = await import('./mcp-server.ts');
    const response = await respondToMessage(openSession(admission, caller, client), withoutBody(request), message);
    const isInitialize = 'method' in message && message.method === 'initialize';
    if (isInitialize && response.ok && named !== undefined) {
      response.headers.set('Mcp-Session-Id', writeSessionId(named));
    }
    return response;
  }

  async function respondOrRefuse(request: Request, admission: Admission): Promise<Response> {
    try {
      return await respond(request, admission);
    } catch (error) {
      const failure = error instanceof AppError ? error : translate(error);
      if (!failure) throw error;
      return refuse(failure);
    }
  }

  return async (request, peers) => {
    if (request.headers.has('Origin') && !isOwnOrigin(request.headers)) return refuse(otherSite());
    const startMs = performance.now();
    const admission = await endpoints.admit(request, peers, () => identify(request));
    const response = await respondOrRefuse(request, admission);
    const { id: requestId } = admission.request;
    response.headers.set('X-Request-Id', requestId);
    response.headers.set('Cache-Control', 'no-store');
    setRateHeaders(response.headers, admission.verdict);
    const ms = Math.round((performance.now() - startMs) * 100) / 100;
    const facts = { requestId, method: request.method, path: '/mcp', status: response.status, ms };
    log.info('request', { ...facts, user: admission.caller?.userId });
    return response;
  };
}
