import { MemoryWindows } from '../bus/memory-windows.ts';
import type { Config } from '../config/config.ts';
import { commandPrincipal } from '../core/principal.ts';
import type { Database } from '../db/db.ts';
import { translateStoreError as translate } from '../db/failures.ts';
import { findRole } from '../db/find-role.ts';
import { openPlaces } from '../geo/places.ts';
import { createApi, type RequestHandler } from '../http/api.ts';
import { createEndpointCaller } from '../http/endpoint-caller.ts';
import { splitUrl } from '../http/request-url.ts';
import { createSessionCookie } from '../http/session-cookie.ts';
import { createVisitorHash } from '../lib/visitor-hash.ts';
import { createMcpHandler } from '../mcp/mcp-handler.ts';
import { createInterstitialFinder } from '../redirect/interstitial.ts';
import { createSimulateVisit } from '../redirect/simulate.ts';
import type { DrawPicture } from '../resources/qr-codes/picture-kind.ts';
import { createRoutes } from './routes.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

interface Parts {
  database: Database;
  services: Services;
  config: Config;
  secret: string;
  runtime: Runtime;
}

// A command on the server may send as many requests as it needs.
const NO_LIMIT = { limit: Number.MAX_SAFE_INTEGER / 100, windowMs: 60_000 };

const drawOnThisThread: DrawPicture = async (...given) =>
  (await import('../resources/qr-codes/draw-picture.ts')).drawPicture(...given);

/** The API and the MCP server of a store without a server, for commands. Every request acts for this user, whatever key it has. */
export function createLocalApi(parts: Parts, who: { userId: number; command: string }): RequestHandler {
  const { database, services, config, secret, runtime } = parts;
  const { log, now } = runtime;
  const principal = commandPrincipal(who.userId, `signpost ${who.command}`);
  const windows = new MemoryWindows(now);
  const simulateVisit = createSimulateVisit({
    sources: {
      places: openPlaces(config.geoipDb),
      addressOf: () => '',
      isUnlocked: () => false,
      pixelRules: { privacy: config.pixelPrivacy, consent: config.pixelConsent },
      hashVisitor: createVisitorHash(secret),
    },
    findInterstitial: createInterstitialFinder({ ...services, addressOf: services.files.addressOf }),
    now,
  });
  const { baseUrl } = config;
  const routes = createRoutes({ services, baseUrl, now, draw: drawOnThisThread, simulateVisit });
  const identify = async () => principal;
  const shared = {
    ...{ routes, windows, rateRule: NO_LIMIT, translate, now, log },
    findRole: (of: { userId: number; workspaceId: number }) => findRole(database.db, of),
    isTrusted: () => false,
    isOwnOrigin: () => false,
  };
  const api = createApi({
    ...shared,
    principals: {
      byKey: identify,
      bySession: async () => undefined,
      cookie: createSessionCookie(false),
      findRole: shared.findRole,
    },
  });
  const handleMcp = createMcpHandler({ ...shared, endpoints: createEndpointCaller(shared), identify });
  return (request, peers) => (splitUrl(request.url).path === '/mcp' ? handleMcp(request, peers) : api(request, peers));
}
