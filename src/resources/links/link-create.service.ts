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
import type { ItemChannels } from './item-channels.ts';
import { isAliasTaken, makeAlias } from './link.alias.ts';
import { applyChange, EMPTY_LINK } from './link.change.ts';
import type { LinkChange, NewLink } from './link.contract.ts';
import type { LinkRecord } from './link.row.ts';
import { aliasTaken, type FramedLink, findUnframed, framedDestinations, type Link, MAIN_DOMAIN } from './link.ts';
import type { LinkValidator } from './link.validator.ts';
import { uniqueIds } from './link-campaign.service.ts';
import type { LinkAddress, LinkEvent } from './link-event.ts';
import { replacePixels } from './link-pixel.store.ts';
import * as reads from './link-read.store.ts';
import { replaceTags } from './link-tag.store.ts';
import * as writes from './link-write.store.ts';

/** The result of creating a link. */
export type StoredLink = LinkAddress & FramedLink;

/** The dependencies of writing links. */
export interface WritingParts {
  db: Db;
  domains: Pick<DomainService, 'countMove'>;
  channels: Pick<ItemChannels, 'move' | 'leave'>;
  /** Checks whether these destinations can be framed, within a short time limit. */
  checkFraming(targets: string[], owner: number): Promise<Map<string, boolean>>;
  /** Called after each stored change. */
  onChanged(stored: LinkEvent): void;
  /** Deletes the statistics of a link, in the transaction that deletes it. */
  eraseNumbers(tx: Db, id: number): Promise<void>;
  /** Whether another noun has this name on the main host. */
  isNameTaken(tx: Db, name: string): Promise<boolean>;
  now: Clock;
}

/** A validated link, ready to be stored. */
export interface ReadyLink {
  record: LinkRecord;
  body: NewLink;
  unframed: string[];
  /** The creation date in another service; defaults to now. */
  createdAt?: number | undefined;
}

/** Creates links. */
export interface LinkCreator {
  /** `caller` is checked again once the password is hashed. */
  create(owner: number, link: NewLink, caller?: Principal): Promise<StoredLink & { id: number }>;
  /** Builds the link of a validated body; hashes its password. */
  draft(body: NewLink, domainId: number): Promise<LinkRecord>;
  /** Stores all of them or none, in their order; returns their ids. */
  insertAll(owner: number, links: ReadyLink[], caller?: Principal): Promise<number[]>;
  /** A random alias that is very likely free. */
  findNewAlias(): Promise<string>;
  /** Must be called for each stored link. */
  publishCreated(owner: number, id: number, link: ReadyLink, known?: Map<string, boolean>): void;
  /** Throws if an alias of these links is reserved or is the slug of a bio page. */
  assertFree(tx: Db, links: LinkAddress[]): Promise<void>;
  writeExtras(tx: Db, owner: number, link: Pick<Link, 'id' | 'createdAt'>, change: LinkChange): Promise<void>;
  /** The owner learns in the response which destinations forbid an overlay; for a frame, the check runs after the response. */
  checkOverlayFraming(owner: number, record: LinkRecord): Promise<Map<string, boolean>>;
}

// Each try hits a taken alias once in a million times at most.
const ALIAS_TRIES = 5;

/** Whether a body sets only the URL. */
function isPlainBody({ url: _, reuse: __, domain: ___, ...rest }: NewLink): boolean {
  return Object.values(rest).every((value) => value === undefined || value === null);
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
export async function hashOf({ password }: LinkChange): Promise<string | null> {
  return password === undefined || password === null ? null : hashLinkPassword(password);
}

export function createLinkCreator(parts: WritingParts & { validator: LinkValidator }): LinkCreator {
  const { db, domains, channels, validator, checkFraming, onChanged, isNameTaken, now } = parts;

  const writeExtras: LinkCreator['writeExtras'] = async (tx, owner, { id, createdAt }, change) => {
    const { tags, pixels: ids, campaign, channel } = change;
    if (tags !== undefined) await replaceTags(tx, owner, id, tags ?? []);
    if (ids !== undefined) await replacePixels(tx, id, ids ?? []);
    if (campaign !== undefined) await writes.moveToCampaign(tx, owner, id, campaign);
    if (channel !== undefined) await channels.move(tx, owner, { id, createdAt }, channel);
  };

  async function assertFree(tx: Db, links: LinkAddress[]): Promise<void> {
    const names = links.filter(({ domainId }) => domainId === MAIN_DOMAIN).map(({ alias }) => alias);
    if (names.some(isReservedOnMainHost)) throw invalidField('custom', 'reserved_word');
    await lockNames(tx, names, 'shared');
    for (const name of names) if (await isNameTaken(tx, name)) throw aliasTaken();
  }

  async function checkOverlayFraming(owner: number, record: LinkRecord): Promise<Map<string, boolean>> {
    return record.type === 'overlay' ? checkFraming(framedDestinations(record), owner) : new Map();
  }

  async function draft(body: NewLink, domainId: number): Promise<LinkRecord> {
    return { ...applyChange(EMPTY_LINK, body), domainId, passwordHash: await hashOf(body) };
  }

  function insertAll(owner: number, links: ReadyLink[], caller?: Principal): Promise<number[]> {
    return transaction(db, async (tx) => {
      await assertCallerStays(tx, caller);
      const records = links.map(({ record }) => record);
      // Locks all names, then all domains, then the rest: the same order as for a single link, to avoid deadlocks.
      await assertFree(tx, records);
      const places = records.map(({ domainId }) => domainId).sort((one, other) => one - other);
      for (const place of places) await domains.countMove(tx, owner, MAIN_DOMAIN, place);
      const ids: number[] = [];
      // On SQLite nothing here really waits, and visitors must not wait for it.
      const pause = createThreadYield();
      for (const { record, body, unframed, createdAt = now() } of links) {
        const id = await writes.insertLink(tx, owner, record, createdAt);
        if (unframed.length > 0) await writes.updateUnframed(tx, owner, id, unframed);
        await writeExtras(tx, owner, { id, createdAt }, body);
        ids.push(id);
        await pause();
      }
      return ids;
    });
  }

  async function findNewAlias(): Promise<string> {
    return makeAlias(await reads.countAllLinks(db));
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
        if (existing) return existing;
      }
      const record = await draft(body, domainId);
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
