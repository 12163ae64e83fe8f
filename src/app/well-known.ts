import { refuseUnlessGet } from '../http/method-refused.ts';
import { languageOf } from '../pages/texts.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import { cacheRules, StoreCache } from '../redirect/store-cache.ts';
import type { WellKnownService } from '../resources/domains/well-known.service.ts';
import { findWellKnownName, type WellKnownFiles, type WellKnownName } from '../resources/domains/well-known.ts';
import type { HostPathHandler } from './path-handler.ts';
import type { Runtime } from './runtime.ts';

/** Serves the files by which apps claim the links of a host. */
export interface WellKnownHandler {
  handle: HostPathHandler;
  /** Must be called when the files of a domain have changed. */
  forget(domainId: number): void;
}

const MAX_BYTES = 8_000_000;
const OBJECT_BYTES = 300;

const NOSNIFF = { 'X-Content-Type-Options': 'nosniff' };
const FILE_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=60', ...NOSNIFF };
const MISSING_HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...NOSNIFF };

function bytesOf({ apple_app_site_association: apple, assetlinks }: WellKnownFiles): number {
  return OBJECT_BYTES + 2 * ((apple?.length ?? 0) + (assetlinks?.length ?? 0));
}

function respond(files: WellKnownFiles | null, name: WellKnownName): Response {
  const content = files?.[name] ?? null;
  return content === null
    ? new Response('This host has no such file.\n', { status: 404, headers: MISSING_HEADERS })
    : new Response(content, { headers: FILE_HEADERS });
}

/** What the handler of these files needs. */
interface Parts {
  wellKnown: Pick<WellKnownService, 'find'>;
  runtime: Pick<Runtime, 'log' | 'loadLimitMs'>;
}

export function createWellKnownHandler({ wellKnown, runtime }: Parts): WellKnownHandler {
  const { log, loadLimitMs = cacheRules.loadLimitMs } = runtime;
  const cache = new StoreCache<WellKnownFiles>((id) => wellKnown.find(Number(id)), bytesOf, {
    ...cacheRules,
    maxBytes: MAX_BYTES,
    loadLimitMs,
  });

  async function loadAndRespond(request: Request, key: string, name: WellKnownName): Promise<Response> {
    try {
      return respond(await cache.load(key), name);
    } catch (error) {
      log.error('the files of a domain could not be looked up', { error });
      return unavailablePage(languageOf(request));
    }
  }

  return {
    handle(request, _, path, { domainId }) {
      const name = findWellKnownName(path);
      if (name === undefined) return undefined;
      const refused = refuseUnlessGet(request);
      if (refused) return refused;
      const key = String(domainId);
      const files = cache.peek(key);
      return files === undefined ? loadAndRespond(request, key, name) : respond(files, name);
    },

    forget: (domainId) => cache.forget(String(domainId)),
  };
}
