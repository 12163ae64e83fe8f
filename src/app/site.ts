import type { BackupSchedule } from '../backup/backup-schedule.ts';
import type { Bus } from '../bus/open.ts';
import type { Config } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import { version } from '../config/version.ts';
import type { Database } from '../db/db.ts';
import type { RequestHandler } from '../http/api.ts';
import { listEndpoints } from '../http/docs-endpoints.ts';
import type { EndpointCaller } from '../http/endpoint-caller.ts';
import { createMetrics, type MetricObject } from '../http/metrics.ts';
import { createFindClientAddress } from '../http/peer.ts';
import { createSessionCookie } from '../http/session-cookie.ts';
import { createTrust } from '../lib/ip.ts';
import { type PasswordCost, setPasswordCost } from '../lib/password.ts';
import { setBrand } from '../pages/brand.ts';
import { createBioBlockHandler } from '../redirect/bio-pages.ts';
import { FormTokens } from '../redirect/form-tokens.ts';
import type { Redirector } from '../redirect/redirector.ts';
import { createSetupPage, type OpenSession } from '../resources/account/account.setup.ts';
import { createApis } from './apis.ts';
import { startBackgroundWork, stopBackgroundWork } from './background-work.ts';
import { loadBrand } from './brand.ts';
import { broadcastChanges, receiveChange } from './broadcast-changes.ts';
import { createCampaignHandler } from './campaigns.ts';
import { createCardNames } from './card-names.ts';
import { createCardSources } from './card-sources.ts';
import { createCardHandler } from './cards.ts';
import { type AutomaticCertificates, createCertificates, noCertificates } from './certificates.ts';
import { createChangeRelay } from './change-listeners.ts';
import { openClicks } from './counting.ts';
import { watchDamage } from './damage-watch.ts';
import { createDashboard } from './dashboard.ts';
import { openDashboardSource } from './dashboard-bundle.ts';
import { createDocumentation } from './documentation.ts';
import { DrawingThread, loadDrawing } from './drawing-thread.ts';
import { type FramingWatch, watchFraming } from './framing.ts';
import { createHealth } from './health.ts';
import { createCacheInvalidation } from './invalidate-caches.ts';
import { createLinkPageHandler } from './link-page-handler.ts';
import { createMainPages } from './main-pages.ts';
import { findOwnHosts } from './outbound.ts';
import { OutboundThread } from './outbound-thread.ts';
import { createQrCodeHandler } from './qr-codes.ts';
import { openRedirects } from './redirects.ts';
import { watchReplica } from './replica-watch.ts';
import { createRequestHandler } from './request-handler.ts';
import { createRoutes } from './routes.ts';
import type { Runtime } from './runtime.ts';
import { createBackupSchedule } from './scheduled-backups.ts';
import { exportServerMetrics } from './server-metrics.ts';
import { createServices, type Services } from './services.ts';
import { createSystemHandler } from './system-handler.ts';
import { openTraces } from './traces.ts';
import { exportWebhookMetrics } from './webhook-metrics.ts';
import { createWellKnownHandler } from './well-known.ts';

/** The program without a socket: handles requests until it is closed. */
export interface Site {
  handle: RequestHandler;
  /** Calls endpoints of the API without HTTP. */
  endpoints: EndpointCaller;
  services: Services;
  redirector: Redirector;
  framing: FramingWatch;
  backups: BackupSchedule;
  /** With HTTPS=auto; its `start` is called once the server listens. */
  certificates: AutomaticCertificates | undefined;
  close(): Promise<void>;
}

/** Options that only tests set. */
export interface SiteOptions {
  isStrict?: boolean;
  /** Counts clicks and draws on this thread, by its clock. */
  isOnOneThread?: boolean;
  /** The cost of passwords, for tests that are not about it. */
  passwordCost?: PasswordCost;
}

/** What a site is built from; the store must be open and migrated. */
export interface SiteParts {
  database: Database;
  bus: Bus;
  config: Config;
  runtime: Runtime;
  options?: SiteOptions;
}

/** Connects all parts of the program. */
export async function createSite({ database, bus, config, runtime, options = {} }: SiteParts): Promise<Site> {
  const { log, now } = runtime;
  const { baseUrl, rateLimit } = config;
  const { otherWorkers, windows, ownWindows } = bus;
  const isTrusted = createTrust(config.trustProxy);
  const findClientAddress = createFindClientAddress(isTrusted);
  const secret = loadSecret(config);
  setBrand(await loadBrand(config));
  setPasswordCost(options.passwordCost);

  // Services
  const changes = createChangeRelay();
  const outboundThread = new OutboundThread(log, { ownHosts: findOwnHosts(config) });
  const outbound = runtime.outbound ?? outboundThread;
  const services = createServices({
    db: database.db,
    readDb: database.readDb,
    unsyncedDb: database.unsyncedDb,
    config,
    secret,
    runtime: { ...runtime, outbound, windows },
    listeners: changes.listeners,
    hasWebhookThread: !options.isOnOneThread && !runtime.post,
    writeOtherMisses: () => otherWorkers.query('write-misses'),
  });

  // Counting
  const metrics = createMetrics(version, {
    number: otherWorkers.number,
    readOthers: () => otherWorkers.query('metrics') as Promise<MetricObject[][]>,
  });
  exportServerMetrics(database, config, metrics.registry);
  watchDamage(database, metrics.registry, log);
  watchReplica(database, metrics.registry, log);
  exportWebhookMetrics(services, metrics.registry);
  const clicks = await openClicks({ database, services, config, secret, runtime }, metrics.registry, options);
  const waitForClicks = async () => {
    await Promise.all([clicks.waitUntilCounted(), otherWorkers.query('count-clicks')]);
  };

  // Redirects
  const forms = new FormTokens(secret);
  const { hostFinder, redirector } = openRedirects({
    ...{ services, clicks, bus, config, secret, forms, isTrusted, runtime },
  });
  const { cache, respondNotFound } = redirector;

  // Public pages and pictures
  const drawing = new DrawingThread(log);
  const { draw, drawCard } = options.isOnOneThread ? await loadDrawing() : drawing;
  const qrCodes = createQrCodeHandler({
    ...{ services, clicks, redirector, bus, draw, findClientAddress, runtime },
  });
  const campaigns = createCampaignHandler({ services, redirector, runtime });
  const handleCard = createCardHandler({
    names: createCardNames(baseUrl, secret),
    sources: createCardSources(services),
    draw: drawCard,
    ...{ windows: ownWindows, findClientAddress, respondNotFound, now },
  });
  const handleBlock = createBioBlockHandler({
    ...{ cache, respondNotFound, now, log },
    capture: clicks.capture.bind(clicks),
  });
  const handleLinkPage = createLinkPageHandler({ services, redirector, forms, bus, findClientAddress, runtime });
  const wellKnown = createWellKnownHandler({ wellKnown: services.wellKnown, runtime });
  const handleDashboard = createDashboard(openDashboardSource(), log);

  // Changes reach the caches of this process and of the other workers.
  const invalidation = createCacheInvalidation({
    ...{ redirector, hostFinder, campaigns, qrCodes, wellKnown },
    feeds: services.feeds,
  });
  const everywhere = broadcastChanges(invalidation, otherWorkers);
  const framing = watchFraming({
    ...{ links: services.links, outbound, baseUrl, log },
    onFound: (address) => everywhere.onLinkChanged({ addresses: [address], campaigns: [] }),
  });
  const certificates = createCertificates({ database, config, secret, runtime }, metrics.registry);
  changes.connect({
    ...everywhere,
    onDomainChanged(name) {
      everywhere.onDomainChanged(name);
      certificates?.notice(name);
    },
    onLinkChanged(stored) {
      // Other workers get the addresses only: everything else, such as the password's hash, stays in this process.
      const addresses = stored.addresses.map(({ domainId, alias }) => ({ domainId, alias }));
      everywhere.onLinkChanged({ addresses, campaigns: stored.campaigns });
      framing.look(stored);
    },
  });
  otherWorkers.listen({
    onBroadcast: (message) => receiveChange(invalidation, message),
    async onQuery(question) {
      if (question === 'count-clicks') return clicks.waitUntilCounted();
      if (question === 'write-misses') return services.missRecorder.write();
      return metrics.registry.getMetricsAsJSON();
    },
  });

  // API
  const cookie = createSessionCookie(baseUrl.startsWith('https:'));
  const backups = createBackupSchedule({ database, config, runtime }, metrics.registry, options);
  const health = createHealth({ database, config, bus, metrics, backups, now });
  const server = { config, isTrusted, readHealth: health };
  const routes = createRoutes({
    ...{ services, baseUrl, now, waitForClicks, draw, backups, server },
    simulateVisit: redirector.simulateVisit,
    certificates: certificates ?? noCertificates(config.https),
  });
  const traces = await openTraces(config, log);
  const { api, endpoints, handleCompatible, handleMcp, describe } = await createApis({
    ...{ routes, services, database, config, runtime, windows, cookie, draw },
    ...{ findClientAddress, isTrusted, waitForClicks },
    isStrict: options.isStrict,
    observe(facts) {
      metrics.observeRequest(facts);
      traces?.record({ ...facts, startedAt: Date.now() - facts.seconds * 1000 });
    },
  });

  // Pages of the main host
  const openSession: OpenSession = async (credentials, { headers }) => {
    const visitor = { agent: headers.get('User-Agent') ?? '', address: '' };
    return cookie.write((await services.sessions.signIn(credentials, visitor)).token);
  };
  const handlePage = createMainPages({ setup: createSetupPage(services.accounts, openSession) });
  const handleDocs = createDocumentation({
    listEndpoints: () => listEndpoints(describe()),
    ...{ baseUrl, rateLimit, log },
  });

  const handleSystem = createSystemHandler({
    ...{ database, describe, metrics, hostFinder, isTrusted, baseUrl, log },
    findPrincipal: services.keys.findPrincipal,
  });
  const handle = createRequestHandler({
    ...{ redirector, hostFinder, handleSystem, api, handleMcp, handleCompatible, handleLinkPage, log },
    mainHostHandlers: [
      handlePage,
      handleDocs,
      handleDashboard,
      qrCodes.handle,
      campaigns.handle,
      handleCard,
      handleBlock,
      wellKnown.handle,
    ],
    brandedHandlers: [qrCodes.handle, handleBlock, wellKnown.handle],
  });
  backups.start();
  startBackgroundWork(services, options);

  return {
    endpoints,
    services,
    redirector,
    framing,
    backups,
    certificates,
    handle,
    async close() {
      drawing.stop();
      outboundThread.stop();
      framing.close();
      await certificates?.close();
      await backups.close();
      // The last clicks wake the feeds and the webhooks.
      await clicks.close();
      await stopBackgroundWork(services);
      await traces?.close();
      bus.close();
      await database.close();
    },
  };
}
