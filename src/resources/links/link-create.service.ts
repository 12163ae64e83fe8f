import { invalidField } from '../../core/errors.ts';
import type { Principal } from '../../core/principal.ts';
import { isReservedOnMainHost } from '../../core/reserved-words.ts';
import type { Db } from '../../db/db.ts';
import { assertCallerStays } from '../../db/lock-caller.ts';
import { lockNames } from '../../db/lock-names.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import { hashLinkPassword } from '../../lib/password.ts';
import { createThreadYield } from '../../lib/thread-yield.ts';
import type { DomainService } from '../domains/domain.service.ts';
import { hostedNameOf } from '../domains/domain.ts';
import type { ItemChannels } from './item-channels.ts';
import { isAliasTaken, makeAlias } from './link.alias.ts';
import type { LinkAudit } from './link.audit.ts';
import { applyChange, EMPTY_LINK } from './link.change.ts';
import type { LinkChange, NewLink } from './link.contract.ts';
import type { LinkRecord } from './link.row.ts';
import {
  aliasTaken,
  type FramedLink,
  findUnframed,
  framedDestinations,
  type Link,
  MAIN_DOMAIN,
  type VisitedLink,
} from './link.ts';
import type { LinkValidator } from './link.validator.ts';
import { uniqueIds } from './link-campaign.service.ts';
import type { LinkAddress, LinkEvent } from './link-event.ts';
import { findPixelsById, replacePixels } from './link-pixel.store.ts';
import * as reads from './link-read.store.ts';
import { replaceTags } from './link-tag.store.ts';
import * as writes from './link-write.store.ts';

/** A link after it was created or updated. */
export type StoredLink = LinkAddress & FramedLink;

/** A new link, or the existing one that was asked for instead. */
export type CreatedLink = StoredLink & { id: number; isReused?: boolean };

/** The dependencies of writing links. */
export interface WritingParts {
  db: Db;
  domains: Pick<DomainService, 'countMove'>;
  audit: LinkAudit;
  channels: Pick<ItemChannels, 'move' | 'leaveAll' | 'listOf'>;
  /** Checks whether these destinations can be framed, within a short time limit. */
  checkFraming(destinations: string[], owner: number): Promise<Map<string, boolean>>;
  /** Called after each stored change. */
  onChanged(stored: LinkEvent): void;
  /** Deletes the statistics of links, in the transaction that deletes them for good. */
  eraseStatistics(tx: Db, ids: number[]): Promise<void>;
  /** Whether another resource, such as a bio page, has this name on a host. */
  isNameTaken(tx: Db, domainId: number, name: string): Promise<boolean>;
  now: Clock;
}

/** A validated link, ready to be stored. */
export interface ReadyLink {
  record: LinkRecord;
  body: NewLink;
  unframed: string[];
  /** The creation date in another service; defaults to now. */
  createdAt?: number | undefined;
  /** The clicks that another service counted; by default none. */
  clicks?: number;
}

/** Creates links. */
export interface LinkCreator {
  /** `caller` is checked again once the password is hashed. */
  create(owner: number, link: NewLink, caller?: Principal): Promise<CreatedLink>;
  /** Builds the link of a validated body; hashes its password. */
  draft(owner: number, body: NewLink, domainId: number): Promise<LinkRecord>;
  /** Validates a body like `create`, and returns the link that it would create. Its password is not hashed. */
  buildUnsaved(owner: number, body: NewLink): Promise<VisitedLink>;
  /** Stores all links or none; returns their ids in the same order. `alongside` runs in the same transaction. */
  insertAll(
    owner: number,
    links: ReadyLink[],
    caller?: Principal,
    alongside?: (tx: Db, ids: number[]) => Promise<void>,
  ): Promise<number[]>;
  /** A random alias that is very likely free. */
  findNewAlias(): Promise<string>;
  /** Publishes the event of a stored link; must be called for each of them. */
  publishCreated(owner: number, id: number, link: ReadyLink, known?: Map<string, boolean>): void;
  /** Throws if an alias of these links is reserved or is the slug of a bio page. */
  assertFree(tx: Db, links: LinkAddress[]): Promise<void>;
  writeExtras(tx: Db, owner: number, link: Pick<Link, 'id' | 'createdAt'>, change: LinkChange): Promise<void>;
  /** Checks the destinations of an overlay, so that the response can warn the owner. A frame is checked after the response. */
  checkOverlayFraming(owner: number, record: LinkRecord): Promise<Map<string, boolean>>;
}

// The probability that a random alias is taken is at most one in a million.
const ALIAS_TRIES = 5;

// The place of a hash in a link that nobody can unlock, because it is not stored.
const UNHASHED = '*';

/** Whether a body sets only the URL. */
function isPlainBody({ url: _, reuse: __, domain: ___, ...rest }: NewLink): boolean {
  const isNothing = (value: unknown) =>
    value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  return Object.values(rest).every(isNothing);
}

/** Turns a unique-index violation into the failure `alias_taken`. */
export async function explainTakenAlias<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isAliasTaken(error) ? aliasTaken() : error;
  }
}

/** The hash of the password that a body sets, if any. */
export async function hashOf(owner: number, { password }: LinkChange): Promise<string | null> {
  return password === undefined || password === null ? null : hashLinkPassword(password, owner);
}

export function createLinkCreator(parts: WritingParts & { validator: LinkValidator }): LinkCreator {
  const { db, domains, audit, channels, validator, checkFraming, onChanged, isNameTaken, now } = parts;

  const writeExtras: LinkCreator['writeExtras'] = async (tx, owner, { id, createdAt }, change) => {
    const { tags, pixels: ids, campaign, channel } = change;
    if (tags !== undefined) await replaceTags(tx, owner, id, tags ?? []);
    if (ids !== undefined) await replacePixels(tx, id, ids ?? []);
    if (campaign !== undefined) await writes.moveToCampaign(tx, owner, id, campaign);
    if (channel !== undefined) await channels.move(tx, owner, { id, createdAt }, channel ?? []);
  };

  async function assertFree(tx: Db, links: LinkAddress[]): Promise<void> {
    const onMain = links.filter(({ domainId }) => domainId === MAIN_DOMAIN);
    if (onMain.some(({ alias }) => isReservedOnMainHost(alias))) throw invalidField('custom', 'reserved_word');
    const names = links.map(({ domainId, alias }) => hostedNameOf(domainId, alias));
    await lockNames(tx, names, 'shared');
    for (const { domainId, alias } of links) if (await isNameTaken(tx, domainId, alias)) throw aliasTaken();
  }

  async function checkOverlayFraming(owner: number, record: LinkRecord): Promise<Map<string, boolean>> {
    return record.type === 'overlay' ? checkFraming(framedDestinations(record), owner) : new Map();
  }

  async function draft(owner: number, body: NewLink, domainId: number): Promise<LinkRecord> {
    return { ...applyChange(EMPTY_LINK, body), domainId, passwordHash: await hashOf(owner, body) };
  }

  async function buildUnsaved(owner: number, body: NewLink): Promise<VisitedLink> {
    const domainId = (await validator.assertValid(owner, body)) ?? MAIN_DOMAIN;
    const pixels = await findPixelsById(db, owner, body.pixels ?? []);
    return {
      ...applyChange(EMPTY_LINK, body),
      ...{ id: 0, userId: owner, domainId, passwordHash: body.password ? UNHASHED : null },
      ...{ spentClicks: 0, clicks: 0, importedClicks: 0, createdAt: now() },
      ...{ campaignId: null, campaignWeight: 1, unframed: [] },
      ...(pixels.length > 0 && { pixels }),
    };
  }

  // An upper bound for the number of links, which decides the length of an alias. New ids tell what other nodes have added.
  let linkCount: number | undefined;

  const insertAll: LinkCreator['insertAll'] = async (owner, links, caller, alongside) => {
    const stored = await transaction(db, async (tx) => {
      await assertCallerStays(tx, caller);
      const records = links.map(({ record }) => record);
      // Locks all names, then all domains, then the rest: the same order as for a single link, to avoid deadlocks.
      await assertFree(tx, records);
      const domainIds = records.map(({ domainId }) => domainId).sort((one, other) => one - other);
      for (const domainId of domainIds) await domains.countMove(tx, owner, MAIN_DOMAIN, domainId);
      const ids: number[] = [];
      // On SQLite the statements never yield the thread, and visitors must not wait for the whole loop.
      const pause = createThreadYield();
      for (const { record, body, unframed, createdAt = now(), clicks } of links) {
        const id = await writes.insertLink(tx, owner, record, { createdAt, clicks });
        if (unframed.length > 0) await writes.updateUnframed(tx, owner, id, unframed);
        await writeExtras(tx, owner, { id, createdAt }, body);
        ids.push(id);
        await pause();
      }
      await audit.created(
        tx,
        owner,
        links.map(({ record, body }, index) => ({ id: ids[index] ?? 0, record, body })),
      );
      await alongside?.(tx, ids);
      return ids;
    });
    linkCount = stored.at(-1) ?? linkCount;
    return stored;
  };

  async function findNewAlias(): Promise<string> {
    linkCount ??= await reads.countAllLinks(db);
    return makeAlias(linkCount);
  }

  async function insert(owner: number, link: ReadyLink, caller?: Principal): Promise<{ id: number; alias: string }> {
    const [id = 0] = await insertAll(owner, [link], caller);
    return { id, alias: link.record.alias };
  }

  /** Stores the link under random aliases until one is free. */
  async function insertUnderNewAlias(owner: number, link: ReadyLink, caller?: Principal) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await insert(owner, { ...link, record: { ...link.record, alias: await findNewAlias() } }, caller);
      } catch (error) {
        if (!isAliasTaken(error) || tries === ALIAS_TRIES) throw error;
      }
    }
  }

  const publishCreated: LinkCreator['publishCreated'] = (owner, id, { record, body }, known) => {
    const { domainId, alias } = record;
    const facts = { addresses: [{ domainId, alias }], campaigns: uniqueIds([body.campaign]) };
    const framed = framedDestinations(record);
    onChanged({ change: 'created', owner, id, alias, ...facts, framed, ...(known && { known }) });
  };

  return {
    draft,
    buildUnsaved,
    insertAll,
    findNewAlias,
    publishCreated,
    assertFree,
    writeExtras,
    checkOverlayFraming,

    async create(owner, body, caller) {
      const domainId = (await validator.assertValid(owner, body)) ?? MAIN_DOMAIN;
      if (body.reuse && isPlainBody(body)) {
        const existing = await reads.findPlainLink(db, owner, body.url, domainId);
        if (existing) return { ...existing, isReused: true };
      }
      const record = await draft(owner, body, domainId);
      const known = await checkOverlayFraming(owner, record);
      const link: ReadyLink = { record, body, unframed: findUnframed(framedDestinations(record), known, []) };
      const inserted = body.custom
        ? explainTakenAlias(insert(owner, link, caller))
        : insertUnderNewAlias(owner, link, caller);
      const { id, alias } = await validator.explainMissing(owner, body, inserted);
      publishCreated(owner, id, { ...link, record: { ...record, alias } }, known);
      return { ...record, id, alias, unframed: link.unframed };
    },
  };
}
