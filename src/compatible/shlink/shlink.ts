import { checkReady } from '../../db/check-ready.ts';
import type { CompatibleProduct, CorsRule, Exchange } from '../product.ts';
import { readJsonBody } from '../read-body.ts';
import { createDomainHandlers } from './domains.ts';
import { noLiveUpdates, Problem, problemResponse, unknownPath, wrongMethod } from './problem.ts';
import { ShlinkQuery } from './read-request.ts';
import { type KeyPlace, refuse } from './refuse.ts';
import type { ShlinkCall, ShlinkHandler, ShlinkParts } from './shlink-parts.ts';
import { createShortUrlHandlers } from './short-urls.ts';
import { createTagHandlers } from './tags.ts';
import { createVisitHandlers } from './visits.ts';

/** The version of Shlink whose calls are answered; clients show features by it. */
const VERSION = '5.1.5';

const PREFIX = /^\/rest\/v[123](?=\/)/;
const HEALTH = /^\/rest(?:\/v[123])?\/health$/;
const SHORTEN = /^\/rest\/v[123]\/short-urls\/shorten$/;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const HEADER_NAMES = /^[\w-]+(?: *, *[\w-]+)*$/;

type Method = (typeof METHODS)[number];

/** A path after the version, and what it does by method. Codes may have several segments, so longer paths come first. */
type ShlinkRoute = [path: RegExp, handlers: Partial<Record<Method, ShlinkHandler>>];

function createRoutes(parts: ShlinkParts): ShlinkRoute[] {
  const shortUrls = createShortUrlHandlers(parts);
  const visits = createVisitHandlers(parts);
  const tags = createTagHandlers(parts);
  const domains = createDomainHandlers(parts);
  const setRules = { POST: shortUrls.replaceRules, PATCH: shortUrls.replaceRules };
  const noUpdates = () => Promise.reject(noLiveUpdates);
  return [
    [/^\/short-urls\/(.+)\/visits$/, { GET: visits.ofShortUrl, DELETE: visits.removeOfShortUrl }],
    [/^\/short-urls\/(.+)\/redirect-rules$/, { GET: shortUrls.readRules, ...setRules }],
    [/^\/short-urls$/, { GET: shortUrls.list, POST: shortUrls.create }],
    [/^\/short-urls\/(.+)$/, { GET: shortUrls.read, PATCH: shortUrls.change, DELETE: shortUrls.remove }],
    [/^\/tags$/, { GET: tags.list, PUT: tags.rename, DELETE: tags.remove }],
    [/^\/tags\/stats$/, { GET: tags.stats }],
    [/^\/tags\/(.+)\/visits$/, { GET: visits.ofTag }],
    [/^\/domains$/, { GET: domains.list }],
    [/^\/domains\/redirects$/, { PATCH: domains.changeRedirects }],
    [/^\/domains\/([^/]+)\/visits$/, { GET: visits.ofDomain }],
    [/^\/visits$/, { GET: visits.overview }],
    [/^\/visits\/orphan$/, { GET: visits.orphan, DELETE: visits.removeOrphan }],
    [/^\/visits\/non-orphan$/, { GET: visits.nonOrphan }],
    [/^\/mercure-info$/, { GET: noUpdates }],
  ];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unknownPath();
  }
}

function findHandler(routes: ShlinkRoute[], { path, method }: Exchange): { handle: ShlinkHandler; name: string } {
  const version = PREFIX.exec(path)?.[0];
  if (version === undefined) throw unknownPath();
  const rest = path.slice(version.length);
  for (const [pattern, handlers] of routes) {
    const match = pattern.exec(rest);
    if (!match) continue;
    const handle = handlers[method as Method];
    if (!handle) throw wrongMethod(method);
    return { handle, name: decode(match[1] ?? '') };
  }
  throw unknownPath();
}

/** Where the key of a request is: one call takes it from the query. */
function readKey({ path, raw, query }: Exchange): { key: string | null; place: KeyPlace } {
  if (SHORTEN.test(path)) return { key: new URLSearchParams(query).get('apiKey'), place: 'query' };
  return { key: raw.headers.get('X-Api-Key'), place: 'header' };
}

function corsRule({ headers }: Request): CorsRule {
  const wanted = headers.get('Access-Control-Request-Headers') ?? '';
  return { methods: METHODS, headers: HEADER_NAMES.test(wanted) ? [wanted] : ['X-Api-Key', 'Content-Type'] };
}

/** The REST API of Shlink. */
export function createShlink(parts: ShlinkParts): CompatibleProduct {
  const { endpoints, database } = parts;
  const routes = createRoutes(parts);
  const shorten = createShortUrlHandlers(parts).shorten;

  async function respondHealth(): Promise<Response> {
    const isReady = await checkReady(database).then(
      () => true,
      () => false,
    );
    const links = { about: 'https://shlink.io', project: 'https://github.com/shlinkio/shlink' };
    const body = JSON.stringify({ status: isReady ? 'pass' : 'fail', version: VERSION, links });
    return new Response(body, {
      status: isReady ? 200 : 503,
      headers: { 'Content-Type': 'application/health+json' },
    });
  }

  async function respond(exchange: Exchange): Promise<Response> {
    const { path, method, query, raw } = exchange;
    if (HEALTH.test(path) && method === 'GET') return respondHealth();
    const isShorten = SHORTEN.test(path) && method === 'GET';
    const { handle, name } = isShorten ? { handle: shorten, name: '' } : findHandler(routes, exchange);
    const admission = await exchange.admitKey(readKey(exchange).key);
    const call: ShlinkCall = {
      ...{ exchange, admission, name },
      query: new ShlinkQuery(query),
      readBody: () => readJsonBody(raw),
      act: (endpoint, work) => endpoints.act(admission, endpoint, work),
    };
    return handle(call);
  }

  return {
    name: 'shlink',
    route: '/rest',
    takes: (path) => path.startsWith('/rest/'),
    isOnBrandedDomains: true,
    cors: (_, request) => corsRule(request),

    async handle(exchange) {
      try {
        return await respond(exchange);
      } catch (error) {
        if (error instanceof Problem) return problemResponse(error.facts);
        throw error;
      }
    },

    refuse(failure, exchange) {
      const { key, place } = readKey(exchange);
      return refuse(failure, key, place);
    },
  };
}
