import type { Page, PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { isDangling } from '../../db/failures.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import { hashPassword } from '../../lib/password.ts';
import { hostOf } from '../../lib/url.ts';
import type { DomainService } from '../domains/domain.service.ts';
import { readHost } from '../domains/domain.ts';
import type { PixelService } from '../pixels/pixel.service.ts';
import type { ItemChannels } from './item-channels.ts';
import { isAliasTaken, makeAlias } from './link.alias.ts';
import type { LinkChange, LinkFilters, NewLink } from './link.contract.ts';
import { applyChange, assertBodyFits, EMPTY_LINK, targetHostsIn } from './link.draft.ts';
import * as store from './link.store.ts';
import { aliasTaken, framedTargets, type Link, linkNotFound, MAIN_DOMAIN, type VisitedLink } from './link.ts';
import { createLinkMembership, type LinkMembership, present } from './link-campaign.service.ts';
import * as membership from './link-campaign.store.ts';
import * as counted from './link-clicks.store.ts';
import * as extras from './link-extras.store.ts';
import { findLinkById, findLinks, holdLink } from './link-items.store.ts';

/** Where a link answers. */
export interface Addressed {
  domainId: number;
  alias: string;
}

/** What one can do with links. */
export interface LinkService extends LinkMembership {
  list(owner: number, request: PageRequest, filters: LinkFilters): Promise<Page<Link>>;
  get(owner: number, id: number): Promise<{ link: Link; extras: LinkExtras }>;
  create(owner: number, link: NewLink): Promise<Addressed & { id: number; url: string }>;
  update(owner: number, id: number, change: LinkChange): Promise<Addressed & { url: string }>;
  remove(owner: number, id: number): Promise<void>;
  /** Those of these that are the owner's, in any order. */
  findMany(owner: number, ids: number[]): Promise<Link[]>;
  /** When a link was made; it cannot be deleted before the transaction ends. */
  hold(tx: Db, owner: number, id: number): Promise<number | undefined>;
  /** For preview pictures: the link of any owner. */
  findById(id: number): Promise<Link | undefined>;
  /** Tells the short URL of each of these links; one look-up for all of them. */
  readShortUrls(links: Addressed[]): Promise<(link: Addressed) => string>;
  /** For the redirect: the link of any owner. */
  findByAlias(domainId: number, alias: string): Promise<VisitedLink | undefined>;
  /** For other nouns that share the names of a host: whose link has this one. */
  findAlias(tx: Db, domainId: number, alias: string): Promise<{ userId: number } | undefined>;
  /** For the redirect: takes one click of a link that has only so many. */
  spendClick(id: number): Promise<boolean>;
  /** Keeps which of these targets can be framed, as far as is known; where the link answers, if that changes anything. */
  keepFraming(
    owner: number,
    id: number,
    targets: string[],
    known: Map<string, boolean>,
  ): Promise<Addressed | undefined>;
  /** For counting: adds to the totals of links and tells whose they are. */
  addClicks(tx: Db, clicks: Map<number, number>): Promise<Map<number, counted.ClickedLink>>;
}

/** What belongs to a link and is kept apart from it. */
export interface LinkExtras extends extras.LinkExtras {
  channels: number[];
}

/** A change of a link that was stored. */
export interface StoredChange {
  change: 'created' | 'updated' | 'deleted';
  owner: number;
  id: number;
  alias: string;
  /** Where it answers now and where it answered before. */
  addresses: Addressed[];
  /** The campaigns that it is in or was in. */
  campaigns: number[];
  /** The targets that it shows in a frame from now on. */
  framed: string[];
}

interface Parts {
  db: Db;
  domains: DomainService;
  pixels: PixelService;
  channels: ItemChannels;
  /** The address that short URLs begin with. */
  baseUrl: string;
  isOwnHost(host: string): boolean;
  ownsCampaign(owner: number, id: number): Promise<boolean>;
  /** Told after each change that was stored. */
  onChanged(stored: StoredChange): void;
  /** Deletes what was counted of a link, in the transaction that deletes it. */
  eraseNumbers(tx: Db, id: number): Promise<void>;
  /** Whether another noun has this name on the main host. */
  isNameTaken(tx: Db, name: string): Promise<boolean>;
  now: Clock;
}

// Each try hits a taken alias once in a million times at most.
const ALIAS_TRIES = 5;

/** Whether a body asks for nothing but a short way to its URL. */
function isPlainBody({ url: _, reuse: __, domain: ___, ...rest }: NewLink): boolean {
  return Object.values(rest).every((value) => value === undefined || value === null);
}

export function createLinkService({
  db,
  domains,
  pixels,
  channels,
  baseUrl,
  isOwnHost,
  ownsCampaign,
  onChanged,
  eraseNumbers,
  isNameTaken,
  now,
}: Parts): LinkService {
  const mainHost = new URL(baseUrl).host;

  /** The domain that a text means to its owner, with how many links it has; undefined where it is none of theirs. */
  async function findDomain(owner: number, text: string): Promise<{ id: number; linkCount?: number } | undefined> {
    return readHost(text)?.host === mainHost ? { id: MAIN_DOMAIN } : domains.findOwned(owner, text);
  }

  /** Throws where the body does not fit; tells the number of the domain that it names. */
  async function assertFits(owner: number, change: LinkChange): Promise<number | undefined> {
    const ownsPixels = !change.pixels || (await pixels.ownsAll(owner, change.pixels));
    const ours = await domains.findOurs(targetHostsIn(change));
    const domain = change.domain ? await findDomain(owner, change.domain) : { id: MAIN_DOMAIN };
    assertBodyFits(change, {
      isOwnHost: (host) => ours.has(host),
      ownsDomain: domain !== undefined,
      ownsPixels,
      ownsCampaign: !change.campaign || (await ownsCampaign(owner, change.campaign)),
      ownsChannel: !change.channel || (await channels.owns(owner, change.channel)),
    });
    return change.domain === undefined ? undefined : domain?.id;
  }

  async function hashOf(change: LinkChange, kept: string | null): Promise<string | null> {
    if (change.password === undefined) return kept;
    return change.password === null ? null : hashPassword(change.password);
  }

  async function writeExtras(
    tx: Db,
    owner: number,
    { id, createdAt }: Pick<Link, 'id' | 'createdAt'>,
    { tags, pixels: ids, campaign, channel }: LinkChange,
  ): Promise<void> {
    if (tags !== undefined) await extras.replaceTags(tx, owner, id, tags ?? []);
    if (ids !== undefined) await extras.replacePixels(tx, id, ids ?? []);
    if (campaign !== undefined) await membership.moveToCampaign(tx, owner, id, campaign);
    if (channel !== undefined) await channels.move(tx, owner, { id, createdAt }, channel);
  }

  /** Throws where somebody else's page has the name that a link wants. */
  async function assertFree(tx: Db, { domainId, alias }: store.LinkRecord): Promise<void> {
    if (domainId === MAIN_DOMAIN && (await isNameTaken(tx, alias))) throw aliasTaken();
  }

  function insert(owner: number, record: store.LinkRecord, body: NewLink): Promise<number> {
    return transaction(db, async (tx) => {
      await assertFree(tx, record);
      await domains.countMove(tx, owner, MAIN_DOMAIN, record.domainId);
      const createdAt = now();
      const id = await store.insertLink(tx, owner, record, createdAt);
      await writeExtras(tx, owner, { id, createdAt }, body);
      return id;
    });
  }

  /** Stores the link under random aliases until one is free. */
  async function insertUnderNewAlias(owner: number, draft: store.LinkRecord, body: NewLink) {
    for (let tries = 1; ; tries += 1) {
      const record = { ...draft, alias: makeAlias(await store.countAllLinks(db)) };
      try {
        return { id: await insert(owner, record, body), alias: record.alias };
      } catch (error) {
        if (!isAliasTaken(error) || tries === ALIAS_TRIES) throw error;
      }
    }
  }

  async function namingTaken<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw isAliasTaken(error) ? aliasTaken() : error;
    }
  }

  /** Names the field of what was deleted between the look at it and the writing. */
  async function namingMissing<T>(owner: number, body: LinkChange, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (isDangling(error)) await assertFits(owner, body);
      throw error;
    }
  }

  /** The link that a `short` names: an alias, or a short URL of ours; undefined where it can be none of the owner's. */
  async function findShort(owner: number, text: string): Promise<Addressed | undefined> {
    const url = text.includes('/') ? URL.parse(text.includes('://') ? text : `https://${text}`) : null;
    if (!url) return { domainId: MAIN_DOMAIN, alias: text };
    const alias = url.pathname.slice(1);
    const own = await domains.findOwned(owner, url.host);
    if (own) return { domainId: own.id, alias };
    return isOwnHost(hostOf(url.href)) ? { domainId: MAIN_DOMAIN, alias } : undefined;
  }

  return {
    async findByAlias(domainId, alias) {
      const link = await store.findLinkByAlias(db, domainId, alias);
      return link?.hasPixels ? { ...link, pixels: await extras.findPixels(db, link.id) } : link;
    },
    findAlias: store.findAlias,
    spendClick: (id) => counted.spendClick(db, id),
    addClicks: counted.addClicks,
    findMany: (owner, ids) => findLinks(db, owner, ids),
    findById: (id) => findLinkById(db, id),
    hold: holdLink,
    ...createLinkMembership({ db, onChanged, now }),

    async readShortUrls(links) {
      const origins = await domains.readOrigins(links.map(({ domainId }) => domainId));
      // A domain that has just been deleted has left its links to the main host.
      return ({ domainId, alias }) => `${origins.get(domainId) ?? baseUrl}/${alias}`;
    },

    async list(owner, request, { order, short, channel, domain: host, ...filters }) {
      const alias = short ? await findShort(owner, short) : undefined;
      const domain = host ? await findDomain(owner, host) : undefined;
      if ((short && !alias) || (host && !domain)) return { ...request, total: 0, rows: [] };
      const ids = channel ? channels.idsIn(owner, channel) : undefined;
      return store.listLinks(db, owner, request, { ...filters, isByClicks: order === 'click', alias, domain, ids });
    },

    async get(owner, id) {
      const link = await store.findLink(db, owner, id);
      if (!link) throw linkNotFound();
      return { link, extras: { ...(await extras.findExtras(db, id)), channels: await channels.listOf(id) } };
    },

    async create(owner, body) {
      const domainId = (await assertFits(owner, body)) ?? MAIN_DOMAIN;
      if (body.reuse && isPlainBody(body)) {
        const existing = await store.findPlainLink(db, owner, body.url, domainId);
        if (existing) return existing;
      }
      const draft = { ...applyChange(EMPTY_LINK, body), domainId, passwordHash: await hashOf(body, null) };
      const inserted = body.custom
        ? namingTaken(insert(owner, draft, body)).then((id) => ({ id, alias: draft.alias }))
        : insertUnderNewAlias(owner, draft, body);
      const made = await namingMissing(owner, body, inserted);
      const addresses = [{ domainId, alias: made.alias }];
      const campaigns = present([body.campaign]);
      onChanged({ change: 'created', owner, ...made, addresses, campaigns, framed: framedTargets(draft) });
      return { ...made, domainId, url: body.url };
    },

    async update(owner, id, change) {
      const domainId = await assertFits(owner, change);
      const hash = await hashOf(change, null);
      const work = transaction(db, async (tx) => {
        const found = await store.findLink(tx, owner, id);
        if (!found) throw linkNotFound();
        const passwordHash = change.password === undefined ? found.passwordHash : hash;
        const record = { ...applyChange(found, change), domainId: domainId ?? found.domainId, passwordHash };
        if (record.alias !== found.alias || record.domainId !== found.domainId) await assertFree(tx, record);
        await domains.countMove(tx, owner, found.domainId, record.domainId);
        await store.updateLink(tx, owner, id, record);
        await writeExtras(tx, owner, found, change);
        return { before: found, after: record };
      });
      const { before, after } = await namingMissing(owner, change, namingTaken(work));
      const campaigns = present([before.campaignId, change.campaign]);
      const addresses = [before, after];
      onChanged({
        change: 'updated',
        owner,
        id,
        alias: after.alias,
        addresses,
        campaigns,
        framed: framedTargets(after),
      });
      return after;
    },

    async remove(owner, id) {
      const link = await transaction(db, async (tx) => {
        const found = await store.findLink(tx, owner, id);
        if (!found) throw linkNotFound();
        await domains.countMove(tx, owner, found.domainId, MAIN_DOMAIN);
        const deleted = await membership.deleteLink(tx, owner, id);
        if (!deleted) throw linkNotFound();
        await eraseNumbers(tx, id);
        await channels.leave(tx, id);
        return { ...found, ...deleted };
      });
      const campaigns = present([link.campaignId]);
      onChanged({ change: 'deleted', owner, id, alias: link.alias, addresses: [link], campaigns, framed: [] });
    },

    keepFraming: (owner, id, targets, known) =>
      transaction(db, async (tx) => {
        const link = await store.findLink(tx, owner, id);
        // Whoever changed its targets meanwhile has had them looked at anew.
        if (!link || !Bun.deepEquals(framedTargets(link), targets)) return undefined;
        const unframed = targets.filter((target) => !(known.get(target) ?? !link.unframed.includes(target)));
        if (Bun.deepEquals(unframed, link.unframed)) return undefined;
        await extras.updateUnframed(tx, owner, id, unframed);
        return { domainId: link.domainId, alias: link.alias };
      }),
  };
}
