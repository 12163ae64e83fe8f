import type { AuditedFields } from '../../core/audit.ts';
import type { OwnerScope } from '../../core/owner-scope.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { hostOf } from '../../lib/url.ts';
import type { DomainService } from '../domains/domain.service.ts';
import { chooseByHost, readHost } from '../domains/domain.ts';
import type { ItemChannels } from './item-channels.ts';
import { auditedLink, membershipFields } from './link.audit.ts';
import type { LinkFilters } from './link.contract.ts';
import { type Link, type LinkSummary, linkNotFound, MAIN_DOMAIN, type VisitedLink } from './link.ts';
import type { LinkAddress } from './link-event.ts';
import { type LinkOrder, listLinks, listSummaries, type StoredFilters } from './link-list.store.ts';
import { findPixelIds, findPixelIdsByLink, findPixels } from './link-pixel.store.ts';
import * as reads from './link-read.store.ts';
import { findTags, findTagsByLink } from './link-tag.store.ts';
import { lockLink } from './link-write.store.ts';

/** The queries for links. */
export interface LinkReader {
  list(scope: OwnerScope, request: PageRequest, filters: LinkFilters): Promise<Page<Link>>;
  /** The same with the fields of a summary. */
  listSummaries(scope: OwnerScope, request: PageRequest, filters: LinkFilters): Promise<Page<LinkSummary>>;
  /** The filters as the store needs them; undefined if no link can match. */
  resolveFilters(scope: OwnerScope, filters: LinkFilters): Promise<StoredFilters | undefined>;
  get(owner: number, id: number): Promise<{ link: Link; extras: LinkExtras }>;
  /** The same without the related rows, which take three more queries. */
  getLink(owner: number, id: number): Promise<Link>;
  /** The links among these ids that belong to the owner, in any order. */
  findMany(owner: number, ids: number[]): Promise<Link[]>;
  /** The owner's newest link to a destination, on any domain. */
  findByUrl(owner: number, url: string): Promise<Link | undefined>;
  /** Locks a link until the transaction ends, and returns its creation date. */
  lock(tx: Db, owner: number, id: number): Promise<number | undefined>;
  /** All clicks of the owner's links. */
  countClicks(owner: number): Promise<number>;
  /** The link of any owner, for preview pictures. */
  findById(id: number): Promise<Link | undefined>;
  /** Prepares the short URLs of these links with one query; returns a function for the URL of each. */
  readShortUrls(links: LinkAddress[]): Promise<(link: LinkAddress) => string>;
  /** Prepares the tags and campaigns of these links with two queries; returns a function for those of each. */
  readListedExtras(links: LinkInCampaign[]): Promise<(link: LinkInCampaign) => ListedExtras>;
  /** The fields of these links as request bodies have them, by id. */
  readBodies(links: Link[]): Promise<Map<number, AuditedFields>>;
  /** The link of any owner, for the redirect. */
  findByAlias(domainId: number, alias: string): Promise<VisitedLink | undefined>;
  /** The same for many links; returns them by alias. */
  findByAliases(domainId: number, aliases: string[]): Promise<Map<string, VisitedLink>>;
  /** The owner of the link with this alias, for bio pages, which share their names with links. */
  findAlias(tx: Db, domainId: number, alias: string): Promise<{ userId: number } | undefined>;
}

const ORDER_COLUMNS = { date: 'id', click: 'clicks', created: 'created_at' } satisfies Record<string, LinkOrder['by']>;

type LinkInCampaign = Pick<Link, 'id' | 'campaignId'>;

/** The related rows of a link in other tables, as a list shows them. */
export interface ListedExtras {
  tags: string[];
  campaignName: string | null;
}

/** The related rows of a link in other tables. */
export interface LinkExtras {
  tags: string[];
  pixels: number[];
  channels: number[];
  campaignName: string | null;
}

interface Parts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  domains: Pick<DomainService, 'findOwned' | 'findByName' | 'readOrigins'>;
  channels: ItemChannels;
  /** The names of these campaigns of any owner, by id. */
  findCampaignNames(ids: number[]): Promise<Map<number, string>>;
  baseUrl: string;
  isOwnHost(host: string): boolean;
}

export function createLinkReader(parts: Parts): LinkReader {
  const { db, readDb, domains, channels, findCampaignNames, baseUrl, isOwnHost } = parts;
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

  const resolveFilters: LinkReader['resolveFilters'] = async (scope, given) => {
    const { order = 'date', direction = 'desc', short: text, channel, domain: host, ...filters } = given;
    const short = text ? await findShort(scope, text) : undefined;
    const domain = host ? await findDomain(scope, host) : undefined;
    if ((text && !short) || (host && !domain)) return undefined;
    const ids = channel ? channels.idsIn(scope, channel) : undefined;
    return { ...filters, order: { by: ORDER_COLUMNS[order], direction }, short, domain, ids };
  };

  async function getLink(owner: number, id: number): Promise<Link> {
    const link = await reads.findLink(db, owner, id);
    if (!link) throw linkNotFound();
    return link;
  }

  async function findByAliases(domainId: number, aliases: string[]): Promise<Map<string, VisitedLink>> {
    const links = new Map<string, VisitedLink>();
    for (const link of await reads.findLinksByAlias(db, domainId, aliases)) {
      links.set(link.alias, link.hasPixels ? { ...link, pixels: await findPixels(db, link.id) } : link);
    }
    return links;
  }

  return {
    getLink,
    findByAliases,
    findByAlias: async (domainId, alias) => (await findByAliases(domainId, [alias])).get(alias),
    findAlias: reads.findAliasHolder,
    findMany: (owner, ids) => reads.findLinks(db, owner, ids),
    countClicks: (owner) => reads.countClicks(readDb, owner),
    findByUrl: (owner, url) => reads.findLinkByUrl(db, owner, url),
    findById: (id) => reads.findLinkById(db, id),
    lock: lockLink,

    async readShortUrls(links) {
      const origins = await domains.readOrigins(links.map(({ domainId }) => domainId));
      // The links of a domain that was just deleted are on the main host.
      return ({ domainId, alias }) => `${origins.get(domainId) ?? baseUrl}/${alias}`;
    },

    async readListedExtras(links) {
      const tags = await findTagsByLink(
        readDb,
        links.map(({ id }) => id),
      );
      const campaignIds = new Set(links.map(({ campaignId }) => campaignId).filter((id) => id !== null));
      const names = await findCampaignNames([...campaignIds]);
      return ({ id, campaignId }) => ({
        tags: tags.get(id) ?? [],
        campaignName: (campaignId !== null && names.get(campaignId)) || null,
      });
    },

    async readBodies(links) {
      const ids = links.map(({ id }) => id);
      if (ids.length === 0) return new Map();
      const tags = await findTagsByLink(readDb, ids);
      const pixels = await findPixelIdsByLink(readDb, ids);
      const inChannels = await channels.findIds(ids);
      const bodies = links.map((link): [number, AuditedFields] => {
        const { custom, url, domain: _, ...fields } = auditedLink(link);
        const body = {
          ...{ custom, url, ...fields, ...membershipFields(link), password: link.passwordHash !== null },
          tags: tags.get(link.id) ?? [],
          pixels: pixels.get(link.id) ?? [],
          channel: inChannels.get(link.id) ?? [],
        };
        return [link.id, body];
      });
      return new Map(bodies);
    },

    resolveFilters,

    async list(scope, request, filters) {
      const stored = await resolveFilters(scope, filters);
      return stored ? listLinks(readDb, scope, request, stored) : { ...request, total: 0, rows: [] };
    },

    async listSummaries(scope, request, filters) {
      const stored = await resolveFilters(scope, filters);
      return stored ? listSummaries(readDb, scope, request, stored) : { ...request, total: 0, rows: [] };
    },

    async get(owner, id) {
      const link = await getLink(owner, id);
      const { campaignId } = link;
      const names = await findCampaignNames(campaignId === null ? [] : [campaignId]);
      const extras = {
        tags: await findTags(db, id),
        pixels: await findPixelIds(db, id),
        channels: await channels.listOf(id),
        campaignName: (campaignId !== null && names.get(campaignId)) || null,
      };
      return { link, extras };
    },
  };
}
