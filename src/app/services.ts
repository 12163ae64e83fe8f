import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createHosts } from '../core/hosts.ts';
import type { Db } from '../db/db.ts';
import { feedRoutes } from '../feeds/feed.routes.ts';
import { createFeedService, type FeedService } from '../feeds/feed.service.ts';
import type { Route } from '../http/route.ts';
import { type Clock, formatDateTime } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { type FindAddresses, findPublicAddresses } from '../lib/outbound/find-addresses.ts';
import type { Outbound } from '../lib/outbound/outbound.ts';
import { accountRoutes } from '../resources/account/account.routes.ts';
import { type AccountService, createAccountService } from '../resources/account/account.service.ts';
import { campaignRoutes } from '../resources/campaigns/campaign.routes.ts';
import {
  type CampaignService,
  type ChangedCampaign,
  createCampaignService,
} from '../resources/campaigns/campaign.service.ts';
import { createItemChannels } from '../resources/channels/channel.items.ts';
import { channelRoutes } from '../resources/channels/channel.routes.ts';
import { type ChannelService, createChannelService } from '../resources/channels/channel.service.ts';
import { domainRoutes } from '../resources/domains/domain.routes.ts';
import type { DomainService } from '../resources/domains/domain.service.ts';
import { fileRoutes } from '../resources/files/file.routes.ts';
import { createFileService, type FileService } from '../resources/files/file.service.ts';
import type { FileStorage } from '../resources/files/file.storage.ts';
import { createFolderStorage } from '../resources/files/folder-storage.ts';
import { createS3Storage } from '../resources/files/s3-storage.ts';
import { keyRoutes } from '../resources/keys/key.routes.ts';
import { createKeyService, type KeyService } from '../resources/keys/key.service.ts';
import { linkRoutes } from '../resources/links/link.routes.ts';
import { createLinkService, type LinkService, type StoredChange } from '../resources/links/link.service.ts';
import { pixelRoutes } from '../resources/pixels/pixel.routes.ts';
import { createPixelService, type PixelService } from '../resources/pixels/pixel.service.ts';
import { qrCodeRoutes } from '../resources/qr-codes/qr-code.routes.ts';
import { createQrCodeService, type QrCodeService } from '../resources/qr-codes/qr-code.service.ts';
import { erase } from '../rollups/rollup.store.ts';
import { statsRoutes } from '../stats/stats.routes.ts';
import { createStatsService, type StatsService } from '../stats/stats.service.ts';
import { createCardNames } from './card-names.ts';
import { createItemSources } from './channel-items.ts';
import { openDomains } from './domains.ts';
import { createPublicOutbound } from './outbound.ts';

/** What everything that is built here may use of the world outside. */
export interface World {
  log: Log;
  now: Clock;
  /** The way to what users name; the public internet, where it is left out. */
  outbound?: Outbound | undefined;
  /** Numbers from 0 to 1 by which rotators pick; the runtime's own, where it is left out. */
  random?: (() => number) | undefined;
  /** Where names point; the public name service, where it is left out. */
  findAddresses?: FindAddresses | undefined;
}

/** Every noun's service over one store. */
export interface Services {
  accounts: AccountService;
  campaigns: CampaignService;
  channels: ChannelService;
  domains: DomainService;
  feeds: FeedService;
  files: FileService;
  keys: KeyService;
  links: LinkService;
  pixels: PixelService;
  qrCodes: QrCodeService;
  stats: StatsService;
}

/** Who is told of changes; nobody, where no server runs. */
export interface Listeners {
  onLinkChanged(stored: StoredChange): void;
  onPixelChanged(id: number): void;
  onQrCodeChanged(code: string): void;
  onCampaignChanged(changed: ChangedCampaign): void;
  onDomainChanged(name: string): void;
}

const NOBODY: Listeners = {
  onLinkChanged: () => {},
  onPixelChanged: () => {},
  onQrCodeChanged: () => {},
  onCampaignChanged: () => {},
  onDomainChanged: () => {},
};

function openFileStorage({ s3Url, dataDir }: Config): FileStorage {
  return s3Url ? createS3Storage(s3Url) : createFolderStorage(join(dataDir, 'files'));
}

/** Builds the services; the command line uses them without any server. */
export function createServices(
  db: Db,
  config: Config,
  secret: string,
  { log, now, outbound = createPublicOutbound(config), findAddresses = findPublicAddresses }: World,
  { onLinkChanged, onPixelChanged, onQrCodeChanged, onCampaignChanged, onDomainChanged }: Listeners = NOBODY,
): Services {
  const { baseUrl, isBaseUrlSet } = config;
  const keys = createKeyService(db, now, log);
  const pixels = createPixelService(db, now, onPixelChanged);
  const feeds = createFeedService({ db, now, log });
  const files = createFileService({ db, storage: openFileStorage(config), secret, now });
  const isOwnHost = createHosts(baseUrl, isBaseUrlSet).isOwn;
  const isRegistrationOpen = config.registration === 'open';

  /** Beside the request, not before its answer: what was stored is stored, whoever is told of it. */
  function tellListeners({ change, owner, id, alias }: StoredChange): void {
    const data = { link: id, alias, change, date: formatDateTime(now()) };
    feeds
      .append(owner, { event: 'link', data })
      .catch((error) => log.warn('a feed lacks a change', { link: id, error }));
  }

  const domains = openDomains({
    db,
    config,
    findAddresses,
    isOwnHost,
    onChanged: onDomainChanged,
    onLinkMoved: onLinkChanged,
    onLinkTold: tellListeners,
    now,
    log,
  });

  const links = createLinkService({
    db,
    domains,
    pixels,
    channels: createItemChannels(db, 'links'),
    baseUrl,
    isOwnHost,
    ownsCampaign: (owner, id) => campaigns.owns(owner, id),
    onChanged(stored) {
      onLinkChanged(stored);
      tellListeners(stored);
    },
    eraseNumbers: (tx, id) => erase(tx, { noun: 'link', id }),
    now,
  });
  const campaigns = createCampaignService({
    db,
    links,
    onChanged: onCampaignChanged,
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
    onChanged: onQrCodeChanged,
    eraseNumbers: (tx, id) => erase(tx, { noun: 'qr', id }),
    now,
  });
  const channels = createChannelService({
    db,
    sources: createItemSources(links, qrCodes, baseUrl),
    previewOf: createCardNames(baseUrl, secret).urlOf,
    now,
  });

  return {
    campaigns,
    channels,
    domains,
    feeds,
    files,
    keys,
    links,
    pixels,
    qrCodes,
    stats: createStatsService({ db, now, retentionDays: config.clickRetentionDays }),
    accounts: createAccountService({ db, keys, secret, isRegistrationOpen, now }),
  };
}

/** Every endpoint of the API; `settle` returns once every click that was answered before has been counted. */
export function createRoutes(
  { accounts, campaigns, channels, domains, feeds, files, keys, links, pixels, qrCodes, stats }: Services,
  baseUrl: string,
  now: Clock,
  settle: () => Promise<void> = async () => {},
): Route[] {
  const ofLinks = { settle, read: (id: number) => stats.readOverview({ noun: 'link', id }, Number) };
  const ofQrCodes = { settle, read: (id: number) => stats.readOverview({ noun: 'qr', id }, String) };
  return [
    ...linkRoutes(links, ofLinks),
    ...qrCodeRoutes(qrCodes, baseUrl, ofQrCodes),
    ...campaignRoutes({
      campaigns,
      baseUrl,
      usernameOf: async (userId) => (await accounts.get(userId)).username,
      settle,
      readStatistics: (id) => stats.readOverview({ noun: 'campaign', id }, Number),
    }),
    ...statsRoutes({ stats, links, qrCodes, campaigns, settle }),
    ...pixelRoutes(pixels),
    ...channelRoutes(channels),
    ...domainRoutes(domains),
    ...fileRoutes(files, baseUrl),
    ...accountRoutes(accounts, baseUrl, now),
    ...keyRoutes(keys),
    ...feedRoutes(feeds),
  ];
}
