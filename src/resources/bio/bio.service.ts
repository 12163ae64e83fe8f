import type { Warned } from '../../core/api-messages.ts';
import { AppError, invalidField } from '../../core/errors.ts';
import type { OwnerScope } from '../../core/owner-scope.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import { isReservedOnMainHost } from '../../core/reserved-words.ts';
import {
  assertMayFreeName,
  isTakenDown,
  OWNER,
  type PublishedStatus,
  type StatusChanger,
} from '../../core/take-down.ts';
import type { Db } from '../../db/db.ts';
import { duplicatedColumn } from '../../db/failures.ts';
import { lockNames } from '../../db/lock-names.ts';
import { deleteOwned } from '../../db/owned.ts';
import { changeStatus, createFindOwner, type FindOwner } from '../../db/take-down.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import { slugify } from '../../lib/slugify.ts';
import type { BioFacts } from '../../pages/bio/bio-page.ts';
import type { FileService } from '../files/file.service.ts';
import type { Block } from './bio.block.ts';
import type { BioPageChange, NewBioPage } from './bio.contract.ts';
import { applyBioChange, EMPTY_BIO, placeBlocks } from './bio.draft.ts';
import { type Pictures, pictureIdsOf, toFacts } from './bio.facts.ts';
import { createFindAddressProblem } from './bio.own-address.ts';
import { slugsFor } from './bio.slug.ts';
import * as store from './bio.store.ts';
import { type BioPage, bioNotFound, bioSlugTaken, bioUrlOf, type WholeBioPage } from './bio.ts';
import { createBioValidator, warningsFor } from './bio.validator.ts';
import * as blockStore from './bio-block.store.ts';

/** A bio page as channels and preview pictures list it. */
export interface BioItem {
  id: number;
  title: string;
  link: string;
  createdAt: number;
}

/** Everything that a visit needs to know about a page. */
export interface VisitedBio extends WholeBioPage {
  facts: BioFacts;
}

/** The operations on bio pages. */
export interface BioService {
  list(scope: OwnerScope, request: PageRequest, q?: string): Promise<Page<BioPage>>;
  get(owner: number, id: number): Promise<WholeBioPage>;
  create(owner: number, body: NewBioPage): Promise<{ id: number; slug: string } & Warned>;
  update(owner: number, id: number, change: BioPageChange, by?: StatusChanger): Promise<Warned>;
  /** Enables or disables a page and changes nothing else. */
  changeStatus(owner: number, id: number, status: PublishedStatus, by: StatusChanger): Promise<void>;
  findOwner: FindOwner;
  /** Builds the page that visitors would see; stores nothing. */
  preview(owner: number, body: NewBioPage): Promise<{ facts: BioFacts } & Warned>;
  remove(owner: number, id: number, by?: StatusChanger): Promise<void>;
  /** Returns the pages among these ids that belong to the owner. */
  find(owner: number, ids: number[]): Promise<BioItem[]>;
  /** Locks a page of the owner until the transaction ends; returns its creation time, or undefined if there is none. */
  lock(tx: Db, owner: number, id: number): Promise<number | undefined>;
  /** For preview pictures: a page of any owner, unless an administrator disabled it. */
  findById(id: number): Promise<BioItem | undefined>;
  /** For visits: a published page of any owner, including a disabled one. */
  findPublished(slug: string): Promise<VisitedBio | undefined>;
  /** Returns the slugs of the pages among these ids that belong to the owner. */
  findSlugsOf(owner: number, ids: number[]): Promise<string[]>;
}

interface Parts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  files: Pick<FileService, 'findAll'>;
  /** The public path of an uploaded picture. */
  pictureUrl(fileId: number): string;
  /** Finds the owner of the link on the main host that has this alias. */
  findAlias(tx: Db, alias: string): Promise<{ userId: number } | undefined>;
  baseUrl: string;
  isOwnHost(host: string): boolean;
  /** Called after each stored change, with the current and the previous slug of the page. */
  onChanged(slugs: string[]): void;
  /** Deletes statistics in the transaction that deletes the page or the blocks. */
  eraseNumbers(tx: Db, noun: 'bio' | 'block', ids: number[]): Promise<void>;
  now: Clock;
}

function isTaken(error: unknown): boolean {
  if (error instanceof AppError) return error.code === bioSlugTaken.code;
  return duplicatedColumn(error) === 'bio_pages.slug';
}

export function createBioService(parts: Parts): BioService {
  const { db, readDb, files, pictureUrl, findAlias, baseUrl, isOwnHost, onChanged, eraseNumbers, now } = parts;
  const findAddressProblem = createFindAddressProblem({
    baseUrl,
    isOwnHost,
    findAlias: (alias) => findAlias(db, alias),
    findSlug: (slug) => store.findBioPageBySlug(db, slug),
  });
  const { assertFits, assertSmall } = createBioValidator({ files, pictureUrl, findAddressProblem, baseUrl });

  async function findPictures(owner: number, ids: number[]): Promise<Pictures> {
    const found = await files.findAll(owner, ids);
    return new Map(found.map(({ id, width, height }) => [id, { src: pictureUrl(id), width, height }]));
  }

  async function assertFree(tx: Db, slug: string): Promise<void> {
    if (isReservedOnMainHost(slug)) throw invalidField('slug', 'reserved_word');
    await lockNames(tx, [slug], 'alone');
    if (await findAlias(tx, slug)) throw bioSlugTaken();
  }

  async function insert(owner: number, record: store.BioRecord, blocks: blockStore.PlacedBlock[]) {
    // The size check needs the slug, which is part of the URL of every block.
    assertSmall(record, blocks, blocks.length > 0 ? 'blocks' : 'text');
    const id = await transaction(db, async (tx) => {
      await assertFree(tx, record.slug);
      const made = await store.insertBioPage(tx, owner, record, now());
      await blockStore.replaceBlocks(tx, made, [], blocks);
      return made;
    });
    return { id, slug: record.slug };
  }

  /** Stores the page under the first free slug. */
  async function insertUnder(
    slugs: Iterable<string>,
    owner: number,
    record: store.BioRecord,
    blocks: blockStore.PlacedBlock[],
  ) {
    for (const slug of slugs) {
      try {
        return await insert(owner, { ...record, slug }, blocks);
      } catch (error) {
        if (!isTaken(error)) throw error;
      }
    }
    throw bioSlugTaken();
  }

  /** Updates a page and its blocks inside the transaction. */
  async function change(tx: Db, owner: number, id: number, body: BioPageChange, by: StatusChanger) {
    const before = await store.lockBioPage(tx, owner, id);
    if (!before) throw bioNotFound();
    const record = applyBioChange(before, body, by);
    if (record.slug !== before.slug) {
      assertMayFreeName(before.disabledBy, by);
      await assertFree(tx, record.slug);
    }
    const current: Block[] = await blockStore.listBlocks(tx, id);
    const blocks = body.blocks === undefined ? current : placeBlocks(body.blocks ?? [], current);
    assertSmall(record, blocks, body.blocks ? 'blocks' : 'text');
    await store.updateBioPage(tx, owner, id, record);
    if (body.blocks !== undefined) {
      await eraseNumbers(tx, 'block', await blockStore.replaceBlocks(tx, id, current, blocks));
    }
    return { before, record };
  }

  function toItem(page: BioPage): BioItem {
    return { id: page.id, title: page.name, link: bioUrlOf(baseUrl, page), createdAt: page.createdAt };
  }

  return {
    list: (scope, request, q) => store.listBioPages(readDb, scope, request, q),
    findOwner: createFindOwner(db, 'bio_pages', bioNotFound),
    lock: async (tx, owner, id) => (await store.lockBioPage(tx, owner, id))?.createdAt,
    findSlugsOf: async (owner, ids) => (await store.findBioPages(db, owner, ids)).map(({ slug }) => slug),

    async get(owner, id) {
      const page = await store.findBioPage(db, owner, id);
      if (!page) throw bioNotFound();
      return { page, blocks: await blockStore.listBlocks(db, id) };
    },

    find: async (owner, ids) => (await store.findBioPages(db, owner, ids)).map(toItem),

    async findById(id) {
      const page = await store.findBioPageById(db, id);
      return page && !isTakenDown(page.disabledBy) ? toItem(page) : undefined;
    },

    async findPublished(slug) {
      const page = await store.findBioPageBySlug(db, slug);
      if (page?.status !== 'published') return undefined;
      const blocks = await blockStore.listBlocks(db, page.id);
      const pictures = await findPictures(page.userId, pictureIdsOf(page, blocks));
      return { page, blocks, facts: toFacts(page, blocks, pictures, baseUrl) };
    },

    async create(owner, body) {
      await assertFits(owner, body);
      const record = applyBioChange(EMPTY_BIO, body);
      const blocks = (body.blocks ?? []).map(({ id: _, ...data }) => ({ data }));
      const made = await insertUnder(body.slug ? [body.slug] : slugsFor(body.name), owner, record, blocks);
      onChanged([made.slug]);
      return { ...made, warnings: warningsFor(record, body) };
    },

    async preview(owner, body) {
      await assertFits(owner, body);
      const record = { ...applyBioChange(EMPTY_BIO, body), slug: body.slug ?? slugify(body.name) };
      const blocks = (body.blocks ?? []).map(({ id: _, ...data }, index) => ({ id: index + 1, data }));
      assertSmall(record, blocks, blocks.length > 0 ? 'blocks' : 'text');
      const pictures = await findPictures(owner, pictureIdsOf(record, blocks));
      return { facts: toFacts(record, blocks, pictures, baseUrl), warnings: warningsFor(record, body) };
    },

    async update(owner, id, body, by = OWNER) {
      await assertFits(owner, body);
      try {
        const { before, record } = await transaction(db, (tx) => change(tx, owner, id, body, by));
        onChanged([before.slug, record.slug]);
        return { warnings: warningsFor(record, body) };
      } catch (error) {
        throw isTaken(error) ? bioSlugTaken() : error;
      }
    },

    async changeStatus(owner, id, status, by) {
      const slug = await transaction(db, async (tx) => {
        const page = await store.lockBioPage(tx, owner, id);
        if (!page) throw bioNotFound();
        await changeStatus(tx, 'bio_pages', { owner, id }, status, by);
        return page.slug;
      });
      onChanged([slug]);
    },

    async remove(owner, id, by = OWNER) {
      const slug = await transaction(db, async (tx) => {
        const page = await store.lockBioPage(tx, owner, id);
        if (!page) throw bioNotFound();
        assertMayFreeName(page.disabledBy, by);
        const blocks = await blockStore.listBlocks(tx, id);
        await deleteOwned(tx, 'bio_pages', owner, id);
        await eraseNumbers(tx, 'bio', [id]);
        await eraseNumbers(
          tx,
          'block',
          blocks.map((block) => block.id),
        );
        return page.slug;
      });
      onChanged([slug]);
    },
  };
}
