import type { Config } from '../config/config.ts';
import { createHosts } from '../core/hosts.ts';
import type { Db } from '../db/db.ts';
import { feedRoutes } from '../feeds/feed.routes.ts';
import { createFeedService, type FeedService } from '../feeds/feed.service.ts';
import type { Route } from '../http/route.ts';
import { type Clock, formatDateTime } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { accountRoutes } from '../resources/account/account.routes.ts';
import { type AccountService, createAccountService } from '../resources/account/account.service.ts';
import { keyRoutes } from '../resources/keys/key.routes.ts';
import { createKeyService, type KeyService } from '../resources/keys/key.service.ts';
import { linkRoutes } from '../resources/links/link.routes.ts';
import { createLinkService, type LinkService, type StoredChange } from '../resources/links/link.service.ts';
import { pixelRoutes } from '../resources/pixels/pixel.routes.ts';
import { createPixelService, type PixelService } from '../resources/pixels/pixel.service.ts';
import { erase } from '../rollups/rollup.store.ts';
import { statsRoutes } from '../stats/stats.routes.ts';
import { createStatsService, type StatsService } from '../stats/stats.service.ts';

/** What everything that is built here may use of the world outside. */
export interface World {
  log: Log;
  now: Clock;
}

/** Every noun's service over one store. */
export interface Services {
  accounts: AccountService;
  feeds: FeedService;
  keys: KeyService;
  links: LinkService;
  pixels: PixelService;
  stats: StatsService;
}

/** Who is told of changes; nobody, where no server runs. */
export interface Listeners {
  onLinkChanged(stored: StoredChange): void;
}

const NOBODY: Listeners = { onLinkChanged: () => {} };

/** Builds the services; the command line uses them without any server. */
export function createServices(
  db: Db,
  config: Config,
  secret: string,
  { log, now }: World,
  { onLinkChanged }: Listeners = NOBODY,
): Services {
  const { baseUrl, isBaseUrlSet } = config;
  const keys = createKeyService(db, now, log);
  const pixels = createPixelService(db, now);
  const feeds = createFeedService({ db, now, log });
  const isRegistrationOpen = config.registration === 'open';

  /** Beside the request, not before its answer: what was stored is stored, whoever is told of it. */
  function tellListeners({ change, owner, id, alias }: StoredChange): void {
    const data = { link: id, alias, change, date: formatDateTime(now()) };
    feeds
      .append(owner, { event: 'link', data })
      .catch((error) => log.warn('a feed lacks a change', { link: id, error }));
  }

  return {
    feeds,
    keys,
    pixels,
    stats: createStatsService({ db, now, retentionDays: config.clickRetentionDays }),
    accounts: createAccountService({ db, keys, secret, isRegistrationOpen, now }),
    links: createLinkService({
      db,
      pixels,
      baseUrl,
      isOwnHost: createHosts(baseUrl, isBaseUrlSet).isOwn,
      onChanged(stored) {
        onLinkChanged(stored);
        tellListeners(stored);
      },
      eraseNumbers: (tx, id) => erase(tx, { noun: 'link', id }),
      now,
    }),
  };
}

/** Every endpoint of the API; `settle` returns once every click that was answered before has been counted. */
export function createRoutes(
  { accounts, feeds, keys, links, pixels, stats }: Services,
  baseUrl: string,
  now: Clock,
  settle: () => Promise<void> = async () => {},
): Route[] {
  const statistics = { settle, read: (id: number) => stats.readOverview({ noun: 'link', id }, Number) };
  return [
    ...linkRoutes(links, baseUrl, statistics),
    ...statsRoutes({ stats, links, settle }),
    ...pixelRoutes(pixels),
    ...accountRoutes(accounts, baseUrl, now),
    ...keyRoutes(keys),
    ...feedRoutes(feeds),
  ];
}
