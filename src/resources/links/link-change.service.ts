import { diffFields, type FieldChanges } from '../../core/audit.ts';
import { assertMayFreeName, OWNER, type PublishedStatus, type StatusChanger } from '../../core/take-down.ts';
import type { Db } from '../../db/db.ts';
import { collision } from '../../db/failures.ts';
import { assertCallerStays } from '../../db/lock-caller.ts';
import { auditedStatus, changeStatus, createFindOwner, type FindOwner } from '../../db/take-down.ts';
import { rehearse, transaction } from '../../db/transaction.ts';
import { isLinkPassword } from '../../lib/password.ts';
import { auditedLink } from './link.audit.ts';
import { applyChange, EMPTY_LINK } from './link.change.ts';
import type { LinkChange } from './link.contract.ts';
import { findUnframed, framedDestinations, type Link, linkNotFound } from './link.ts';
import { parseType } from './link.type.ts';
import type { LinkValidator } from './link.validator.ts';
import { uniqueIds } from './link-campaign.service.ts';
import {
  explainTakenAlias,
  hashOf,
  type LinkCreator,
  type StoredLink,
  type WritingParts,
} from './link-create.service.ts';
import type { LinkAddress } from './link-event.ts';
import { readExtras } from './link-extras.ts';
import * as reads from './link-read.store.ts';
import { createLinkRemover, type LinkRemover } from './link-remove.service.ts';
import * as writes from './link-write.store.ts';

/** How an update differs from one that a request makes. */
export interface UpdateOptions {
  /** The hash of the new password, if it was hashed before. */
  passwordHash?: string | null;
  /** Runs in the transaction once the link is locked; if it throws, nothing is stored. */
  claim?(tx: Db): Promise<void>;
  /** What the audit log calls it; default: update. */
  action?: string;
}

/** What an update would do. */
export interface RehearsedUpdate {
  link: StoredLink;
  /** By their names in request bodies. */
  changes: FieldChanges;
}

/** Changes and deletes links. */
export interface LinkChanger extends LinkRemover {
  create: LinkCreator['create'];
  /** Omitted fields are unchanged. */
  update(
    owner: number,
    id: number,
    change: LinkChange,
    by?: StatusChanger,
    options?: UpdateOptions,
  ): Promise<StoredLink>;
  /** Changes only the status. */
  changeStatus(owner: number, id: number, status: PublishedStatus, by: StatusChanger): Promise<StoredLink>;
  /** Does what `update` does, or `changeStatus` for a body without a URL, and stores nothing. */
  rehearseUpdate(owner: number, id: number, change: LinkChange, by: StatusChanger): Promise<RehearsedUpdate>;
  findOwner: FindOwner;
  /** Stores which destinations can be framed; returns the address of the link if the stored result changed. */
  keepFraming(
    owner: number,
    id: number,
    destinations: string[],
    known: Map<string, boolean>,
  ): Promise<LinkAddress | undefined>;
}

export function createLinkChanger(
  parts: WritingParts & { validator: LinkValidator; creator: LinkCreator },
): LinkChanger {
  const { db, domains, audit, channels, validator, creator, onChanged } = parts;
  const { assertFree, checkOverlayFraming, writeExtras } = creator;

  /** Runs before the transaction, so the store never waits for another server. */
  async function checkFramingFirst(owner: number, id: number, change: LinkChange, by: StatusChanger) {
    const canBeOverlay = change.type === undefined || parseType(change.type ?? EMPTY_LINK.type).type === 'overlay';
    const current = canBeOverlay ? await reads.findLink(db, owner, id) : undefined;
    return current ? checkOverlayFraming(owner, applyChange(current, change, by)) : new Map<string, boolean>();
  }

  /** Updates the link counts of the domains, then locks and returns the link; throws if its address has changed meanwhile. */
  async function lockForMove(tx: Db, found: Link, to: number): Promise<Link> {
    // Locks the domains first, in the same order as deleting a domain, to avoid deadlocks.
    await domains.countMove(tx, found.userId, found.domainId, to);
    const locked = await writes.lockAt(tx, found);
    if (!locked) throw collision('the link has moved meanwhile');
    return locked;
  }

  /** The stored hash if the password in the body is the one that the link has: then it does not change. */
  async function keepSameHash(owner: number, id: number, { password }: LinkChange): Promise<string | undefined> {
    if (!password) return undefined;
    const stored = (await reads.findLink(db, owner, id))?.passwordHash;
    return stored && (await isLinkPassword(password, stored, owner)) ? stored : undefined;
  }

  /** Validates a change, and writes it in the transaction that `run` opens. */
  async function writeUpdate(
    run: typeof transaction,
    owner: number,
    id: number,
    change: LinkChange,
    by: StatusChanger,
    { passwordHash: newHash, claim, action }: UpdateOptions = {},
  ) {
    const domainId = await validator.assertValid(owner, change);
    const hash = newHash ?? (await keepSameHash(owner, id, change)) ?? (await hashOf(owner, change));
    const known = await checkFramingFirst(owner, id, change, by);
    const work = run(db, async (tx) => {
      await assertCallerStays(tx, by.caller);
      const found = await reads.findLink(tx, owner, id);
      if (!found) throw linkNotFound();
      const address = { domainId: domainId ?? found.domainId, alias: change.custom ?? found.alias };
      if (address.alias !== found.alias || address.domainId !== found.domainId) await assertFree(tx, [address]);
      const locked = await lockForMove(tx, found, address.domainId);
      await claim?.(tx);
      if (address.alias !== locked.alias || address.domainId !== locked.domainId)
        assertMayFreeName(locked.disabledBy, by);
      const passwordHash = change.password === undefined && !newHash ? locked.passwordHash : hash;
      const record = { ...applyChange(locked, change, by), ...address, passwordHash };
      await writes.updateLink(tx, owner, id, record);
      const unframed = findUnframed(framedDestinations(record), known, locked.unframed);
      if (known.size > 0) await writes.updateUnframed(tx, owner, id, unframed);
      const extras = await readExtras(tx, locked, change, channels);
      await writeExtras(tx, owner, locked, change);
      const [changes = {}] = await audit.updated(
        tx,
        [
          {
            ...{ owner, id },
            before: { ...auditedLink(locked), ...extras.before },
            after: { ...auditedLink(record), ...extras.after },
          },
        ],
        action,
      );
      return { before: locked, after: { ...record, unframed }, changes };
    });
    return { ...(await validator.explainMissing(owner, change, explainTakenAlias(work))), known };
  }

  async function writeStatus(
    run: typeof transaction,
    owner: number,
    id: number,
    status: PublishedStatus,
    by: StatusChanger,
  ): Promise<{ before: Link; after: Link }> {
    const found = await run(db, async (tx) => {
      const before = await reads.findLink(tx, owner, id);
      const isFound = await changeStatus(tx, 'links', { owner, id }, status, by);
      const after = isFound ? await reads.findLink(tx, owner, id) : undefined;
      await audit.statusChanged(tx, owner, id, after !== undefined && after.disabledBy !== before?.disabledBy);
      return before && after && { before, after };
    });
    if (!found) throw linkNotFound();
    return found;
  }

  return {
    create: creator.create,

    async update(owner, id, change, by = OWNER, options = {}) {
      const { before, after, known } = await writeUpdate(transaction, owner, id, change, by, options);
      const campaigns = uniqueIds([before.campaignId, change.campaign]);
      const { alias } = after;
      const facts = { addresses: [before, after], campaigns, framed: framedDestinations(after), known };
      onChanged({ change: 'updated', owner, id, alias, ...facts });
      return after;
    },

    async rehearseUpdate(owner, id, change, by) {
      if (change.url !== undefined) {
        const { after, changes } = await writeUpdate(rehearse, owner, id, change, by);
        return { link: after, changes };
      }
      const { before, after } = await writeStatus(rehearse, owner, id, change.status ?? 'active', by);
      return { link: after, changes: diffFields(auditedStatus(before.disabledBy), auditedStatus(after.disabledBy)) };
    },

    findOwner: createFindOwner(db, 'links', linkNotFound),

    async changeStatus(owner, id, status, by) {
      const { after: link } = await writeStatus(transaction, owner, id, status, by);
      const { alias, campaignId } = link;
      const campaigns = uniqueIds([campaignId]);
      onChanged({ change: 'updated', owner, id, alias, addresses: [link], campaigns, framed: [] });
      return link;
    },

    ...createLinkRemover(parts),

    keepFraming: (owner, id, destinations, known) =>
      transaction(db, async (tx) => {
        const link = await reads.findLink(tx, owner, id);
        // If a request changed the destinations meanwhile, its own check covers them.
        if (!link || !Bun.deepEquals(framedDestinations(link), destinations)) return undefined;
        const unframed = findUnframed(destinations, known, link.unframed);
        if (Bun.deepEquals(unframed, link.unframed)) return undefined;
        await writes.updateUnframed(tx, owner, id, unframed);
        return { domainId: link.domainId, alias: link.alias };
      }),
  };
}
