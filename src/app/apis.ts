import type { Config } from '../config/config.ts';
import { version } from '../config/version.ts';
import type { RateWindows } from '../core/rate-window.ts';
import type { Database } from '../db/db.ts';
import { translateStoreError as translate } from '../db/failures.ts';
import { findRole } from '../db/find-role.ts';
import { createApi, type ObservedRequest, type RequestHandler } from '../http/api.ts';
import { readBearer } from '../http/authenticate.ts';
import { createEndpointCaller, type EndpointCaller } from '../http/endpoint-caller.ts';
import type { FindRole } from '../http/enter-workspace.ts';
import { describeApi, type OpenApi } from '../http/openapi.ts';
import { createOwnOrigin } from '../http/own-origin.ts';
import type { FindClientAddress } from '../http/peer.ts';
import type { Route } from '../http/route.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { createMcpHandler, type McpHandler } from '../mcp/mcp-handler.ts';
import type { DrawPicture } from '../resources/qr-codes/picture-kind.ts';
import { type CompatibleHandler, createCompatibleHandler, warnAboutTakenWords } from './compatible.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

interface Parts {
  routes: Route[];
  services: Services;
  database: Database;
  config: Config;
  runtime: Runtime;
  windows: RateWindows;
  cookie: SessionCookie;
  draw: DrawPicture;
  findClientAddress: FindClientAddress;
  isTrusted(address: string): boolean;
  waitForClicks(): Promise<void>;
  observe(facts: ObservedRequest): void;
  /** Checks every response, in tests. */
  isStrict?: boolean | undefined;
}

/** The ways in which programs use the server, all from the same routes. */
export interface Apis {
  api: RequestHandler;
  /** Calls endpoints of the API without HTTP. */
  endpoints: EndpointCaller;
  handleCompatible: CompatibleHandler;
  handleMcp: McpHandler;
  describe(): OpenApi;
}

/** Creates the API, the compatible APIs and MCP from the routes. */
export async function createApis(parts: Parts): Promise<Apis> {
  const { routes, services, database, config, runtime, windows, cookie, draw, findClientAddress, isTrusted } = parts;
  const { waitForClicks, observe, isStrict } = parts;
  const { log, now } = runtime;
  const { baseUrl } = config;
  const { findPrincipal } = services.keys;
  const findRoleOf: FindRole = (who) => findRole(database.db, who);
  const rateRule = { limit: config.rateLimit, windowMs: config.rateWindowSeconds * 1000 };
  const endpoints = createEndpointCaller({ routes, findRole: findRoleOf, windows, rateRule, isTrusted, now });
  const isOwnOrigin = createOwnOrigin(baseUrl, config.isBaseUrlSet);
  const api = createApi({
    principals: {
      byKey: findPrincipal,
      bySession: services.sessions.findPrincipal,
      cookie,
      findRole: findRoleOf,
      takesTokenScheme: config.compatible.has('older'),
    },
    requiresSecondFactor: config.requireSecondFactor === 'on',
    ...{ routes, isOwnOrigin, windows, rateRule, isTrusted, translate, observe, now, log, isStrict },
  });
  const handleCompatible = createCompatibleHandler({
    ...{ config, services, endpoints, database, db: database.db, draw, baseUrl, waitForClicks },
    ...{ findPrincipal, findClientAddress, translate, observe, windows, now, log },
  });
  await warnAboutTakenWords(database.db, config.compatible, log);
  const handleMcp = createMcpHandler({
    async identify({ headers }) {
      const key = readBearer(headers.get('Authorization'));
      return key === undefined ? undefined : findPrincipal(key);
    },
    ...{ routes, endpoints, isOwnOrigin, translate, now, log },
  });
  // Described when it is first requested: the description takes more memory than all routes.
  let description: OpenApi | undefined;
  function describe(): OpenApi {
    description ??= describeApi(routes, version);
    return description;
  }
  return { api, endpoints, handleCompatible, handleMcp, describe };
}
