import { join } from 'node:path';
import { MemoryWindows } from '../bus/memory-windows.ts';
import type { Config } from '../config/config.ts';
import { createHosts } from '../core/hosts.ts';
import type { Db } from '../db/db.ts';
import { createFeedService, type FeedService } from '../feeds/feed.service.ts';
import type { ConfirmCaller } from '../http/account-access.ts';
import { formatDateTime } from '../lib/date-time.ts';
import { createSendMail } from '../lib/mail.ts';
import { findPublicAddresses } from '../lib/outbound/find-addresses.ts';
import { findPublicTexts } from '../lib/outbound/find-texts.ts';
import { type AccountService, createAccountService } from '../resources/account/account.service.ts';
import { createUserService, type UserService } from '../resources/account/user.service.ts';
import { type BioService, createBioService } from '../resources/bio/bio.service.ts';
import { type CampaignService, createCampaignService } from '../resources/campaigns/campaign.service.ts';
import { createItemChannels } from '../resources/channels/channel.items.ts';
import { type ChannelService, createChannelService } from '../resources/channels/channel.service.ts';
import type { DomainService } from '../resources/domains/domain.service.ts';
import { MAIN_DOMAIN } from '../resources/domains/domain.ts';
import { createFileService, type FileService } from '../resources/files/file.service.ts';
import type { FileStorage } from '../resources/files/file.storage.ts';
import { createFolderStorage } from '../resources/files/folder-storage.ts';
import { createS3Storage } from '../resources/files/s3-storage.ts';
import { createKeyService, type KeyService } from '../resources/keys/key.service.ts';
import { createLinkService, type LinkService } from '../resources/links/link.service.ts';
import type { LinkEvent } from '../resources/links/link-event.ts';
import { createOverlayService, type OverlayService } from '../resources/overlays/overlay.service.ts';
import {
  createOverlayResponseService,
  type OverlayResponseService,
} from '../resources/overlays/overlay-response.service.ts';
import { createPixelService, type PixelService } from '../resources/pixels/pixel.service.ts';
import { createQrCodeService, type QrCodeService } from '../resources/qr-codes/qr-code.service.ts';
import { createConfirmCaller } from '../resources/sessions/confirm-caller.ts';
import { createSessionService, type SessionService } from '../resources/sessions/session.service.ts';
import { createShareService, type ShareService } from '../resources/shares/share.service.ts';
import { createSplashPageService, type SplashPageService } from '../resources/splash/splash-page.service.ts';
import { erase, eraseAll } from '../rollups/rollup.store.ts';
import { createStatsService, type StatsService } from '../stats/stats.service.ts';
import { createChangeContent } from './account-content.ts';
import { createCardNames } from './card-names.ts';
import { createItemSources } from './channel-items.ts';
import { openDomains } from './domains.ts';
import { createFramingQuestion } from './framing.ts';
import { createPublicOutbound } from './outbound.ts';
import { type Listeners, NOBODY, type World } from './world.ts';

/** Every noun's service over one store. */
export interface Services {
  accounts: AccountService;
  bioPages: BioService;
  campaigns: CampaignService;
  channels: ChannelService;
  confirmCaller: ConfirmCaller;
  domains: DomainService;
  feeds: FeedService;
  files: FileService;
  keys: KeyService;
  links: LinkService;
  overlayResponses: OverlayResponseService;
  overlays: OverlayService;
  pixels: PixelService;
  qrCodes: QrCodeService;
  sessions: SessionService;
  shares: ShareService;
  splashPages: SplashPageService;
  stats: StatsService;
  users: UserService;
}

/** Where the bytes of uploaded pictures are kept. */
export function openFileStorage({ s3Url, dataDir }: Config): FileStorage {
  return s3Url ? createS3Storage(s3Url) : createFolderStorage(join(dataDir, 'files'));
}

/** Builds the services; the command line uses them without any server. */
export function createServices(
  db: Db,
  config: Config,
  secret: string,
  world: World,
  listeners: Listeners = NOBODY,
): Services {
  const { log, now, outbound = createPublicOutbound(config), findAddresses = findPublicAddresses } = world;
  const { windows = new MemoryWindows(now), findTexts = findPublicTexts } = world;
  const { baseUrl, isBaseUrlSet } = config;
  const keys = createKeyService(db, now, log);
  const pixels = createPixelService(db, now, listeners.onPixelChanged);
  const feeds = createFeedService({ db, now, log });
  const files = createFileService({ db, storage: openFileStorage(config), secret, now });
  const isOwnHost = createHosts(baseUrl, isBaseUrlSet).isOwn;
  const isRegistrationOpen = config.registration === 'open';
  const sender = `signpost@${new URL(baseUrl).hostname}`;
  const sendMail = config.smtpUrl === undefined ? undefined : createSendMail(config.smtpUrl, sender);
  const endSessions: SessionService['endOthers'] = (tx, owner, kept) => sessions.endOthers(tx, owner, kept);
  const accounts = createAccountService({
    db,
    keys,
    secret,
    isRegistrationOpen,
    endSessions,
    baseUrl,
    sendMail,
    now,
    log,
  });
  const sessions = createSessionService({ db, accounts, windows, now, log });

  /** Beside the request, not before its answer: what was stored is stored, whoever is told of it. */
  function tellListeners({ change, owner, id, alias }: LinkEvent): void {
    const data = { link: id, alias, change, date: formatDateTime(now()) };
    feeds
      .append(owner, { event: 'link', data })
      .catch((error) => log.warn('a feed lacks a change', { link: id, error }));
  }

  const domains = openDomains({
    db,
    config,
    ...{ findAddresses, findTexts, secret, windows },
    isOwnHost,
    onChanged: listeners.onDomainChanged,
    onLinkMoved: listeners.onLinkChanged,
    onLinkTold: tellListeners,
    findNames: (tx, names) => bioPages.findSlugs(tx, names),
    now,
    log,
  });

  const splashPages = createSplashPageService({
    db,
    files,
    releaseLinks: (tx, owner, id) => links.release(tx, owner, 'splash', id),
    onChanged: (id) => listeners.onInterstitialChanged({ kind: 'splash', id }),
    now,
  });
  const overlays = createOverlayService({
    db,
    files,
    findOurs: domains.findOurs,
    releaseLinks: (tx, owner, id) => links.release(tx, owner, 'overlay', id),
    onChanged: (id) => listeners.onInterstitialChanged({ kind: 'overlay', id }),
    now,
  });
  const links = createLinkService({
    db,
    domains,
    pixels,
    splashPages,
    overlays,
    channels: createItemChannels(db, 'links'),
    baseUrl,
    isOwnHost,
    checkFraming: createFramingQuestion(outbound, baseUrl),
    ownsCampaign: (owner, id) => campaigns.owns(owner, id),
    onChanged(stored) {
      listeners.onLinkChanged(stored);
      tellListeners(stored);
    },
    eraseNumbers: (tx, id) => erase(tx, { noun: 'link', id }),
    isNameTaken: (tx, name) => bioPages.isSlugTaken(tx, name),
    now,
  });
  const campaigns = createCampaignService({
    db,
    links,
    onChanged: listeners.onCampaignChanged,
    eraseNumbers: (tx, id) => erase(tx, { noun: 'campaign', id }),
    now,
  });
  const qrCodes = createQrCodeService({
    db,
    files,
    channels: createItemChannels(db, 'qr'),
    outbound,
    baseUrl,
    findOurs: domains.findOurs,
    onChanged: listeners.onQrCodeChanged,
    eraseNumbers: (tx, id) => erase(tx, { noun: 'qr', id }),
    now,
  });
  const bioPages = createBioService({
    db,
    files,
    pictureUrl: files.addressOf,
    findAlias: (tx, alias) => links.findAlias(tx, MAIN_DOMAIN, alias),
    baseUrl,
    isOwnHost,
    onChanged: listeners.onBioPageChanged,
    async eraseNumbers(tx, noun, ids) {
      await eraseAll(tx, noun, ids);
      if (noun === 'bio') for (const id of ids) await createItemChannels(db, 'bio').leave(tx, id);
    },
    now,
  });
  const changeContent = createChangeContent({ db, links, bioPages, qrCodes, listeners });
  const channels = createChannelService({
    db,
    sources: createItemSources({ links, qrCodes, bioPages }, baseUrl),
    previewOf: createCardNames(baseUrl, secret).urlOf,
    now,
  });

  return {
    accounts,
    bioPages,
    campaigns,
    channels,
    confirmCaller: createConfirmCaller({ db, accounts, windows, now }),
    domains,
    feeds,
    files,
    keys,
    links,
    overlayResponses: createOverlayResponseService(db, now),
    overlays,
    pixels,
    qrCodes,
    sessions,
    users: createUserService({ db, accounts, keys, baseUrl, windows, sendMail, endSessions, changeContent, now, log }),
    shares: createShareService({ db, links, secret, now }),
    splashPages,
    stats: createStatsService({ db, now, retentionDays: config.clickRetentionDays }),
  };
}
