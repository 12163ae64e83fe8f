import { AppError, type FieldError, invalidFields } from '../../core/errors.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { duplicatedColumn } from '../../db/failures.ts';
import { deleteOwned } from '../../db/owned.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import { type BioFacts, measureBioPage } from '../../pages/bio/bio-page.ts';
import type { FileService } from '../files/file.service.ts';
import { warnAboutHost } from '../links/link.ts';
import type { Block } from './bio.block.ts';
import type { BioPageChange, NewBioPage } from './bio.contract.ts';
import { addressesIn, applyChange, assertCodesFit, EMPTY_BIO, filesIn, placeBlocks } from './bio.draft.ts';
import { filesOf, type Pictures, toFacts } from './bio.facts.ts';
import { createAddressJudge } from './bio.own-address.ts';
import { slugsFor } from './bio.slug.ts';
import * as store from './bio.store.ts';
import {
  type BioPage,
  bioNotFound,
  bioUrlOf,
  MAX_PAGE_BYTES,
  slugTaken,
  type WholeBioPage,
  warnAboutAccent,
} from './bio.ts';
import * as blockStore from './bio-block.store.ts';

/** What a change of a bio page leaves to be said. */
interface Warned {
  warning: string | undefined;
}

/** A bio page as lists of several nouns show it. */
export interface BioItem {
  id: number;
  title: string;
  link: string;
  createdAt: number;
}

/** What a visit of a page must know. */
export interface VisitedBio extends WholeBioPage {
  facts: BioFacts;
}

/** What one can do with bio pages. */
export interface BioService {
  list(owner: number, request: PageRequest, q?: string): Promise<Page<BioPage>>;
  get(owner: number, id: number): Promise<WholeBioPage>;
  create(owner: number, body: NewBioPage): Promise<{ id: number; slug: string } & Warned>;
  update(owner: number, id: number, change: BioPageChange): Promise<Warned>;
  remove(owner: number, id: number): Promise<void>;
  /** Those of these pages that are the owner's. */
  find(owner: number, ids: number[]): Promise<BioItem[]>;
  /** When a page of the owner's was made, which then stays until the transaction ends; undefined where there is none. */
  hold(tx: Db, owner: number, id: number): Promise<number | undefined>;
  /** For preview pictures: the page of any owner. */
  findById(id: number): Promise<BioItem | undefined>;
  /** For visits: the published page of any owner. */
  findPublished(slug: string): Promise<VisitedBio | undefined>;
  /** For links, which share the names of the main host. */
  isSlugTaken(tx: Db, slug: string): Promise<boolean>;
  /** For counting: adds to the views of pages and tells whose they are. */
  addViews: typeof store.addViews;
  /** For counting: adds to the clicks of blocks and tells whose they are. */
  addBlockClicks: typeof blockStore.addBlockClicks;
}

interface Parts {
  db: Db;
  files: Pick<FileService, 'findAll'>;
  /** The path on our hosts at which anyone sees an uploaded picture. */
  pictureUrl(fileId: number): string;
  /** Whether a link on the main host has this alias, and whose it is. */
  findAlias(tx: Db, alias: string): Promise<{ userId: number } | undefined>;
  baseUrl: string;
  isOwnHost(host: string): boolean;
  /** Told after each change that was stored: where the page answers now and where it did before. */
  onChanged(slugs: string[]): void;
  /** Deletes what was counted, in the transaction that deletes the page or the blocks. */
  eraseNumbers(tx: Db, noun: 'bio' | 'block', ids: number[]): Promise<void>;
  now: Clock;
}

// As long as the number of a block gets.
const LONGEST_ID = 999_999_999;

function isTaken(error: unknown): boolean {
  if (error instanceof AppError) return error.code === slugTaken.code;
  return duplicatedColumn(error) === 'bio_pages.slug';
}

export function createBioService(parts: Parts): BioService {
  const { db, files, pictureUrl, findAlias, baseUrl, isOwnHost, onChanged, eraseNumbers, now } = parts;
  const judgeAddress = createAddressJudge({
    baseUrl,
    isOwnHost,
    findAlias: (alias) => findAlias(db, alias),
    findSlug: (slug) => store.findBioPageBySlug(db, slug),
  });

  async function findPictures(owner: number, ids: number[]): Promise<Pictures> {
    const found = await files.findAll(owner, ids);
    return new Map(found.map(({ id, width, height }) => [id, { src: pictureUrl(id), width, height }]));
  }

  /** Throws with every field that names something which is not there, not the caller's, or ourselves. */
  async function assertFits(owner: number, change: BioPageChange): Promise<void> {
    assertCodesFit(change);
    const problems: FieldError[] = [];
    const named = filesIn(change);
    const owned = new Set((await files.findAll(owner, [...new Set(named.map(([, id]) => id))])).map(({ id }) => id));
    for (const [field, id] of named) {
      if (!owned.has(id)) problems.push({ field, message: 'no file of yours has this id.' });
    }
    for (const [field, href] of addressesIn(change)) {
      const message = await judgeAddress(owner, href);
      if (message) problems.push({ field, message });
    }
    if (problems.length > 0) throw invalidFields(problems);
  }

  function assertSmall(record: store.BioRecord, blocks: blockStore.PlacedBlock[], field: string): void {
    const numbered = blocks.map(({ data }) => ({ id: LONGEST_ID, data }));
    const sides = { width: 4096, height: 4096 };
    const pictures = new Map(filesOf(record, numbered).map((id) => [id, { src: pictureUrl(id), ...sides }]));
    const bytes = measureBioPage(toFacts(record, numbered, pictures, baseUrl));
    if (bytes <= MAX_PAGE_BYTES) return;
    const message = `makes a page of ${bytes} bytes; without its pictures it must have at most ${MAX_PAGE_BYTES}.`;
    throw invalidFields([{ field, message }]);
  }

  function warningFor(record: store.BioRecord, change: BioPageChange): string | undefined {
    const isPainted = change.accent !== undefined || change.theme !== undefined;
    const hosts = addressesIn(change).map(([, href]) => warnAboutHost(href));
    const about = [isPainted ? warnAboutAccent(record) : undefined, ...new Set(hosts)];
    const all = about.filter((warning) => warning !== undefined);
    return all.join(' ') || undefined;
  }

  async function assertFree(tx: Db, slug: string): Promise<void> {
    if (await findAlias(tx, slug)) throw slugTaken();
  }

  async function insert(owner: number, record: store.BioRecord, blocks: blockStore.PlacedBlock[]) {
    const id = await transaction(db, async (tx) => {
      await assertFree(tx, record.slug);
      const made = await store.insertBioPage(tx, owner, record, now());
      await blockStore.replaceBlocks(tx, made, [], blocks);
      return made;
    });
    return { id, slug: record.slug };
  }

  /** Stores the page under the first of these slugs that is free. */
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
    throw slugTaken();
  }

  /** Changes the rows in the transaction. */
  async function change(tx: Db, owner: number, id: number, body: BioPageChange) {
    const before = await store.holdBioPage(tx, owner, id);
    if (!before) throw bioNotFound();
    const record = applyChange(before, body);
    if (record.slug !== before.slug) await assertFree(tx, record.slug);
    const there: Block[] = await blockStore.listBlocks(tx, id);
    const blocks = body.blocks === undefined ? there : placeBlocks(body.blocks ?? [], there);
    assertSmall(record, blocks, body.blocks ? 'blocks' : 'text');
    await store.updateBioPage(tx, owner, id, record);
    if (body.blocks !== undefined) {
      await eraseNumbers(tx, 'block', await blockStore.replaceBlocks(tx, id, there, blocks));
    }
    return { before, record };
  }

  function toItem(page: BioPage): BioItem {
    return { id: page.id, title: page.name, link: bioUrlOf(baseUrl, page), createdAt: page.createdAt };
  }

  return {
    list: (owner, request, q) => store.listBioPages(db, owner, request, q),
    hold: async (tx, owner, id) => (await store.holdBioPage(tx, owner, id))?.createdAt,
    isSlugTaken: store.isSlugTaken,
    addViews: store.addViews,
    addBlockClicks: blockStore.addBlockClicks,

    async get(owner, id) {
      const page = await store.findBioPage(db, owner, id);
      if (!page) throw bioNotFound();
      return { page, blocks: await blockStore.listBlocks(db, id) };
    },

    find: async (owner, ids) => (await store.findBioPages(db, owner, ids)).map(toItem),

    async findById(id) {
      const page = await store.findBioPageById(db, id);
      return page && toItem(page);
    },

    async findPublished(slug) {
      const page = await store.findBioPageBySlug(db, slug);
      if (page?.status !== 'published') return undefined;
      const blocks = await blockStore.listBlocks(db, page.id);
      const pictures = await findPictures(page.userId, filesOf(page, blocks));
      return { page, blocks, facts: toFacts(page, blocks, pictures, baseUrl) };
    },

    async create(owner, body) {
      await assertFits(owner, body);
      const record = applyChange(EMPTY_BIO, body);
      const blocks = (body.blocks ?? []).map(({ id: _, ...data }) => ({ data }));
      assertSmall(record, blocks, body.blocks ? 'blocks' : 'text');
      const made = await insertUnder(body.slug ? [body.slug] : slugsFor(body.name), owner, record, blocks);
      onChanged([made.slug]);
      return { ...made, warning: warningFor(record, body) };
    },

    async update(owner, id, body) {
      await assertFits(owner, body);
      try {
        const { before, record } = await transaction(db, (tx) => change(tx, owner, id, body));
        onChanged([before.slug, record.slug]);
        return { warning: warningFor(record, body) };
      } catch (error) {
        throw isTaken(error) ? slugTaken() : error;
      }
    },

    async remove(owner, id) {
      const slug = await transaction(db, async (tx) => {
        const page = await store.holdBioPage(tx, owner, id);
        if (!page) throw bioNotFound();
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
