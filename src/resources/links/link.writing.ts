import type { Db } from '../../db/db.ts';
import { collision } from '../../db/failures.ts';
import { holdName } from '../../db/hold-name.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import { hashPassword } from '../../lib/password.ts';
import type { DomainService } from '../domains/domain.service.ts';
import type { ItemChannels } from './item-channels.ts';
import { isAliasTaken, makeAlias } from './link.alias.ts';
import type { LinkChange, NewLink } from './link.contract.ts';
import { applyChange, EMPTY_LINK } from './link.draft.ts';
import type { LinkJudge } from './link.judge.ts';
import type { Addressed, StoredChange } from './link.service.ts';
import * as store from './link.store.ts';
import {
  aliasTaken,
  type FramedLink,
  findUnframed,
  framedTargets,
  type Link,
  type LinkType,
  linkNotFound,
  MAIN_DOMAIN,
} from './link.ts';
import { parseType } from './link.type.ts';
import { present } from './link-campaign.service.ts';
import * as membership from './link-campaign.store.ts';
import { holdOnDomain } from './link-domain.store.ts';
import * as extras from './link-extras.store.ts';

/** What can be done to links. */
export interface LinkWriting {
  create(owner: number, link: NewLink): Promise<StoredLink & { id: number }>;
  update(owner: number, id: number, change: LinkChange): Promise<StoredLink>;
  remove(owner: number, id: number): Promise<void>;
  /** Deletes those of these that are the owner's, and returns their ids. */
  removeMany(owner: number, ids: number[]): Promise<number[]>;
  /** Keeps which of these targets can be framed, as far as is known; where the link answers, if that changes anything. */
  keepFraming(
    owner: number,
    id: number,
    targets: string[],
    known: Map<string, boolean>,
  ): Promise<Addressed | undefined>;
  /** For splash pages and overlays: makes the links that show one lead on directly, and tells how many. */
  release(tx: Db, owner: number, type: LinkType, interstitialId: number): Promise<number>;
}

/** What is told of a link that was stored. */
type StoredLink = Addressed & FramedLink;

/** What it takes to write links. */
export interface WritingParts {
  db: Db;
  domains: Pick<DomainService, 'countMove'>;
  channels: Pick<ItemChannels, 'move' | 'leave'>;
  /** Finds out whether these targets can be framed, as far as that can be known within a moment. */
  askFraming(targets: string[]): Promise<Map<string, boolean>>;
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

async function namingTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isAliasTaken(error) ? aliasTaken() : error;
  }
}

async function hashOf({ password }: LinkChange): Promise<string | null> {
  return password === undefined || password === null ? null : hashPassword(password);
}

export function createLinkWriting(parts: WritingParts & { judge: LinkJudge }): LinkWriting {
  const { db, domains, channels, judge, askFraming, onChanged, eraseNumbers, isNameTaken, now } = parts;

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
    if (domainId !== MAIN_DOMAIN) return;
    await holdName(tx, alias);
    if (await isNameTaken(tx, alias)) throw aliasTaken();
  }

  /** An owner learns at once over which targets an overlay cannot lie; a frame is looked at beside the request. */
  async function askAtOnce(record: store.LinkRecord): Promise<Map<string, boolean>> {
    return record.type === 'overlay' ? askFraming(framedTargets(record)) : new Map();
  }

  /** Before the transaction: nothing in the store waits for somebody else's server. */
  async function askBefore(owner: number, id: number, change: LinkChange): Promise<Map<string, boolean>> {
    const canCover = change.type === undefined || parseType(change.type ?? EMPTY_LINK.type).type === 'overlay';
    const current = canCover ? await store.findLink(db, owner, id) : undefined;
    return current ? askAtOnce(applyChange(current, change)) : new Map();
  }

  function insert(owner: number, record: store.LinkRecord, body: NewLink, unframed: string[]): Promise<number> {
    return transaction(db, async (tx) => {
      await assertFree(tx, record);
      await domains.countMove(tx, owner, MAIN_DOMAIN, record.domainId);
      const createdAt = now();
      const id = await store.insertLink(tx, owner, record, createdAt);
      if (unframed.length > 0) await extras.updateUnframed(tx, owner, id, unframed);
      await writeExtras(tx, owner, { id, createdAt }, body);
      return id;
    });
  }

  /** Stores the link under random aliases until one is free. */
  async function insertUnderNewAlias(owner: number, draft: store.LinkRecord, body: NewLink, unframed: string[]) {
    for (let tries = 1; ; tries += 1) {
      const record = { ...draft, alias: makeAlias(await store.countAllLinks(db)) };
      try {
        return { id: await insert(owner, record, body, unframed), alias: record.alias };
      } catch (error) {
        if (!isAliasTaken(error) || tries === ALIAS_TRIES) throw error;
      }
    }
  }

  /** Counts a link as gone to another domain or to none, and holds it: where it was read to be it must still be. */
  async function takeAway(tx: Db, { id, userId, domainId }: Link, to: number): Promise<void> {
    // The domains first, as whoever deletes one does; the other way round they would wait for each other.
    await domains.countMove(tx, userId, domainId, to);
    if (!(await holdOnDomain(tx, userId, id, domainId))) throw collision('the link has moved meanwhile');
  }

  /** Deletes a link with all that belongs to it; undefined where there is none. */
  async function erase(tx: Db, owner: number, id: number): Promise<Link | undefined> {
    const found = await store.findLink(tx, owner, id);
    if (!found) return undefined;
    await takeAway(tx, found, MAIN_DOMAIN);
    const deleted = await membership.deleteLink(tx, owner, id);
    if (!deleted) return undefined;
    await eraseNumbers(tx, id);
    await channels.leave(tx, id);
    return { ...found, ...deleted };
  }

  function tellDeleted(link: Link): void {
    const { userId: owner, id, alias, campaignId } = link;
    const campaigns = present([campaignId]);
    onChanged({ change: 'deleted', owner, id, alias, addresses: [link], campaigns, framed: [] });
  }

  return {
    release: extras.releaseLinks,

    async create(owner, body) {
      const domainId = (await judge.assertFits(owner, body)) ?? MAIN_DOMAIN;
      if (body.reuse && isPlainBody(body)) {
        const existing = await store.findPlainLink(db, owner, body.url, domainId);
        if (existing) return existing;
      }
      const draft = { ...applyChange(EMPTY_LINK, body), domainId, passwordHash: await hashOf(body) };
      const framed = framedTargets(draft);
      const known = await askAtOnce(draft);
      const unframed = findUnframed(framed, known, []);
      const inserted = body.custom
        ? namingTaken(insert(owner, draft, body, unframed)).then((id) => ({ id, alias: draft.alias }))
        : insertUnderNewAlias(owner, draft, body, unframed);
      const made = await judge.namingMissing(owner, body, inserted);
      const addresses = [{ domainId, alias: made.alias }];
      const campaigns = present([body.campaign]);
      onChanged({ change: 'created', owner, ...made, addresses, campaigns, framed, known });
      return { ...draft, ...made, unframed };
    },

    async update(owner, id, change) {
      const domainId = await judge.assertFits(owner, change);
      const hash = await hashOf(change);
      const known = await askBefore(owner, id, change);
      const work = transaction(db, async (tx) => {
        const found = await store.findLink(tx, owner, id);
        if (!found) throw linkNotFound();
        const passwordHash = change.password === undefined ? found.passwordHash : hash;
        const record = { ...applyChange(found, change), domainId: domainId ?? found.domainId, passwordHash };
        if (record.alias !== found.alias || record.domainId !== found.domainId) await assertFree(tx, record);
        await takeAway(tx, found, record.domainId);
        await store.updateLink(tx, owner, id, record);
        const unframed = findUnframed(framedTargets(record), known, found.unframed);
        if (known.size > 0) await extras.updateUnframed(tx, owner, id, unframed);
        await writeExtras(tx, owner, found, change);
        return { before: found, after: { ...record, unframed } };
      });
      const { before, after } = await judge.namingMissing(owner, change, namingTaken(work));
      const campaigns = present([before.campaignId, change.campaign]);
      const { alias } = after;
      const facts = { addresses: [before, after], campaigns, framed: framedTargets(after), known };
      onChanged({ change: 'updated', owner, id, alias, ...facts });
      return after;
    },

    async remove(owner, id) {
      const link = await transaction(db, (tx) => erase(tx, owner, id));
      if (!link) throw linkNotFound();
      tellDeleted(link);
    },

    async removeMany(owner, ids) {
      const gone = await transaction(db, async (tx) => {
        const erased: Link[] = [];
        for (const id of new Set(ids)) {
          const link = await erase(tx, owner, id);
          if (link) erased.push(link);
        }
        return erased;
      });
      for (const link of gone) tellDeleted(link);
      return gone.map(({ id }) => id);
    },

    keepFraming: (owner, id, targets, known) =>
      transaction(db, async (tx) => {
        const link = await store.findLink(tx, owner, id);
        // Whoever changed its targets meanwhile has had them looked at anew.
        if (!link || !Bun.deepEquals(framedTargets(link), targets)) return undefined;
        const unframed = findUnframed(targets, known, link.unframed);
        if (Bun.deepEquals(unframed, link.unframed)) return undefined;
        await extras.updateUnframed(tx, owner, id, unframed);
        return { domainId: link.domainId, alias: link.alias };
      }),
  };
}
