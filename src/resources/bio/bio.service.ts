import type { Warned } from '../../core/api-messages.ts';
import type { OwnerScope } from '../../core/owner-scope.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import {
  assertMayFreeName,
  isTakenDown,
  OWNER,
  type PublishedStatus,
  type StatusChanger,
} from '../../core/take-down.ts';
import { type Deletion, TO_TRASH } from '../../core/trash.ts';
import type { Db } from '../../db/db.ts';
import { recordDelete } from '../../db/record-change.ts';
import { changeStatus, createFindOwner, type FindOwner } from '../../db/take-down.ts';
import { transaction } from '../../db/transaction.ts';
import { deleteToTrash } from '../../db/trash.ts';
import { slugify } from '../../lib/slugify.ts';
import type { BioFacts } from '../../pages/bio/bio-page.ts';
import type { DomainHosts } from '../domains/domain-hosts.ts';
import type { FileService } from '../files/file.service.ts';
import { MAIN_DOMAIN } from '../links/link.ts';
import { auditedBioPage } from './bio.audit.ts';
import type { BioPageChange, NewBioPage } from './bio.contract.ts';
import { applyBioChange, EMPTY_BIO } from './bio.draft.ts';
import { type Pictures, pictureIdsOf, toFacts } from './bio.facts.ts';
import { createFindAddressProblem } from './bio.own-address.ts';
import { slugsFor } from './bio.slug.ts';
import * as store from './bio.store.ts';
import {
  type BioAddress,
  type BioPage,
  bioNotFound,
  bioSlugTaken,
  bioUrlOf,
  toBioAddress,
  type WholeBioPage,
} from './bio.ts';
import { createBioValidator, warningsFor } from './bio.validator.ts';
import * as blockStore from './bio-block.store.ts';
import { type BioWriterParts, createBioWriter, isSlugConflict } from './bio-write.service.ts';

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
  create(owner: number, body: NewBioPage): Promise<{ id: number } & BioAddress & Warned>;
  update(owner: number, id: number, change: BioPageChange, by?: StatusChanger): Promise<Warned>;
  /** Enables or disables a page and changes nothing else. */
  changeStatus(owner: number, id: number, status: PublishedStatus, by: StatusChanger): Promise<void>;
  findOwner: FindOwner;
  /** Builds the page that visitors would see; stores nothing. */
  preview(owner: number, body: NewBioPage): Promise<{ facts: BioFacts } & Warned>;
  remove(owner: number, id: number, by?: StatusChanger, deletion?: Deletion): Promise<void>;
  /** Returns the pages among these ids that belong to the owner. */
  find(owner: number, ids: number[]): Promise<BioItem[]>;
  /** Locks a page of the owner until the transaction ends; returns its creation time, or undefined if there is none. */
  lock(tx: Db, owner: number, id: number): Promise<number | undefined>;
  /** For preview pictures: a page of any owner, unless an administrator disabled it. */
  findById(id: number): Promise<BioItem | undefined>;
  /** For visits: a published page of any owner, including a disabled one. */
  findPublished(address: BioAddress): Promise<VisitedBio | undefined>;
  /** Returns the addresses of the pages among these ids that belong to the owner. */
  findAddressesOf(owner: number, ids: number[]): Promise<BioAddress[]>;
  /** Returns a function that finds the origin of the URL of each of these pages. */
  readOrigins: DomainHosts['readOrigins'];
}

interface Parts extends Omit<BioWriterParts, 'assertSmall'> {
  /** For lists; it may use a replica. */
  readDb: Db;
  files: Pick<FileService, 'findAll'>;
  /** The public path of an uploaded picture. */
  pictureUrl(fileId: number): string;
  baseUrl: string;
  isOwnHost(host: string): boolean;
  /** Called after each stored change, with the current and the previous address of the page. */
  onChanged(addresses: BioAddress[]): void;
  /** Removes a page from every channel, in the transaction that deletes it. */
  leaveChannels(tx: Db, id: number): Promise<void>;
}

export function createBioService(parts: Parts): BioService {
  const { db, readDb, files, pictureUrl, findAlias, hosts, baseUrl, isOwnHost, onChanged, eraseStatistics } = parts;
  const { leaveChannels, now } = parts;
  const findAddressProblem = createFindAddressProblem({
    baseUrl,
    isOwnHost,
    findAlias: (alias) => findAlias(db, MAIN_DOMAIN, alias),
    findSlug: (slug) => store.findBioPageAt(db, { domainId: MAIN_DOMAIN, slug }),
  });
  const { assertFits, assertSmall } = createBioValidator({ files, pictureUrl, findAddressProblem });
  const { insertUnder, change } = createBioWriter({ ...parts, assertSmall });

  async function findPictures(owner: number, ids: number[]): Promise<Pictures> {
    const found = await files.findAll(owner, ids);
    return new Map(found.map(({ id, width, height }) => [id, { src: pictureUrl(id), width, height }]));
  }

  async function readOrigin(page: Pick<BioPage, 'domainId'>): Promise<string> {
    return (await hosts.readOrigins([page]))(page);
  }

  async function toItems(pages: BioPage[]): Promise<BioItem[]> {
    const originOf = await hosts.readOrigins(pages);
    return pages.map((page) => {
      const { id, name: title, createdAt } = page;
      return { id, title, link: bioUrlOf(originOf(page), page), createdAt };
    });
  }

  async function get(owner: number, id: number): Promise<BioPage> {
    const page = await store.findBioPage(db, owner, id);
    if (!page) throw bioNotFound();
    return page;
  }

  return {
    list: (scope, request, q) => store.listBioPages(readDb, scope, request, q),
    findOwner: createFindOwner(db, 'bio_pages', bioNotFound),
    lock: async (tx, owner, id) => (await store.lockBioPage(tx, owner, id))?.createdAt,
    findAddressesOf: async (owner, ids) => (await store.findBioPages(db, owner, ids)).map(toBioAddress),
    readOrigins: hosts.readOrigins,
    get: async (owner, id) => ({ page: await get(owner, id), blocks: await blockStore.listBlocks(db, id) }),
    find: async (owner, ids) => toItems(await store.findBioPages(db, owner, ids)),

    async findById(id) {
      const page = await store.findBioPageById(db, id);
      return page && !isTakenDown(page.disabledBy) ? (await toItems([page]))[0] : undefined;
    },

    async findPublished(address) {
      const page = await store.findBioPageAt(db, address);
      if (page?.status !== 'published') return undefined;
      const blocks = await blockStore.listBlocks(db, page.id);
      const pictures = await findPictures(page.userId, pictureIdsOf(page, blocks));
      return { page, blocks, facts: toFacts(page, blocks, pictures, await readOrigin(page)) };
    },

    async create(owner, body) {
      await assertFits(owner, body);
      const domainId = (await hosts.choose(owner, body.domain)) ?? MAIN_DOMAIN;
      const record = { ...applyBioChange(EMPTY_BIO, body), domainId };
      const page = { record, origin: await readOrigin(record) };
      const blocks = (body.blocks ?? []).map(({ id: _, ...data }) => ({ data }));
      const made = await insertUnder(body.slug ? [body.slug] : slugsFor(body.name), owner, page, blocks);
      onChanged([toBioAddress(made)]);
      return { ...made, warnings: warningsFor(record, body) };
    },

    async preview(owner, body) {
      await assertFits(owner, body);
      const domainId = (await hosts.choose(owner, body.domain)) ?? MAIN_DOMAIN;
      const origin = await readOrigin({ domainId });
      const record = { ...applyBioChange(EMPTY_BIO, body), domainId, slug: body.slug ?? slugify(body.name) };
      const blocks = (body.blocks ?? []).map(({ id: _, ...data }, index) => ({ id: index + 1, data }));
      assertSmall({ record, blocks, origin }, blocks.length > 0 ? 'blocks' : 'text');
      const pictures = await findPictures(owner, pictureIdsOf(record, blocks));
      return { facts: toFacts(record, blocks, pictures, origin), warnings: warningsFor(record, body) };
    },

    async update(owner, id, body, by = OWNER) {
      await assertFits(owner, body);
      try {
        const domainId = await hosts.choose(owner, body.domain);
        const origin = await readOrigin({ domainId: domainId ?? (await get(owner, id)).domainId });
        const place = { domainId, origin };
        const { before, record } = await transaction(db, (tx) => change(tx, { owner, id, by }, body, place));
        onChanged([toBioAddress(before), toBioAddress(record)]);
        return { warnings: warningsFor(record, body) };
      } catch (error) {
        throw isSlugConflict(error) ? bioSlugTaken() : error;
      }
    },

    async changeStatus(owner, id, status, by) {
      const address = await transaction(db, async (tx) => {
        const page = await store.lockBioPage(tx, owner, id);
        if (!page) throw bioNotFound();
        await changeStatus(tx, 'bio_pages', { owner, id }, status, by);
        return toBioAddress(page);
      });
      onChanged([address]);
    },

    async remove(owner, id, by = OWNER, deletion = TO_TRASH) {
      const address = await transaction(db, async (tx) => {
        const page = await store.lockBioPage(tx, owner, id);
        if (!page) throw bioNotFound();
        assertMayFreeName(page.disabledBy, by);
        const blocks = await blockStore.listBlocks(tx, id);
        await deleteToTrash(tx, 'bio', { owner, id, now: now() }, deletion);
        await leaveChannels(tx, id);
        if (deletion.isForGood) {
          const blockIds = blocks.map((block) => block.id);
          await eraseStatistics(tx, 'bio', [id]);
          await eraseStatistics(tx, 'block', blockIds);
        }
        const nameOf = await hosts.readNames(tx, [page]);
        const subject = { workspace: owner, noun: 'bio', id } as const;
        await recordDelete(tx, subject, auditedBioPage(page, blocks, nameOf(page)));
        return toBioAddress(page);
      });
      onChanged([address]);
    },
  };
}
