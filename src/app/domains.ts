import { setImmediate } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { RateWindows } from '../core/rate-window.ts';
import type { Db } from '../db/db.ts';
import { KEPT_EVENTS } from '../feeds/feed.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import type { FindAddresses } from '../lib/outbound/find-addresses.ts';
import type { FindTexts } from '../lib/outbound/find-texts.ts';
import { hostOf } from '../lib/url.ts';
import { createDomainService, type DomainService, type MovedLink } from '../resources/domains/domain.service.ts';
import { MAIN_DOMAIN } from '../resources/domains/domain.ts';
import type { DomainItems } from '../resources/domains/domain-items.ts';
import type { LinkEvent } from '../resources/links/link-event.ts';
import { type FindNames, moveToMainHost } from '../resources/links/move-to-main-host.ts';
import { deleteMissesOf } from '../resources/misses/miss.store.ts';

interface Parts {
  db: Db;
  config: Config;
  findAddresses: FindAddresses;
  findTexts: FindTexts;
  /** Derives the tokens of TXT records. */
  secret: string;
  windows: RateWindows;
  isOwnHost(host: string): boolean;
  /** Called with the name of a domain after each change. */
  onChanged(name: string): void;
  /** Called with the id of a domain after each change. */
  onFilesChanged(domainId: number): void;
  /** Called for each link that left a domain, before the request is answered. */
  onLinkMoved(stored: LinkEvent): void;
  /** Called for the last of these links, as many as a feed keeps. */
  appendToFeed(stored: LinkEvent): void;
  /** Finds which of these names bio pages on the main host have. */
  findNames: FindNames;
  /** What else can be on a domain. */
  items: DomainItems;
  /** Called in the transaction that moved links off a domain. */
  onLinksMoved(tx: Db, owner: number, moved: MovedLink[]): Promise<void>;
  now: Clock;
  log: Log;
}

const MOVED_AT_ONCE = 5_000;

function changeOf(owner: number, domainId: number, { id, from, to, campaignId }: MovedLink): LinkEvent {
  const addresses = [
    { domainId, alias: from },
    { domainId: MAIN_DOMAIN, alias: to },
  ];
  const campaigns = campaignId === null ? [] : [campaignId];
  return { change: 'updated', owner, id, alias: to, addresses, campaigns, framed: [] };
}

/** Creates the service of branded domains, connected to links and DNS. */
export function openDomains(parts: Parts): DomainService {
  const {
    db,
    config,
    findAddresses,
    findTexts,
    secret,
    windows,
    isOwnHost,
    onChanged,
    onFilesChanged,
    onLinkMoved,
    appendToFeed,
    findNames,
    items,
    onLinksMoved,
    now,
    log,
  } = parts;
  const { baseUrl, isBaseUrlSet } = config;

  return createDomainService({
    ...{ db, findAddresses, findTexts, secret, windows },
    mainName: isBaseUrlSet ? hostOf(baseUrl).replace(/^\[(.*)\]$/, '$1') : undefined,
    isDnsChecked: config.domainCheck === 'dns',
    baseUrl,
    isOwnHost,
    items,
    onLinksMoved,
    deleteMisses: deleteMissesOf,
    moveLinks: (tx, owner, domainId) => moveToMainHost(tx, owner, domainId, findNames),
    async onChanged(owner, { id, name }, moved) {
      onChanged(name);
      onFilesChanged(id);
      for (const [index, link] of moved.entries()) {
        onLinkMoved(changeOf(owner, id, link));
        // A domain may have very many links, and visitors must not wait for all of them.
        if (index % MOVED_AT_ONCE === MOVED_AT_ONCE - 1) await setImmediate();
      }
      for (const link of moved.slice(-KEPT_EVENTS)) appendToFeed(changeOf(owner, id, link));
    },
    now,
    log,
  });
}
