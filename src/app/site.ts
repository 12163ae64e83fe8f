import type { Bus } from '../bus/open.ts';
import { drawCard } from '../cards/draw-card.ts';
import type { Config } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import { version } from '../config/version.ts';
import { createHosts } from '../core/hosts.ts';
import type { Database } from '../db/db.ts';
import { translateStoreError as translate } from '../db/failures.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { pingDatabase } from '../db/open.ts';
import { openPlaces } from '../geo/places.ts';
import { type Answer, createApi } from '../http/api.ts';
import { listEndpoints } from '../http/docs-endpoints.ts';
import { jsonResponse } from '../http/envelope.ts';
import { errorResponse } from '../http/error-response.ts';
import { healthResponse, metricsResponse, readyResponse } from '../http/health.ts';
import { methodRefused } from '../http/method-refused.ts';
import { createMetrics } from '../http/metrics.ts';
import { describeApi } from '../http/openapi.ts';
import type { PeerSource } from '../http/peer.ts';
import { splitUrl } from '../http/request-url.ts';
import { createTrust } from '../lib/ip.ts';
import { apiDocsPage } from '../pages/api-docs.ts';
import { avatarPicture } from '../pages/avatar.ts';
import { interFont } from '../pages/fonts.ts';
import { landingPage } from '../pages/landing.ts';
import { createRedirector, type Redirector } from '../redirect/redirect.ts';
import { Unlocker } from '../redirect/unlock.ts';
import { createSetupPage } from '../resources/account/account.setup.ts';
import type { StoredChange } from '../resources/links/link.service.ts';
import { drawPicture } from '../resources/qr-codes/draw-picture.ts';
import { openCampaigns } from './campaigns.ts';
import { createCardNames } from './card-names.ts';
import { createCardSources } from './card-sources.ts';
import { openCards } from './cards.ts';
import { openClicks } from './counting.ts';
import { DrawingThread } from './drawing-thread.ts';
import { openQrCodes } from './qr-codes.ts';
import { createRoutes, createServices, type Services, type World } from './services.ts';

/** The program without a socket: answers any request, until it is closed. */
export interface Site {
  answer: Answer;
  services: Services;
  redirector: Redirector;
  close(): Promise<void>;
}

/** Options that only tests set. */
export interface SiteOptions {
  isStrict?: boolean;
  /** Counts clicks on this thread, by its clock, and draws on it. */
  isOnOneThread?: boolean;
}

/** Puts the whole house together over an open store. */
export async function createSite(
  database: Database,
  bus: Bus,
  config: Config,
  world: World,
  options: SiteOptions = {},
): Promise<Site> {
  const { log, now } = world;
  const { baseUrl, rateLimit } = config;
  const isTrusted = createTrust(config.trustProxy);
  const secret = loadSecret(config);

  const onLinkChanged = (stored: StoredChange) => {
    for (const { domainId, alias } of stored.addresses) redirector.forget(domainId, alias);
    campaigns.forgetLink(stored);
  };
  const services = createServices(database.db, config, secret, world, {
    onLinkChanged,
    onQrCodeChanged: (code) => qrCodes.forget(code),
    onCampaignChanged: (changed) => campaigns.forget(changed),
  });
  const metrics = createMetrics(version);
  const clicks = await openClicks({ database, services, config, secret, world }, metrics.registry, options);
  const hosts = createHosts(baseUrl, config.isBaseUrlSet);
  const redirector = createRedirector({
    links: services.links,
    hosts,
    places: openPlaces(config.geoipDb),
    unlocker: new Unlocker(secret, bus.windows, baseUrl.startsWith('https:')),
    windows: bus.ownWindows,
    isTrusted,
    capture: (request, peer, linkId, at, isHead) => clicks.capture(request, peer, 'link', linkId, at, isHead),
    baseUrl,
    now,
    log,
  });
  const drawing = new DrawingThread(log);
  const qrCodes = openQrCodes({
    services,
    clicks,
    redirector,
    bus,
    hosts,
    draw: options.isOnOneThread ? drawPicture : drawing.draw,
    baseUrl,
    isTrusted,
    world,
  });
  const campaigns = openCampaigns({ services, redirector, hosts, baseUrl, world });
  const answerCard = openCards({
    names: createCardNames(baseUrl, secret),
    sources: createCardSources(services, baseUrl),
    draw: options.isOnOneThread ? drawCard : drawing.drawCard,
    hosts,
    windows: bus.ownWindows,
    isTrusted,
    answerMiss: redirector.answerMiss,
    now,
  });

  const { findPrincipal } = services.keys;
  const routes = createRoutes(services, baseUrl, now, () => clicks.settle());
  const description = describeApi(routes, version);
  const setup = createSetupPage(services.accounts);
  const api = createApi({
    routes,
    findPrincipal,
    windows: bus.windows,
    rateRule: { limit: rateLimit, windowMs: config.rateWindowSeconds * 1000 },
    isTrusted,
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

  const docs = apiDocsPage(listEndpoints(description), baseUrl, rateLimit);
  const openapi = jsonResponse(200, description);

  /** A page or a file of our own; undefined where there is none at this path. */
  function findOwn(request: Request, peers: PeerSource, path: string): Response | Promise<Response> | undefined {
    switch (path) {
      case '/':
        return landingPage();
      case '/api/openapi.json':
        return openapi.clone() as Response;
      case '/assets/inter.woff2':
        return interFont();
      case '/docs':
        return docs.clone() as Response;
      case '/healthz':
        return healthResponse();
      case '/metrics':
        return metricsResponse(request, peers, { metrics, findPrincipal, translate, log });
      case '/readyz':
        return readyResponse(checkReady, log);
    }
    const [, name] = /^\/avatar\/([\w-]{1,50})\.svg$/.exec(path) ?? [];
    return name === undefined ? undefined : avatarPicture(name);
  }

  function answerOther(request: Request, peers: PeerSource): Response | Promise<Response> {
    const { path } = splitUrl(request.url);
    if (path === '/setup') return setup(request);
    const own = findOwn(request, peers, path);
    if (own) return request.method === 'GET' || request.method === 'HEAD' ? own : methodRefused('GET, HEAD');
    if (path === '/api' || path.startsWith('/api/')) return api(request, peers);
    const page = qrCodes.answer(request, peers, path) ?? campaigns.answer(request, peers, path);
    return page ?? answerCard(request, peers, path) ?? redirector.answer(request, peers);
  }

  function fail(error: unknown): Response {
    return errorResponse(error, '-', translate, log);
  }

  return {
    services,
    redirector,
    answer(request, peers) {
      try {
        const fast = redirector.answerFast(request, peers);
        if (fast) return fast;
        const answer = answerOther(request, peers);
        return answer instanceof Response ? answer : answer.catch(fail);
      } catch (error) {
        return fail(error);
      }
    },
    async close() {
      drawing.stop();
      await clicks.close();
      await services.feeds.close();
      bus.close();
      await database.close();
    },
  };
}
