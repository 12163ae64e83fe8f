import type { Bus } from '../bus/open.ts';
import type { Config } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import { version } from '../config/version.ts';
import { createHosts } from '../core/hosts.ts';
import type { Database } from '../db/db.ts';
import { translateStoreError as translate } from '../db/failures.ts';
import { openPlaces } from '../geo/places.ts';
import { type Answer, createApi } from '../http/api.ts';
import { listEndpoints } from '../http/docs-endpoints.ts';
import { createMetrics, type MetricObject } from '../http/metrics.ts';
import { describeApi } from '../http/openapi.ts';
import { createOwnOrigin } from '../http/own-origin.ts';
import { createSessionCookie } from '../http/session-cookie.ts';
import { createTrust } from '../lib/ip.ts';
import { apiDocsPage } from '../pages/api-docs.ts';
import { wearBrand } from '../pages/brand.ts';
import { createBioBlockHandler, createBioPages } from '../redirect/bio-pages.ts';
import { FormTokens } from '../redirect/form-tokens.ts';
import { createHostFinder } from '../redirect/hosts.ts';
import { createInterstitialFinder, type InterstitialKey } from '../redirect/interstitial.ts';
import { createRedirector, type Redirector } from '../redirect/redirector.ts';
import { Unlocker } from '../redirect/unlock.ts';
import { createSetupPage, type OpenSession } from '../resources/account/account.setup.ts';
import type { ChangedCampaign } from '../resources/campaigns/campaign.service.ts';
import { MAIN_DOMAIN } from '../resources/domains/domain.ts';
import type { LinkAddress, LinkEvent } from '../resources/links/link-event.ts';
import { createAnswer } from './answer.ts';
import { loadBrand } from './brand.ts';
import { openCampaigns } from './campaigns.ts';
import { createCardNames } from './card-names.ts';
import { createCardSources } from './card-sources.ts';
import { openCards } from './cards.ts';
import { openClicks } from './counting.ts';
import { hearNews, shareNews } from './crew-news.ts';
import { watchDamage } from './damage-watch.ts';
import { createDashboard } from './dashboard.ts';
import { openDashboardSource } from './dashboard-bundle.ts';
import type { Door } from './door.ts';
import { DrawingThread } from './drawing-thread.ts';
import { type FramingWatch, watchFraming } from './framing.ts';
import { createMainPages } from './main-pages.ts';
import { findOwnHosts } from './outbound.ts';
import { OutboundThread } from './outbound-thread.ts';
import { createOwnAnswers } from './own-answers.ts';
import { openQrCodes } from './qr-codes.ts';
import { createRoutes } from './routes.ts';
import { createServices, type Services } from './services.ts';
import { openSharedDoors } from './shared-doors.ts';
import type { Listeners, World } from './world.ts';

/** The program without a socket: answers any request, until it is closed. */
export interface Site {
  answer: Answer;
  services: Services;
  redirector: Redirector;
  framing: FramingWatch;
  close(): Promise<void>;
}

/** Options that only tests set. */
export interface SiteOptions {
  isStrict?: boolean;
  /** Counts clicks on this thread, by its clock, and draws on it. */
  isOnOneThread?: boolean;
  /** How long a visit waits for the store, on a machine that has much else to do. */
  loadLimitMs?: number;
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
  wearBrand(await loadBrand(config));
  const secret = loadSecret(config);

  const outboundThread = new OutboundThread(log, { ownHosts: findOwnHosts(config) });
  const outbound = world.outbound ?? outboundThread;
  const forgetLink = ({ domainId, alias }: LinkAddress) => redirector.forget(domainId, alias);
  const forgetting = {
    forgetLink,
    onLinkChanged(stored: Pick<LinkEvent, 'addresses' | 'campaigns'>) {
      stored.addresses.forEach(forgetLink);
      campaigns.forgetLink(stored);
    },
    onPixelChanged: (id: number) => redirector.forgetPixel(id),
    onQrCodeChanged: (code: string) => qrCodes.forget(code),
    onCampaignChanged: (changed: ChangedCampaign) => campaigns.forget(changed),
    onDomainChanged(name: string) {
      hostFinder.forget(name);
      redirector.forgetHosts();
    },
    onBioPageChanged(slugs: string[]) {
      for (const slug of slugs) redirector.forget(MAIN_DOMAIN, slug);
    },
    onInterstitialChanged: (changed: InterstitialKey) => redirector.cache.forgetInterstitial(changed),
  };
  const shared = shareNews(forgetting, bus.crew);
  const listeners: Listeners = {
    ...shared,
    onLinkChanged(stored) {
      // All that the others need: what else is known of a link, its password's hash too, stays in this process.
      const addresses = stored.addresses.map(({ domainId, alias }) => ({ domainId, alias }));
      shared.onLinkChanged({ addresses, campaigns: stored.campaigns });
      framing.look(stored);
    },
  };
  const services = createServices(database.db, config, secret, { ...world, outbound, windows: bus.windows }, listeners);
  const framing = watchFraming({ links: services.links, outbound, baseUrl, onFound: shared.forgetLink, log });
  const metrics = createMetrics(version, {
    number: bus.crew.number,
    readOthers: () => bus.crew.ask('metrics') as Promise<MetricObject[][]>,
  });
  watchDamage(database, metrics.registry, log);
  const clicks = await openClicks({ database, services, config, secret, world }, metrics.registry, options);
  const hostFinder = createHostFinder(createHosts(baseUrl, config.isBaseUrlSet), services.domains, baseUrl);
  const captureBio = clicks.capture.bind(clicks);
  const forms = new FormTokens(secret);
  const redirector = createRedirector({
    links: services.links,
    bio: createBioPages(services.bioPages, captureBio, now),
    hostFinder,
    places: openPlaces(config.geoipDb),
    unlocker: new Unlocker(secret, bus.windows),
    findInterstitial: createInterstitialFinder({ ...services, addressOf: services.files.addressOf }),
    forms,
    windows: bus.ownWindows,
    isTrusted,
    pixelRules: { privacy: config.pixelPrivacy, consent: config.pixelConsent },
    loadLimitMs: options.loadLimitMs,
    capture: (request, peer, linkId, at, isHead) => clicks.capture(request, peer, 'link', linkId, at, isHead),
    now,
    log,
  });
  const { cache, answerMiss } = redirector;
  const drawing = new DrawingThread(log);
  const { draw, drawCard } = options.isOnOneThread ? await loadDrawing() : drawing;
  const qrCodes = openQrCodes({
    services,
    clicks,
    redirector,
    bus,
    draw,
    baseUrl,
    isTrusted,
    world,
  });
  const campaigns = openCampaigns({ services, redirector, world });
  const answerCard = openCards({
    names: createCardNames(baseUrl, secret),
    sources: createCardSources(services, baseUrl),
    draw: drawCard,
    windows: bus.ownWindows,
    isTrusted,
    answerMiss,
    now,
  });
  const answerBlock = createBioBlockHandler({ cache, capture: captureBio, answerMiss, now, log });
  const answerShared = openSharedDoors({ services, redirector, forms, bus, isTrusted, world });
  const dashboard = createDashboard(openDashboardSource(), log);
  const answerDashboard: Door = (request, _, path) => dashboard(request, path);

  const { findPrincipal } = services.keys;
  const cookie = createSessionCookie(baseUrl.startsWith('https:'));
  const settle = async () => {
    await Promise.all([clicks.settle(), bus.crew.ask('settle')]);
  };
  const routes = createRoutes(services, baseUrl, now, settle, draw);
  const description = describeApi(routes, version);
  const api = createApi({
    routes,
    doors: {
      byKey: findPrincipal,
      bySession: services.sessions.findPrincipal,
      cookie,
    },
    isOwnOrigin: createOwnOrigin(baseUrl, config.isBaseUrlSet),
    windows: bus.windows,
    rateRule: { limit: rateLimit, windowMs: config.rateWindowSeconds * 1000 },
    isTrusted,
    translate,
    now,
    log,
    observe: metrics.observeRequest,
    ...options,
  });

  const docs = apiDocsPage(listEndpoints(description), baseUrl, rateLimit);
  const answerOwn = createOwnAnswers({
    ...{ database, description, metrics, hostFinder, findPrincipal },
    ...{ isTrusted, baseUrl, log },
  });

  const openSession: OpenSession = async (credentials, { headers }) => {
    const visitor = { agent: headers.get('User-Agent') ?? '', address: '' };
    return cookie.write((await services.sessions.signIn(credentials, visitor)).token);
  };
  const pages = createMainPages({ docs, setup: createSetupPage(services.accounts, openSession) });
  const answer = createAnswer({
    redirector,
    hostFinder,
    answerOwn,
    api,
    answerShared,
    doors: [pages, answerDashboard, qrCodes.answer, campaigns.answer, answerCard, answerBlock],
    log,
  });

  services.domains.startChecks();

  bus.crew.listen({
    hear: (news) => hearNews(forgetting, news),
    answer: async (question) => (question === 'settle' ? clicks.settle() : metrics.registry.getMetricsAsJSON()),
  });

  return {
    services,
    redirector,
    framing,
    answer,
    async close() {
      drawing.stop();
      outboundThread.stop();
      framing.close();
      await clicks.close();
      await services.feeds.close();
      await services.domains.close();
      bus.close();
      await database.close();
    },
  };
}

/** What draws on this thread; with a thread of its own for that, nothing of it is loaded here. */
async function loadDrawing() {
  const [{ drawPicture: draw }, { drawCard }] = await Promise.all([
    import('../resources/qr-codes/draw-picture.ts'),
    import('../cards/draw-card.ts'),
  ]);
  return { draw, drawCard };
}
