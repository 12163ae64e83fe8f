import { AppError, invalidField } from '../../core/errors.ts';
import { isReservedOnMainHost } from '../../core/reserved-words.ts';
import { assertMayFreeName, type StatusChanger } from '../../core/take-down.ts';
import type { Db } from '../../db/db.ts';
import { duplicatedColumn } from '../../db/failures.ts';
import { lockNames } from '../../db/lock-names.ts';
import { recordCreate, recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import { hostedNameOf } from '../domains/domain.ts';
import type { DomainHosts } from '../domains/domain-hosts.ts';
import { MAIN_DOMAIN } from '../links/link.ts';
import { auditedBioPage } from './bio.audit.ts';
import type { Block } from './bio.block.ts';
import type { BioPageChange } from './bio.contract.ts';
import { applyBioChange, placeBlocks } from './bio.draft.ts';
import * as store from './bio.store.ts';
import { type BioAddress, bioNotFound, bioSlugTaken } from './bio.ts';
import type { BioValidator } from './bio.validator.ts';
import * as blockStore from './bio-block.store.ts';

/** What writing pages needs. */
export interface BioWriterParts {
  db: Db;
  /** Finds the owner of the link on a host that has this alias. */
  findAlias(tx: Db, domainId: number, alias: string): Promise<{ userId: number } | undefined>;
  hosts: DomainHosts;
  assertSmall: BioValidator['assertSmall'];
  /** Deletes statistics in the transaction that deletes the page for good, or the blocks. */
  eraseStatistics(tx: Db, noun: 'bio' | 'block', ids: number[]): Promise<void>;
  now: Clock;
}

/** Whether a write failed because a link or another page on the same host has the slug. */
export function isSlugConflict(error: unknown): boolean {
  if (error instanceof AppError) return error.code === bioSlugTaken.code;
  return duplicatedColumn(error) === 'bio_pages.domain_id';
}

/** Stores pages with their blocks, and keeps their addresses apart from those of links. */
export function createBioWriter({ db, findAlias, hosts, assertSmall, eraseStatistics, now }: BioWriterParts) {
  /** Throws if a link has this address; locks the address and its domain until the transaction ends. */
  async function assertFree(tx: Db, owner: number, { domainId, slug }: BioAddress): Promise<void> {
    if (domainId === MAIN_DOMAIN && isReservedOnMainHost(slug)) throw invalidField('slug', 'reserved_word');
    await lockNames(tx, [hostedNameOf(domainId, slug)], 'alone');
    await hosts.lock(tx, owner, domainId);
    if (await findAlias(tx, domainId, slug)) throw bioSlugTaken();
  }

  async function insert(
    owner: number,
    page: { record: store.BioRecord; origin: string },
    blocks: blockStore.PlacedBlock[],
  ) {
    const { record } = page;
    // The size check needs the slug, which is part of the URL of every block.
    assertSmall({ ...page, blocks }, blocks.length > 0 ? 'blocks' : 'text');
    const id = await transaction(db, async (tx) => {
      await assertFree(tx, owner, record);
      const made = await store.insertBioPage(tx, owner, record, now());
      await blockStore.replaceBlocks(tx, made, [], blocks);
      const nameOf = await hosts.readNames(tx, [record]);
      const subject = { workspace: owner, noun: 'bio', id: made } as const;
      await recordCreate(tx, subject, auditedBioPage(record, blocks, nameOf(record)));
      return made;
    });
    return { id, domainId: record.domainId, slug: record.slug };
  }

  /** Stores the page under the first free slug. */
  async function insertUnder(
    slugs: Iterable<string>,
    owner: number,
    { record, origin }: { record: store.BioRecord; origin: string },
    blocks: blockStore.PlacedBlock[],
  ) {
    for (const slug of slugs) {
      try {
        return await insert(owner, { record: { ...record, slug }, origin }, blocks);
      } catch (error) {
        if (!isSlugConflict(error)) throw error;
      }
    }
    throw bioSlugTaken();
  }

  /** Updates a page and its blocks inside the transaction. */
  async function change(
    tx: Db,
    { owner, id, by }: { owner: number; id: number; by: StatusChanger },
    body: BioPageChange,
    { domainId, origin }: { domainId: number | undefined; origin: string },
  ) {
    const before = await store.lockBioPage(tx, owner, id);
    if (!before) throw bioNotFound();
    const record = { ...applyBioChange(before, body, by), domainId: domainId ?? before.domainId };
    if (record.slug !== before.slug || record.domainId !== before.domainId) {
      assertMayFreeName(before.disabledBy, by);
      await assertFree(tx, owner, record);
    }
    const current: Block[] = await blockStore.listBlocks(tx, id);
    const blocks = body.blocks === undefined ? current : placeBlocks(body.blocks ?? [], current);
    assertSmall({ record, blocks, origin }, body.blocks ? 'blocks' : 'text');
    await store.updateBioPage(tx, owner, id, record);
    if (body.blocks !== undefined) {
      await eraseStatistics(tx, 'block', await blockStore.replaceBlocks(tx, id, current, blocks));
    }
    const nameOf = await hosts.readNames(tx, [before, record]);
    const subject = { workspace: owner, noun: 'bio', id } as const;
    const fieldsBefore = auditedBioPage(before, current, nameOf(before));
    await recordUpdate(tx, subject, fieldsBefore, auditedBioPage(record, blocks, nameOf(record)));
    return { before, record };
  }

  return { insertUnder, change };
}
