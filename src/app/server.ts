import type { Server } from 'bun';
import { type Bus, openBus } from './bus/open.ts';
import { type Config, ConfigError } from './config/config.ts';
import { loadSecret } from './config/data-dir.ts';
import { version } from './config/version.ts';
import type { Database } from './db/db.ts';
import { translateStoreError } from './db/failures.ts';
import { pendingMigrations } from './db/migrate.ts';
import { openStore, pingDatabase } from './db/open.ts';
import { type Answer, createApi } from './http/api.ts';
import { listEndpoints } from './http/docs-endpoints.ts';
import { jsonResponse } from './http/envelope.ts';
import { errorResponse } from './http/error-response.ts';
import { healthResponse, metricsResponse, readyResponse } from './http/health.ts';
import { createMetrics } from './http/metrics.ts';
import { describeApi } from './http/openapi.ts';
import { splitUrl } from './http/request-url.ts';
import type { Route } from './http/route.ts';
import type { Clock } from './lib/date-time.ts';
import type { Log } from './lib/log.ts';
import { apiDocsPage } from './pages/api-docs.ts';
import { avatarPicture } from './pages/avatar.ts';
import { landingPage } from './pages/landing.ts';
import { notFoundPage } from './pages/not-found.ts';
import { accountRoutes } from './resources/account/account.routes.ts';
import { type AccountService, createAccountService } from './resources/account/account.service.ts';
import { createSetupPage } from './resources/account/account.setup.ts';
import { keyRoutes } from './resources/keys/key.routes.ts';
import { createKeyService, type KeyService } from './resources/keys/key.service.ts';
import { pixelRoutes } from './resources/pixels/pixel.routes.ts';
import { createPixelService, type PixelService } from './resources/pixels/pixel.service.ts';

/** What everything that is built here may use of the world outside. */
export interface World {
  log: Log;
  now: Clock;
}

/** Every noun's service over one store. */
export interface Services {
  accounts: AccountService;
  keys: KeyService;
  pixels: PixelService;
}

/** Builds the services; the command line uses them without any server. */
export function createServices({ db }: Database, config: Config, { log, now }: World): Services {
  const keys = createKeyService(db, now, log);
  const accounts = createAccountService({
    db,
    keys,
    secret: loadSecret(config),
    isRegistrationOpen: config.registration === 'open',
    now,
  });
  return { accounts, keys, pixels: createPixelService(db, now) };
}

/** Every endpoint of the API. */
export function createRoutes({ accounts, keys, pixels }: Services, baseUrl: string, now: Clock): Route[] {
  return [...pixelRoutes(pixels), ...accountRoutes(accounts, baseUrl, now), ...keyRoutes(keys)];
}

/** The program without a socket: answers any request, until it is closed. */
export interface Site {
  answer: Answer;
  services: Services;
  close(): Promise<void>;
}

/** Options that only tests set. */
export interface SiteOptions {
  isStrict?: boolean;
}

/** Puts the whole house together over an open store. */
export function createSite(
  database: Database,
  bus: Bus,
  config: Config,
  world: World,
  options: SiteOptions = {},
): Site {
  const { log, now } = world;
  const services = createServices(database, config, world);
  const routes = createRoutes(services, config.baseUrl, now);
  const metrics = createMetrics(version);
  const description = describeApi(routes, version);
  const { findPrincipal } = services.keys;
  const translate = translateStoreError;
  const setup = createSetupPage(services.accounts);
  const api = createApi({
    routes,
    findPrincipal,
    windows: bus.windows,
    rateRule: { limit: config.rateLimit, windowMs: config.rateWindowSeconds * 1000 },
    trustProxy: config.trustProxy,
    translate,
    now,
    log,
    observe: metrics.observeRequest,
    ...options,
  });

  async function checkReady(): Promise<void> {
    await pingDatabase(database.db);
    const pending = await pendingMigrations(database);
    if (pending.length > 0) throw new Error(`migrations are pending: ${pending.join(', ')}`);
  }

  async function answer(request: Request, peer: string): Promise<Response> {
    const { path } = splitUrl(request.url);
    const [, first = '', second = ''] = path.split('/', 3);
    switch (first) {
      case '':
        return landingPage();
      case 'api':
        return path === '/api/openapi.json' ? jsonResponse(200, description) : api(request, peer);
      case 'docs':
        return apiDocsPage(listEndpoints(description), config.baseUrl, config.rateLimit);
      case 'healthz':
        return healthResponse();
      case 'readyz':
        return readyResponse(checkReady, log);
      case 'metrics':
        return metricsResponse(request, peer, { metrics, findPrincipal, translate, log });
      case 'setup':
        return setup(request);
      case 'avatar':
        return /^[\w-]{1,50}\.svg$/.test(second) ? avatarPicture(second.slice(0, -4)) : notFoundPage();
      default:
        return notFoundPage();
    }
  }

  return {
    services,
    answer: (request, peer) => answer(request, peer).catch((error) => errorResponse(error, '-', translate, log)),
    async close() {
      bus.close();
      await database.close();
    },
  };
}

/** A running server. */
export interface App {
  port: number;
  services: Services;
  stop(): Promise<void>;
}

// What is under way gets this long to end before its connection is cut.
const STOP_LIMIT_MS = 8_000;

function starting(): Response {
  return jsonResponse(503, { error: 1, message: 'Signpost is starting.', code: 'starting' });
}

function listen(config: Config, answer: Answer): Server<undefined> {
  try {
    return Bun.serve({
      port: config.port,
      hostname: config.host,
      development: false,
      fetch: (request, server) => answer(request, server.requestIP(request)?.address ?? ''),
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new ConfigError(`PORT ${config.port} is in use by another program; stop it or set another PORT.`);
    }
    throw new ConfigError(`HOST ${config.host} with PORT ${config.port} cannot be listened on: ${message}.`);
  }
}

/** Starts everything. The port is taken first: where that fails, nothing has been written yet. */
export async function startApp(config: Config, world: World): Promise<App> {
  let answer: Answer = starting;
  const server = listen(config, (request, peer) => answer(request, peer));
  // PORT=0 takes any free port, and the addresses that are handed out must name it.
  const port = server.port ?? config.port;
  const settled = config.isBaseUrlSet ? config : { ...config, baseUrl: `http://localhost:${port}` };
  try {
    const { database } = await openStore(settled, world.now());
    const site = createSite(database, openBus(settled, world.log), settled, world);
    answer = site.answer;
    return {
      port,
      services: site.services,
      async stop() {
        const cut = setTimeout(() => server.stop(true), STOP_LIMIT_MS);
        await server.stop();
        clearTimeout(cut);
        await site.close();
      },
    };
  } catch (error) {
    await server.stop(true);
    throw error;
  }
}
