import { join } from 'node:path';
import { MemoryWindows } from '../bus/memory-windows.ts';
import { listCompatibleWords } from '../compatible/reserved-words.ts';
import type { Config } from '../config/config.ts';
import { createHosts } from '../core/hosts.ts';
import { setCompatibleWords } from '../core/reserved-words.ts';
import type { Db } from '../db/db.ts';
import { createFeedService, type FeedService } from '../feeds/feed.service.ts';
import type { BackgroundImports } from '../imports/background-imports.ts';
import type { ImportService } from '../imports/import.service.ts';
import { deleteRefs, giveRefs } from '../imports/import-ref.store.ts';
import { formatDateTime } from '../lib/date-time.ts';
import type { SendMail } from '../lib/mail.ts';
import { findPublicAddresses } from '../lib/outbound/find-addresses.ts';
import { findPublicTexts } from '../lib/outbound/find-texts.ts';
import type { WorkLoop } from '../lib/work-loop.ts';
import { type AuditService, createAuditService } from '../resources/audit/audit.service.ts';
import { type BioService, createBioService } from '../resources/bio/bio.service.ts';
import { countBioPagesOn, findSlugs, isSlugTaken } from '../resources/bio/bio.store.ts';
import { moveBioPagesToMain } from '../resources/bio/move-to-main-host.ts';
import { type CampaignService, createCampaignService } from '../resources/campaigns/campaign.service.ts';
import { findCampaignNames, ownsCampaign } from '../resources/campaigns/campaign.store.ts';
import { createItemChannels } from '../resources/channels/channel.items.ts';
import { type ChannelService, createChannelService } from '../resources/channels/channel.service.ts';
import type { DomainService } from '../resources/domains/domain.service.ts';
import { MAIN_DOMAIN } from '../resources/domains/domain.ts';
import { createDomainHosts } from '../resources/domains/domain-hosts.ts';
import { joinItems } from '../resources/domains/domain-items.ts';
import { createWellKnownService, type WellKnownService } from '../resources/domains/well-known.service.ts';
import { createFileService, type FileService } from '../resources/files/file.service.ts';
import type { FileStorage } from '../resources/files/file.storage.ts';
import { createFolderStorage } from '../resources/files/folder-storage.ts';
import { createS3Storage } from '../resources/files/s3-storage.ts';
import { createLinkService, type LinkService } from '../resources/links/link.service.ts';
import type { LinkEvent } from '../resources/links/link-event.ts';
import { findAliasHolder } from '../resources/links/link-read.store.ts';
import { releaseLinks } from '../resources/links/link-write.store.ts';
import { createMissService, type MissService } from '../resources/misses/miss.service.ts';
import { MissRecorder } from '../resources/misses/miss-recorder.ts';
import { createOverlayService, type OverlayService } from '../resources/overlays/overlay.service.ts';
import {
  createOverlayResponseService,
  type OverlayResponseService,
} from '../resources/overlays/overlay-response.service.ts';
import { createPixelService, type PixelService } from '../resources/pixels/pixel.service.ts';
import { createLinkQrService, type LinkQrService } from '../resources/qr-codes/link-qr.service.ts';
import { createQrCodeService, type QrCodeService } from '../resources/qr-codes/qr-code.service.ts';
import { countQrCodesOn, moveQrCodesToMain } from '../resources/qr-codes/qr-code.store.ts';
import { createShareService, type ShareService } from '../resources/shares/share.service.ts';
import { createSplashPageService, type SplashPageService } from '../resources/splash/splash-page.service.ts';
import type { TrashService } from '../resources/trash/trash.service.ts';
import { createUtmTemplateService, type UtmTemplateService } from '../resources/utm-templates/utm-template.service.ts';
import { moveLinkRollups } from '../rollups/move-link-rollups.store.ts';
import { erase, eraseAll } from '../rollups/rollup.store.ts';
import { createStatsService, type StatsService } from '../stats/stats.service.ts';
import { type Access, openAccess } from './access.ts';
import { createCardNames } from './card-names.ts';
import { type ChangeListeners, NO_LISTENERS } from './change-listeners.ts';
import { createItemSources } from './channel-items.ts';
import { type ContentExport, createContentExport } from './content-export.ts';
import { openDomains } from './domains.ts';
import { createCheckFraming } from './framing.ts';
import type { ImportJobs } from './import-jobs.ts';
import { openImports } from './imports.ts';
import { createPublicOutbound } from './outbound.ts';
import type { Runtime } from './runtime.ts';
import { createScheduledChanges } from './scheduled-changes.ts';
import { openSendMail } from './send-mail.ts';
import { openTrash } from './trash.ts';
import type { TrashPurge } from './trash-purge.ts';
import { openUserServices, type UserServices } from './user-services.ts';
import { createWebhookPost } from './webhook-client.ts';
import { openWebhooks, type Webhooks } from './webhooks.ts';

/** The services of all nouns, on one store. */
export interface Services extends Access, UserServices, Webhooks {
  audit: AuditService;
  bioPages: BioService;
  campaigns: CampaignService;
  channels: ChannelService;
  domains: DomainService;
  feeds: FeedService;
  files: FileService;
  backgroundImports: BackgroundImports;
  /** Runs imports in the background, once it is started. */
  importJobs: ImportJobs;
  imports: ImportService;
  contentExport: ContentExport;
  links: LinkService;
  missRecorder: MissRecorder;
  misses: MissService;
  overlayResponses: OverlayResponseService;
  overlays: OverlayService;
  pixels: PixelService;
  linkQrCodes: LinkQrService;
  qrCodes: QrCodeService;
  /** Undefined if no mail server is configured. */
  sendMail: SendMail | undefined;
  /** Applies changes of links at their time, once it is started. */
  scheduledChanges: WorkLoop;
  shares: ShareService;
  splashPages: SplashPageService;
  stats: StatsService;
  trash: TrashService;
  trashPurge: TrashPurge;
  utmTemplates: UtmTemplateService;
  wellKnown: WellKnownService;
}

/** Opens the storage of uploaded pictures: a bucket if S3_URL is set, else a folder in DATA_DIR. */
export function openFileStorage({ s3Url, dataDir }: Config): FileStorage {
  return s3Url ? createS3Storage(s3Url) : createFolderStorage(join(dataDir, 'files'));
}

/** What the services are built from. */
export interface ServiceParts {
  db: Db;
  /** For lists and statistics; by default the same as `db`. */
  readDb?: Db;
  /** By default the same as `db`. */
  unsyncedDb?: Db;
  config: Config;
  secret: string;
  runtime: Runtime;
  listeners?: ChangeListeners;
  /** Writes the misses that the other processes of this machine have in memory. */
  writeOtherMisses?(): Promise<unknown>;
  /** Sends webhooks on a thread of its own. Default: on this one. */
  hasWebhookThread?: boolean;
}

/** Builds the services. Where one noun acts on the rows of another inside its own transaction, it gets a function of that noun's store. */
export function createServices(parts: ServiceParts): Services {
  const { db, readDb = db, unsyncedDb = db, config, secret, runtime, listeners = NO_LISTENERS } = parts;
  const { writeOtherMisses = async () => {}, hasWebhookThread = false } = parts;
  const { log, now, outbound = createPublicOutbound(config), windows = new MemoryWindows(now) } = runtime;
  const { findAddresses = findPublicAddresses, findTexts = findPublicTexts } = runtime;
  const { baseUrl, isBaseUrlSet } = config;
  const isOwnHost = createHosts(baseUrl, isBaseUrlSet).isOwn;
  const sendMail = openSendMail(config);
  setCompatibleWords(listCompatibleWords(config.compatible));

  const access = openAccess({ db, config, secret, windows, sendMail, listeners, runtime });
  const feeds = createFeedService({ db, now, log });
  const files = createFileService({ db, readDb, storage: openFileStorage(config), secret, now });
  const pixels = createPixelService({ db, readDb, onChanged: listeners.onPixelChanged, now });
  const audit = createAuditService({ db: readDb });
  const utmTemplates = createUtmTemplateService({ db, readDb, now });
  const stats = createStatsService({ db: readDb, now, retentionDays: config.clickRetentionDays });

  /** The change is stored already, so the request does not wait for the feed, and does not fail with it. */
  function appendToFeed({ change, owner, id, alias }: LinkEvent): void {
    const data = { link: id, alias, change, date: formatDateTime(now()) };
    feeds
      .append(owner, { event: 'link', data })
      .catch((error) => log.warn('a change could not be added to a feed', { link: id, error }));
  }

  function publishLink(stored: LinkEvent): void {
    listeners.onLinkChanged(stored);
    appendToFeed(stored);
    webhooks.webhookSender.wake();
  }

  /** Scans do not depend on the domain of a code, so no cache holds it. */
  async function moveQrCodes(tx: Db, owner: number, domainId: number): Promise<undefined> {
    await moveQrCodesToMain(tx, owner, domainId);
  }

  async function moveBioPages(tx: Db, owner: number, domainId: number): Promise<() => void> {
    const isAlias = async (one: Db, alias: string) => Boolean(await findAliasHolder(one, MAIN_DOMAIN, alias));
    const moved = await moveBioPagesToMain(tx, owner, domainId, isAlias);
    return () => listeners.onBioPageChanged(moved);
  }

  const domains = openDomains({
    ...{ db, config, findAddresses, findTexts, secret, windows, isOwnHost, now, log },
    onChanged: listeners.onDomainChanged,
    onFilesChanged: listeners.onWellKnownFilesChanged,
    onLinkMoved: listeners.onLinkChanged,
    appendToFeed,
    findNames: findSlugs,
    onLinksMoved: (tx, owner, moved) =>
      links.outbox.updated(
        tx,
        moved.map(({ id }) => ({ owner, id, changes: {} })),
      ),
    items: joinItems([
      { countOn: countQrCodesOn, moveToMain: moveQrCodes },
      { countOn: countBioPagesOn, moveToMain: moveBioPages },
    ]),
  });
  const wellKnown = createWellKnownService({ db, onChanged: listeners.onWellKnownFilesChanged });
  const missRecorder = new MissRecorder({ db, now, log });
  const misses = createMissService({
    db,
    writeRecorded: async () => void (await Promise.all([missRecorder.write(), writeOtherMisses()])),
    now,
  });
  const hosts = createDomainHosts(domains, baseUrl);
  const splashPages = createSplashPageService({
    ...{ db, readDb, files, now },
    releaseLinks: (tx, owner, id) => releaseLinks(tx, owner, 'splash', id),
    onChanged: (id) => listeners.onInterstitialChanged({ kind: 'splash', id }),
  });
  const overlays = createOverlayService({
    ...{ db, readDb, files, now },
    findOurs: domains.findOurs,
    releaseLinks: (tx, owner, id) => releaseLinks(tx, owner, 'overlay', id),
    onChanged: (id) => listeners.onInterstitialChanged({ kind: 'overlay', id }),
  });
  const overlayResponses = createOverlayResponseService({ db, readDb, now });
  const links = createLinkService({
    ...{ db, readDb, domains, pixels, splashPages, overlays, baseUrl, isOwnHost, now, log },
    channels: createItemChannels(db, 'links'),
    checkFraming: createCheckFraming(outbound, baseUrl),
    ownsCampaign: (owner, id) => ownsCampaign(db, owner, id),
    findCampaignNames: (ids, from = readDb) => findCampaignNames(from, ids),
    onChanged: publishLink,
    eraseStatistics: async (tx, ids) => {
      await eraseAll(tx, 'link', ids);
      await deleteRefs(tx, ids);
    },
    moveStatistics: async (tx, ids, handover) => {
      await moveLinkRollups(tx, ids, handover);
      await giveRefs(tx, ids, handover.to);
    },
    isNameTaken: isSlugTaken,
    onScheduled: () => scheduledChanges.wake(),
  });
  const { imports, backgroundImports, importJobs } = openImports({
    ...{ db, readDb, unsyncedDb, links, domains, files, isOwnHost, config, secret, now, log },
  });
  const scheduledChanges = createScheduledChanges({ applyDue: links.applyDueChanges, now, log });
  const campaigns = createCampaignService({
    ...{ db, readDb, links, now },
    onChanged: listeners.onCampaignChanged,
    eraseStatistics: (tx, id) => erase(tx, { noun: 'campaign', id }),
  });
  const qrCodes = createQrCodeService({
    ...{ db, readDb, files, outbound, hosts, now },
    channels: createItemChannels(db, 'qr'),
    findOurs: domains.findOurs,
    onChanged: listeners.onQrCodeChanged,
    eraseStatistics: (tx, id) => erase(tx, { noun: 'qr', id }),
  });
  const linkQrCodes = createLinkQrService({ db, links, files, outbound });
  const bioPages = createBioService({
    ...{ db, readDb, files, hosts, baseUrl, isOwnHost, now },
    pictureUrl: files.addressOf,
    findAlias: links.findAlias,
    onChanged: listeners.onBioPageChanged,
    leaveChannels: createItemChannels(db, 'bio').leave,
    eraseStatistics: eraseAll,
  });
  const channels = createChannelService({
    ...{ db, readDb, now },
    sources: createItemSources({ links, qrCodes, bioPages }),
    previewOf: createCardNames(baseUrl, secret).urlOf,
  });
  const shares = createShareService({ db, links, campaigns, windows, secret, now });
  const content = { bioPages, campaigns, channels, domains, files, links, overlays, pixels, qrCodes, splashPages };
  const { trash, trashPurge } = openTrash({
    ...{ db, readDb, domains, listeners, now, log },
    onLinkRestored: publishLink,
    outbox: links.outbox,
  });
  const webhooks = openWebhooks({
    ...{ db, unsyncedDb, config, secret, campaigns, domains, links, sendMail, now, log },
    post: runtime.post ?? createWebhookPost(config),
    hasThread: hasWebhookThread,
  });
  const userServices = openUserServices({
    ...{ db, readDb, config, windows, sendMail, access, content, trash, utmTemplates, listeners, runtime },
  });

  return {
    ...{ ...access, ...userServices, ...webhooks },
    ...{ audit, bioPages, campaigns, channels, domains, feeds, files, links, linkQrCodes, misses, missRecorder },
    ...{ overlayResponses, overlays, pixels, qrCodes, scheduledChanges, sendMail, shares, splashPages, stats },
    ...{ trash, trashPurge, utmTemplates, wellKnown, imports, backgroundImports, importJobs },
    contentExport: createContentExport({ readDb, files, config, now }),
  };
}
