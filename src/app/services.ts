import type { Config } from '../config/config.ts';
import { createHosts } from '../core/hosts.ts';
import type { Db } from '../db/db.ts';
import type { Route } from '../http/route.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { accountRoutes } from '../resources/account/account.routes.ts';
import { type AccountService, createAccountService } from '../resources/account/account.service.ts';
import { keyRoutes } from '../resources/keys/key.routes.ts';
import { createKeyService, type KeyService } from '../resources/keys/key.service.ts';
import { linkRoutes } from '../resources/links/link.routes.ts';
import { createLinkService, type LinkService } from '../resources/links/link.service.ts';
import { pixelRoutes } from '../resources/pixels/pixel.routes.ts';
import { createPixelService, type PixelService } from '../resources/pixels/pixel.service.ts';

/** What everything that is built here may use of the world outside. */
export interface World {
  log: Log;
  now: Clock;
}

/** Every noun's service over one store. */
export interface Services {
  accounts: AccountService;
  keys: KeyService;
  links: LinkService;
  pixels: PixelService;
}

/** Who is told of changes; nobody, where no server runs. */
export interface Listeners {
  onLinkChanged(domainId: number, alias: string): void;
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
  const isRegistrationOpen = config.registration === 'open';
  return {
    keys,
    pixels,
    accounts: createAccountService({ db, keys, secret, isRegistrationOpen, now }),
    links: createLinkService({
      db,
      pixels,
      baseUrl,
      isOwnHost: createHosts(baseUrl, isBaseUrlSet).isOwn,
      onChanged: onLinkChanged,
      now,
    }),
  };
}

/** Every endpoint of the API. */
export function createRoutes({ accounts, keys, links, pixels }: Services, baseUrl: string, now: Clock): Route[] {
  return [
    ...linkRoutes(links, baseUrl),
    ...pixelRoutes(pixels),
    ...accountRoutes(accounts, baseUrl, now),
    ...keyRoutes(keys),
  ];
}
