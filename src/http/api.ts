import { type Context, Hono } from 'hono';
import { actAs, actorOf } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
import type { RateRule, RateVerdict, RateWindows } from '../core/rate-window.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { admitCaller } from './admit-caller.ts';
import { isAcceptedFrom } from './assert-may-use.ts';
import { identify, type PrincipalSources } from './authenticate.ts';
import { isAccepted } from './enter-workspace.ts';
import { jsonResponse } from './envelope.ts';
import { errorResponse, type Translate } from './error-response.ts';
import { methodNotAllowed, otherSite, pathNotFound } from './failures.ts';
import { guardStream } from './guard-stream.ts';
import { type IsOwnOrigin, mayChangeByCookie } from './own-origin.ts';
import type { PeerSource } from './peer.ts';
import { assertAllowed, setRateHeaders, takeRequest, takeRouteLimit } from './rate-limit.ts';
import { parseInput, parseQuery, readJson } from './read-input.ts';
import { readUpload } from './read-upload.ts';
import { readRequestFacts } from './request-facts.ts';
import { readQuery, splitUrl } from './request-url.ts';
import type { ConnectionFacts, RequestFacts, Route } from './route.ts';
import { RunningDownloads } from './running-downloads.ts';

// Feeds check their listeners themselves.
const EVENT_STREAM = 'text/event-stream';

// A caller is checked again if the body took longer than this to arrive. Usually it arrives together with the headers.
const RECENT_MS = 25;

// Streams send heartbeats more often than this; a connection without traffic for so long is closed.
const STREAM_SILENCE_SECONDS = 60;

/** The dependencies of the API. */
export interface ApiParts {
  routes: Route[];
  principals: PrincipalSources;
  isOwnOrigin: IsOwnOrigin;
  windows: RateWindows;
  rateRule: RateRule;
  isTrusted(address: string): boolean;
  translate: Translate;
  now: Clock;
  log: Log;
  /** Whether sessions need a second factor; default: false. */
  requiresSecondFactor?: boolean;
  /** Called once for each response. */
  observe?(facts: ObservedRequest): void;
  /** Validates every response against its schema; only in tests, which prove the documentation this way. */
  isStrict?: boolean | undefined;
}

/** A finished request, for metrics and traces. */
export interface ObservedRequest {
  requestId: string;
  method: string;
  /** The pattern of the path; `unknown` if no route matched. */
  route: string;
  status: number;
  seconds: number;
  /** The header of W3C Trace Context. */
  traceparent: string | null;
}

/** Handles a request; `peers` knows the address of its connection. */
export type RequestHandler = (request: Request, peers: PeerSource) => Response | Promise<Response>;

interface Env {
  Bindings: { peers: PeerSource };
  Variables: {
    request: RequestFacts;
    caller: Principal | undefined;
    verdict: RateVerdict;
    route: string;
    cookies: string[] | undefined;
  };
}

/** The API as one function: rate limit, find the route, authenticate, parse, handle, respond. */
export function createApi(parts: ApiParts): RequestHandler {
  const downloads = new RunningDownloads();
  const app = new Hono<Env>({ getPath: (request) => withoutLastSlash(splitUrl(request.url).path) });

  app.use(async (context, next) => {
    const startMs = performance.now();
    const { method, url, headers } = context.req.raw;
    const setCookie = (cookie: string) => context.set('cookies', [...(context.get('cookies') ?? []), cookie]);
    const request = readRequestFacts(context.req.raw, context.env.peers, parts.isTrusted, setCookie);
    const { id } = request;
    context.set('request', request);
    await next();
    finishHeaders(context);
    const { status } = context.res;
    const ms = performance.now() - startMs;
    const route = context.get('route') ?? 'unknown';
    const traceparent = headers.get('traceparent');
    parts.observe?.({ requestId: id, method, route, status, seconds: ms / 1000, traceparent });
    const facts = {
      requestId: id,
      method,
      path: maskKeys(splitUrl(url).path.slice(0, 512)),
      status,
      ms: Math.round(ms * 100) / 100,
    };
    parts.log.info('request', { ...facts, user: context.get('caller')?.userId });
  });

  app.use(async (context, next) => {
    const { raw } = context.req;
    const identity = await identify(raw, parts.principals);
    const caller = 'principal' in identity ? identity.principal : undefined;
    const { address } = context.get('request');
    // Elsewhere, someone who found the key could use up its requests.
    const counted = caller && isAcceptedFrom(caller, address) ? caller : undefined;
    const verdict = await takeRequest(parts.windows, parts.rateRule, counted, address);
    context.set('verdict', verdict);
    assertAllowed(verdict, parts.now());
    if ('error' in identity) throw identity.error;
    context.set('caller', caller);
    await next();
  });

  for (const [path, routes] of routesByPath(parts.routes)) {
    for (const route of routes) {
      app.on(route.method, path, async (context) => {
        context.set('route', path);
        const answer = await runRoute(route, context, parts, downloads);
        if (route.redirects) return context.redirect((answer as { location: string }).location);
        return answer instanceof ReadableStream ? startStream(route, context, answer) : jsonResponse(200, answer);
      });
    }
    const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    app.all(path, (context) => {
      context.header('Allow', methods.join(', '));
      throw methodNotAllowed();
    });
  }

  app.notFound(() => {
    throw pathNotFound();
  });
  app.onError((error, context) => {
    const page = findProblemPage(parts.routes, context);
    if (page !== undefined && error instanceof AppError) return context.redirect(`${page}?problem=${error.code}`);
    const response = errorResponse(error, context.get('request').id, parts.translate, parts.log);
    const allow = context.res.headers.get('Allow');
    if (allow) response.headers.set('Allow', allow);
    return response;
  });
  return (request, peers) => app.fetch(request, { peers });
}

/** Where a browser goes when a redirect fails, for whatever reason; undefined for programs and other endpoints. */
function findProblemPage(routes: Route[], context: Context<Env>): string | undefined {
  const { path, query } = splitUrl(context.req.raw.url);
  const request = context.get('request');
  if (!request.isNavigation) return undefined;
  const found = routes.find((route) => route.redirects && route.path === withoutLastSlash(path));
  const isRead = found && (found.method === context.req.method || context.req.method === 'HEAD');
  return isRead ? found.problemPage?.(request, readQuery(query)) : undefined;
}

/** Removes keys and secret parts from a path before it is logged. */
function maskKeys(path: string): string {
  return path.replace(/sp_[\w-]{20,}/g, 'sp_…').replace(/^(\/+api\/+shared\/+)[^/]+/, '$1…');
}

/** Throws if a page of another site tries to change something with our cookie (CSRF). */
function assertOwnPage(route: Route, request: Request, caller: Principal | undefined, isOwnOrigin: IsOwnOrigin): void {
  const isBySession = caller !== undefined && 'sessionId' in caller;
  // Programs send no Origin header; a page of another site cannot omit it.
  const isAllowed = route.isOwnPagesOnly
    ? !request.headers.has('Origin') || isOwnOrigin(request.headers)
    : route.method === 'GET' || !isBySession || mayChangeByCookie(request, isOwnOrigin);
  if (!isAllowed) throw otherSite();
}

/** Removes a trailing slash: `/api/pixels/` is `/api/pixels`. */
function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Literal paths come before patterns: an unsupported method on `/api/url/add` must not be handled as a link id. */
function routesByPath(routes: Route[]): [path: string, routes: Route[]][] {
  const byPath = Map.groupBy(routes, ({ path }) => path);
  return [...byPath].sort(([left], [right]) => Number(left.includes(':')) - Number(right.includes(':')));
}

async function runRoute(
  route: Route,
  context: Context<Env>,
  parts: ApiParts,
  downloads: RunningDownloads,
): Promise<object> {
  const request = context.get('request');
  const { raw } = context.req;
  const from = { address: request.address, requiresSecondFactor: parts.requiresSecondFactor ?? false };
  const admit = (who: Principal | undefined) => admitCaller(route, raw, who, from, parts.principals.findRole);
  const caller = await admit(context.get('caller'));
  assertOwnPage(route, raw, caller, parts.isOwnOrigin);
  const verdict = await takeRouteLimit(route, request.address, parts.windows);
  // The headers describe the window that refuses; otherwise a client would retry too early.
  if (verdict?.isAllowed === false) context.set('verdict', verdict);
  assertAllowed(verdict, parts.now());
  if (route.responseTimeoutSeconds !== undefined) context.env.peers.timeout?.(raw, route.responseTimeoutSeconds);
  const startedAt = performance.now();
  const [input] = await Promise.allSettled([readInput(route, context)]);
  // The key may be revoked while a slow body arrives, so it is checked again.
  const wasSlow = performance.now() - startedAt > RECENT_MS;
  const current = wasSlow && caller ? await admit(await authenticate(raw, parts.principals)) : caller;
  if (input.status === 'rejected') throw input.reason;
  const isLong = route.takes !== undefined || route.streams !== undefined;
  const handled = {
    caller: current,
    request,
    connection: isLong
      ? connectionFactsOf(raw, async () => admit(await authenticate(raw, parts.principals)))
      : undefined,
    ...input.value,
  };
  const handle = () => actAs(actorOf(current, request, parts.now), () => route.handle(handled));
  const body =
    route.isOneAtATime && current
      ? await downloads.start(current.userId, route.path, handle as () => Promise<ReadableStream<Uint8Array>>)
      : await handle();
  if (body instanceof ReadableStream && handled.connection && route.streams !== EVENT_STREAM)
    return guardStream(body, handled.connection.isStillAllowed);
  if (parts.isStrict && route.streams === undefined) route.answer.parse(body);
  return body;
}

/** The parts of a request that the schemas of a route parse. */
async function readInput(route: Route, { req }: Context<Env>) {
  const prepare = route.prepare ?? ((body: object) => body);
  return {
    params: route.params && parseInput(route.params, req.param()),
    query: route.query && parseQuery(route.query, splitUrl(req.raw.url).query),
    ...(route.takes && (await readUpload(req.raw, route.takes))),
    body: route.body && parseInput(route.body, prepare(await readJson(req.raw, route.maxBodyKib))),
  };
}

async function authenticate(request: Request, principals: PrincipalSources): Promise<Principal | undefined> {
  const identity = await identify(request, principals);
  if ('error' in identity) throw identity.error;
  return identity.principal;
}

function connectionFactsOf(request: Request, admitAgain: () => Promise<unknown>): ConnectionFacts {
  return {
    signal: request.signal,
    lastEventId: request.headers.get('Last-Event-ID'),
    isStillAllowed: () => isAccepted(admitAgain),
  };
}

/** The headers that depend on the content type; images, documents and databases have no charset. */
function typeHeaders(type: string): Record<string, string> {
  if (type === 'application/vnd.sqlite3' || type === 'application/zip') return { 'Content-Type': type };
  if (!type.startsWith('image/') && type !== 'application/pdf') return { 'Content-Type': `${type}; charset=utf-8` };
  // An SVG embeds its pictures as data URLs; it loads nothing else and runs no script.
  return { 'Content-Type': type, 'Content-Security-Policy': "default-src 'none'; img-src data:; sandbox" };
}

async function startStream(route: Route, context: Context<Env>, stream: ReadableStream): Promise<Response> {
  const { raw } = context.req;
  context.env.peers.timeout?.(raw, STREAM_SILENCE_SECONDS);
  // The body of a HEAD response is not sent, so it must be canceled here.
  const isHead = raw.method === 'HEAD';
  if (isHead) await stream.cancel();
  return new Response(isHead ? null : stream, {
    headers: {
      ...typeHeaders(route.streams ?? ''),
      'X-Content-Type-Options': 'nosniff',
      // Otherwise a proxy would buffer the events.
      'X-Accel-Buffering': 'no',
      ...(route.download !== undefined && { 'Content-Disposition': `attachment; filename="${route.download}"` }),
    },
  });
}

function finishHeaders(context: Context<Env>): void {
  const { headers } = context.res;
  headers.set('X-Request-Id', context.get('request').id);
  headers.set('Cache-Control', 'no-store');
  const verdict = context.get('verdict');
  if (verdict) setRateHeaders(headers, verdict);
  for (const cookie of context.get('cookies') ?? []) headers.append('Set-Cookie', cookie);
}
