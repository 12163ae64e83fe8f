import type { OwnerScope } from '../../core/owner-scope.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { hostOf } from '../../lib/url.ts';
import type { DomainService } from '../domains/domain.service.ts';
import { chooseByHost, readHost } from '../domains/domain.ts';
import type { ItemChannels } from './item-channels.ts';
import type { LinkFilters } from './link.contract.ts';
import { type Link, linkNotFound, MAIN_DOMAIN, type VisitedLink } from './link.ts';
import type { LinkAddress } from './link-event.ts';
import { listLinks, type StoredFilters } from './link-list.store.ts';
import { findPixelIds, findPixels } from './link-pixel.store.ts';
import * as reads from './link-read.store.ts';
import { findTags } from './link-tag.store.ts';
import { lockLink } from './link-write.store.ts';

/** The queries for links. */
export interface LinkReader {
  list(scope: OwnerScope, request: PageRequest, filters: LinkFilters): Promise<Page<Link>>;
  get(owner: number, id: number): Promise<{ link: Link; extras: LinkExtras }>;
  /** Those of the links that the owner has, in any order. */
  findMany(owner: number, ids: number[]): Promise<Link[]>;
  /** Locks a link until the transaction ends, and returns its creation date. */
  lock(tx: Db, owner: number, id: number): Promise<number | undefined>;
  /** The link of any owner, for preview pictures. */
  findById(id: number): Promise<Link | undefined>;
  /** Returns the short URL of each link; one query for all of them. */
  readShortUrls(links: LinkAddress[]): Promise<(link: LinkAddress) => string>;
  /** The link of any owner, for the redirect. */
  findByAlias(domainId: number, alias: string): Promise<VisitedLink | undefined>;
  /** The same for many, by their aliases. */
  findByAliases(domainId: number, aliases: string[]): Promise<Map<string, VisitedLink>>;
  /** The owner of the link with this alias, for nouns that share the names of a host. */
  findAlias(tx: Db, domainId: number, alias: string): Promise<{ userId: number } | undefined>;
}

/** The related rows of a link in other tables. */
export interface LinkExtras {
  tags: string[];
  pixels: number[];
  channels: number[];
}

interface Parts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  domains: Pick<DomainService, 'findOwned' | 'findByName' | 'readOrigins'>;
  channels: ItemChannels;
  baseUrl: string;
  isOwnHost(host: string): boolean;
}

export function createLinkReader({ db, readDb, domains, channels, baseUrl, isOwnHost }: Parts): LinkReader {
  const mainHost = new URL(baseUrl).host;

  async function findBranded(scope: OwnerScope, text: string): Promise<{ id: number; linkCount: number } | undefined> {
    if (scope !== 'everyone') return domains.findOwned(scope, text);
    const wanted = readHost(text);
    return wanted && chooseByHost(await domains.findByName(wanted.name), wanted.host);
  }

  async function findDomain(scope: OwnerScope, text: string): Promise<StoredFilters['domain']> {
    return readHost(text)?.host === mainHost ? { id: MAIN_DOMAIN } : findBranded(scope, text);
  }

  /** Reads `short` as an alias or as one of our short URLs; undefined if no listed link can match. */
  async function findShort(scope: OwnerScope, text: string): Promise<StoredFilters['short']> {
    const url = text.includes('/') ? URL.parse(text.includes('://') ? text : `https://${text}`) : null;
    if (!url) return { domainId: undefined, alias: text };
    const alias = url.pathname.slice(1).replace(/\/$/, '');
    const own = await findBranded(scope, url.host);
    if (own) return { domainId: own.id, alias };
    return isOwnHost(hostOf(url.href)) ? { domainId: MAIN_DOMAIN, alias } : undefined;
  }

  async function findByAliases(domainId: number, aliases: string[]): Promise<Map<string, VisitedLink>> {
    const links = new Map<string, VisitedLink>();
    for (const link of await reads.findLinksByAlias(db, domainId, aliases)) {
      links.set(link.alias, link.hasPixels ? { ...link, pixels: await findPixels(db, link.id) } : link);
    }
    return links;
  }

  return {
    findByAliases,
    findByAlias: async (domainId, alias) => (await findByAliases(domainId, [alias])).get(alias),
    findAlias: reads.findAliasHolder,
    findMany: (owner, ids) => reads.findLinks(db, owner, ids),
    findById: (id) => reads.findLinkById(db, id),
    lock: lockLink,

    async readShortUrls(links) {
      const origins = await domains.readOrigins(links.map(({ domainId }) => domainId));
      // The links of a domain that was just deleted are on the main host.
      return ({ domainId, alias }) => `${origins.get(domainId) ?? baseUrl}/${alias}`;
    },

    async list(scope, request, { order, short: text, channel, domain: host, ...filters }) {
      const short = text ? await findShort(scope, text) : undefined;
      const domain = host ? await findDomain(scope, host) : undefined;
      if ((text && !short) || (host && !domain)) return { ...request, total: 0, rows: [] };
      const ids = channel ? channels.idsIn(scope, channel) : undefined;
      return listLinks(readDb, scope, request, { ...filters, isByClicks: order === 'click', short, domain, ids });
    },

    async get(owner, id) {
      const link = await reads.findLink(db, owner, id);
      if (!link) throw linkNotFound();
      const extras = {
        tags: await findTags(db, id),
        pixels: await findPixelIds(db, id),
        channels: await channels.listOf(id),
      };
      return { link, extras };
    },
  };
}
