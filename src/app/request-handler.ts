import { translateStoreError } from '../db/failures.ts';
import type { RequestHandler } from '../http/api.ts';
import { errorResponse } from '../http/error-response.ts';
import { hostUnclear } from '../http/failures.ts';
import type { PeerSource } from '../http/peer.ts';
import { splitUrl } from '../http/request-url.ts';
import type { Log } from '../lib/log.ts';
import type { McpHandler } from '../mcp/mcp-handler.ts';
import { languageOf } from '../pages/texts.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import type { HostFinder, VisitedHost } from '../redirect/hosts.ts';
import type { Redirector } from '../redirect/redirector.ts';
import { MAIN_DOMAIN } from '../resources/domains/domain.ts';
import type { CompatibleHandler } from './compatible.ts';
import type { HostPathHandler, PathHandler } from './path-handler.ts';

// Sandboxes every response that is not a page: opened in a window, it cannot act with the rights of our origin.
const SANDBOX = "default-src 'none'; sandbox";

function sandbox(response: Response): Response {
  // A browser does not render a redirect.
  if (response.status >= 300 && response.status < 400) return response;
  if (!response.headers.has('Content-Security-Policy')) response.headers.set('Content-Security-Policy', SANDBOX);
  return response;
}

/** Bun takes the URL from the first Host header and joins all of them with commas: a comma is the only trace of a second one. */
function hasTwoHosts({ headers }: Request): boolean {
  return headers.get('Host')?.includes(',') ?? false;
}

interface Parts {
  redirector: Pick<Redirector, 'handleCached' | 'handle'>;
  hostFinder: Pick<HostFinder, 'peek' | 'load'>;
  /** Paths of the program itself, on every host. */
  handleSystem: PathHandler;
  api: RequestHandler;
  handleMcp: McpHandler;
  /** The APIs of other products; those under `/api` exist on every host, as ours does. */
  handleCompatible: CompatibleHandler;
  /** Pictures and forms of link pages, on every host. */
  handleLinkPage: PathHandler;
  /** Paths that exist on the main host only, beside its links. */
  mainHostHandlers: HostPathHandler[];
  /** Paths that exist on every branded domain, beside its links. */
  brandedHandlers: HostPathHandler[];
  log: Log;
}

/** Handles every request: first a cached link, then the handler of the path. */
export function createRequestHandler(parts: Parts): RequestHandler {
  const { redirector, hostFinder, handleSystem, api, handleMcp, handleCompatible, handleLinkPage, log } = parts;
  const mainHostHandlers = [handleCompatible, ...parts.mainHostHandlers];
  const brandedHandlers = [handleCompatible, ...parts.brandedHandlers];

  function handleBesideLinks(
    host: VisitedHost,
    request: Request,
    peers: PeerSource,
    path: string,
  ): ReturnType<HostPathHandler> {
    for (const handle of host.domainId === MAIN_DOMAIN ? mainHostHandlers : brandedHandlers) {
      const response = handle(request, peers, path, host);
      if (response) return response;
    }
    return undefined;
  }

  function handleOnHost(
    host: VisitedHost | null,
    request: Request,
    peers: PeerSource,
    path: string,
  ): Response | Promise<Response> {
    const own = host ? handleBesideLinks(host, request, peers, path) : undefined;
    return own ?? redirector.handle(request, peers, host);
  }

  async function handleOnUncachedHost(request: Request, peers: PeerSource, path: string): Promise<Response> {
    let host: VisitedHost | null;
    try {
      host = await hostFinder.load(request.url);
    } catch (error) {
      log.error('a domain could not be looked up', { error });
      return unavailablePage(languageOf(request));
    }
    return handleOnHost(host, request, peers, path);
  }

  function handleByPath(request: Request, peers: PeerSource): Response | Promise<Response> {
    const { path } = splitUrl(request.url);
    const system = handleSystem(request, peers, path);
    if (system) return system;
    if (path === '/api' || path.startsWith('/api/'))
      return handleCompatible(request, peers, path) ?? api(request, peers);
    if (path === '/mcp' || path === '/mcp/') return handleMcp(request, peers);
    const linkPage = handleLinkPage(request, peers, path);
    if (linkPage) return linkPage;
    const host = hostFinder.peek(request.url);
    return host === undefined ? handleOnUncachedHost(request, peers, path) : handleOnHost(host, request, peers, path);
  }

  function toErrorResponse(error: unknown): Response {
    return errorResponse(error, '-', translateStoreError, log);
  }

  return (request, peers) => {
    try {
      if (hasTwoHosts(request)) throw hostUnclear();
      const cached = redirector.handleCached(request, peers);
      if (cached) return cached;
      const response = handleByPath(request, peers);
      return response instanceof Response ? sandbox(response) : response.catch(toErrorResponse).then(sandbox);
    } catch (error) {
      return sandbox(toErrorResponse(error));
    }
  };
}
