import type { Page, PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { duplicatedColumn, isDangling } from '../../db/failures.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import { hashPassword } from '../../lib/password.ts';
import { hostNameOf } from '../../lib/url.ts';
import type { PixelService } from '../pixels/pixel.service.ts';
import type { ItemChannels } from './item-channels.ts';
import { makeAlias } from './link.alias.ts';
import type { LinkChange, LinkFilters, NewLink } from './link.contract.ts';
import { applyChange, assertBodyFits, EMPTY_LINK } from './link.draft.ts';
import * as store from './link.store.ts';
import { aliasTaken, type Link, linkNotFound, MAIN_DOMAIN } from './link.ts';
import { createLinkMembership, type LinkMembership, present } from './link-campaign.service.ts';
import * as membership from './link-campaign.store.ts';
import * as counted from './link-clicks.store.ts';
import * as extras from './link-extras.store.ts';
import { findLinkById, findLinks, holdLink } from './link-items.store.ts';

/** What one can do with links. */
export interface LinkService extends LinkMembership {
  list(owner: number, request: PageRequest, filters: LinkFilters): Promise<Page<Link>>;
  get(owner: number, id: number): Promise<{ link: Link; extras: LinkExtras }>;
  create(owner: number, link: NewLink): Promise<{ id: number; alias: string; url: string }>;
  update(owner: number, id: number, change: LinkChange): Promise<{ alias: string; url: string }>;
  remove(owner: number, id: number): Promise<void>;
  /** Those of these that are the owner's, in any order. */
  findMany(owner: number, ids: number[]): Promise<Link[]>;
  /** When a link was made; it cannot be deleted before the transaction ends. */
  hold(tx: Db, owner: number, id: number): Promise<number | undefined>;
  /** For preview pictures: the link of any owner. */
  findById(id: number): Promise<Link | undefined>;
  /** For the redirect: the link of any owner. */
  findByAlias(domainId: number, alias: string): Promise<Link | undefined>;
  /** For the redirect: takes one click of a link that has only so many. */
  spendClick(id: number): Promise<boolean>;
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
  addresses: { domainId: number; alias: string }[];
  /** The campaigns that it is in or was in. */
  campaigns: number[];
}

interface Parts {
  db: Db;
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
  now: Clock;
}

// Each try hits a taken alias once in a million times at most.
const ALIAS_TRIES = 5;

function isAliasTaken(error: unknown): boolean {
  return duplicatedColumn(error) === 'links.domain_id';
}

/** Whether a body asks for nothing but a short way to its URL. */
function isPlainBody({ url: _, reuse: __, ...rest }: NewLink): boolean {
  return Object.values(rest).every((value) => value === undefined || value === null);
}

export function createLinkService({
  db,
  pixels,
  channels,
  baseUrl,
  isOwnHost,
  ownsCampaign,
  onChanged,
  eraseNumbers,
  now,
}: Parts): LinkService {
  const mainHost = new URL(baseUrl).host;

  function isMainDomain(text: string): boolean {
    return text === baseUrl || text.toLowerCase() === mainHost;
  }

  async function assertFits(owner: number, change: LinkChange): Promise<void> {
    const ownsPixels = !change.pixels || (await pixels.ownsAll(owner, change.pixels));
    const isCampaignOwn = !change.campaign || (await ownsCampaign(owner, change.campaign));
    const ownsChannel = !change.channel || (await channels.owns(owner, change.channel));
    assertBodyFits(change, { isOwnHost, isMainDomain, ownsPixels, ownsCampaign: isCampaignOwn, ownsChannel });
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

  function insert(owner: number, record: store.LinkRecord, body: NewLink): Promise<number> {
    return transaction(db, async (tx) => {
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

  /** The link that a `short` names: an alias, or a short URL of ours. */
  function parseShort(text: string): { domainId: number; alias: string } {
    const url = URL.parse(text);
    if (!url) return { domainId: MAIN_DOMAIN, alias: text };
    const isOurs = isOwnHost(hostNameOf(url.host));
    return { domainId: isOurs ? MAIN_DOMAIN : -1, alias: url.pathname.slice(1) };
  }

  return {
    findByAlias: (domainId, alias) => store.findLinkByAlias(db, domainId, alias),
    spendClick: (id) => counted.spendClick(db, id),
    addClicks: counted.addClicks,
    findMany: (owner, ids) => findLinks(db, owner, ids),
    findById: (id) => findLinkById(db, id),
    hold: holdLink,
    ...createLinkMembership({ db, onChanged, now }),

    async list(owner, request, { order, q, short, tag, status, channel, campaign }) {
      const alias = short ? parseShort(short) : undefined;
      const ids = channel ? channels.idsIn(owner, channel) : undefined;
      const isByClicks = order === 'click';
      return store.listLinks(db, owner, request, { isByClicks, q, alias, tag, status, campaign, ids });
    },

    async get(owner, id) {
      const link = await store.findLink(db, owner, id);
      if (!link) throw linkNotFound();
      return { link, extras: { ...(await extras.findExtras(db, id)), channels: await channels.listOf(id) } };
    },

    async create(owner, body) {
      await assertFits(owner, body);
      if (body.reuse && isPlainBody(body)) {
        const existing = await store.findPlainLink(db, owner, body.url);
        if (existing) return existing;
      }
      const draft = { ...applyChange(EMPTY_LINK, body), passwordHash: await hashOf(body, null) };
      const inserted = body.custom
        ? namingTaken(insert(owner, draft, body)).then((id) => ({ id, alias: draft.alias }))
        : insertUnderNewAlias(owner, draft, body);
      const made = await namingMissing(owner, body, inserted);
      const addresses = [{ domainId: draft.domainId, alias: made.alias }];
      onChanged({ change: 'created', owner, ...made, addresses, campaigns: present([body.campaign]) });
      return { ...made, url: body.url };
    },

    async update(owner, id, change) {
      await assertFits(owner, change);
      const hash = await hashOf(change, null);
      const work = transaction(db, async (tx) => {
        const found = await store.findLink(tx, owner, id);
        if (!found) throw linkNotFound();
        const passwordHash = change.password === undefined ? found.passwordHash : hash;
        const record = { ...applyChange(found, change), passwordHash };
        await store.updateLink(tx, owner, id, record);
        await writeExtras(tx, owner, found, change);
        return { before: found, after: record };
      });
      const { before, after } = await namingMissing(owner, change, namingTaken(work));
      const campaigns = present([before.campaignId, change.campaign]);
      onChanged({ change: 'updated', owner, id, alias: after.alias, addresses: [before, after], campaigns });
      return after;
    },

    async remove(owner, id) {
      const link = await transaction(db, async (tx) => {
        const found = await store.findLink(tx, owner, id);
        const deleted = found && (await membership.deleteLink(tx, owner, id));
        if (!deleted) throw linkNotFound();
        await eraseNumbers(tx, id);
        await channels.leave(tx, id);
        return { ...found, ...deleted };
      });
      const campaigns = present([link.campaignId]);
      onChanged({ change: 'deleted', owner, id, alias: link.alias, addresses: [link], campaigns });
    },
  };
}
