import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { OwnerScope } from '../../core/owner-scope.ts';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { prepareStatement } from '../../db/row-statement.ts';
import { toLikePattern } from '../../db/search.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import type { Tables } from '../../tables.ts';
import { MAIN_DOMAIN } from '../links/link.ts';
import { addCounts } from './bio.counts.ts';
import type { BioPageTable } from './bio.table.ts';
import type { BioAddress, BioPage } from './bio.ts';

const NOUN = 'bio_pages';

/** The columns of a page that a change writes; never its counts. */
export type BioRecord = Omit<BioPage, 'id' | 'userId' | 'views' | 'createdAt'>;

/** The JSON in the column `design`. */
type Design = Pick<BioPage, 'accent' | 'language' | 'hasFooter'>;

function toBioPage(row: Selectable<BioPageTable>): BioPage {
  return {
    id: row.id,
    userId: row.user_id,
    domainId: row.domain_id,
    name: row.name,
    slug: row.slug,
    headline: row.headline,
    text: row.text,
    avatar: row.avatar,
    theme: row.theme,
    ...(JSON.parse(row.design) as Design),
    status: row.status,
    disabledBy: row.disabled_by,
    metaTitle: row.meta_title,
    metaDescription: row.meta_description,
    views: row.views,
    createdAt: row.created_at,
  };
}

function toRow(record: BioRecord) {
  const { domainId, name, slug, headline, text, avatar, theme, accent, language, hasFooter, status } = record;
  return {
    domain_id: domainId,
    name,
    slug,
    headline,
    text,
    avatar,
    theme,
    design: JSON.stringify({ accent, language, hasFooter } satisfies Design),
    status,
    disabled_by: record.disabledBy,
    meta_title: record.metaTitle,
    meta_description: record.metaDescription,
    search_words: `${name}\n${slug}\n${headline}`.toLowerCase(),
  };
}

function filterByText<Output>(query: SelectQueryBuilder<Tables, 'bio_pages', Output>, q: string | undefined) {
  return q ? query.where(sql<boolean>`search_words like ${toLikePattern(q)} escape '\\'`) : query;
}

/** Selects the pages of one owner, or of all users. */
function selectFrom(db: Db, scope: OwnerScope) {
  const pages: SelectQueryBuilder<Tables, 'bio_pages', object> = db.selectFrom('bio_pages');
  return scope === 'everyone' ? pages : pages.where('user_id', '=', scope);
}

async function countBioPages(db: Db, scope: OwnerScope, q: string): Promise<number> {
  const { total } = await filterByText(selectFrom(db, scope), q)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** One page of the list of bio pages, of one owner or of all users, newest first, filtered by `q`. */
export async function listBioPages(
  db: Db,
  scope: OwnerScope,
  request: PageRequest,
  q: string | undefined,
): Promise<Page<BioPage>> {
  const total = q ? await countBioPages(db, scope, q) : await readTally(db, scope, NOUN);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await filterByText(selectFrom(db, scope).selectAll(), q)
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows: rows.map(toBioPage) };
}

export async function findBioPage(db: Db, owner: number, id: number): Promise<BioPage | undefined> {
  const row = await db
    .selectFrom('bio_pages')
    .selectAll()
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toBioPage(row);
}

/** A page of any owner. */
export async function findBioPageById(db: Db, id: number): Promise<BioPage | undefined> {
  const row = await db.selectFrom('bio_pages').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toBioPage(row);
}

/** The pages among these ids that belong to the owner, in any order. */
export async function findBioPages(db: Db, owner: number, ids: number[]): Promise<BioPage[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('bio_pages')
    .selectAll()
    .where('user_id', '=', owner)
    .where('id', 'in', ids)
    .execute();
  return rows.map(toBioPage);
}

/** Reads the page and locks it until the transaction ends. */
export async function lockBioPage(tx: Db, owner: number, id: number): Promise<BioPage | undefined> {
  const row = await tx
    .updateTable('bio_pages')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toBioPage(row);
}

/** The page of any owner by its address, for visits. */
export async function findBioPageAt(db: Db, { domainId, slug }: BioAddress): Promise<BioPage | undefined> {
  const row = await db
    .selectFrom('bio_pages')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row && toBioPage(row);
}

/** Which of these slugs are in use on the main host, by any user. */
export async function findSlugs(tx: Db, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await tx
    .selectFrom('bio_pages')
    .select('slug')
    .where('domain_id', '=', MAIN_DOMAIN)
    .where('slug', 'in', names)
    .execute();
  return rows.map(({ slug }) => slug);
}

const findIdAt = prepareStatement<{ id: number }>('select id from bio_pages where domain_id = ? and slug = ?');

export async function isSlugTaken(tx: Db, domainId: number, slug: string): Promise<boolean> {
  const [row] = await findIdAt(tx, [domainId, slug]);
  return row !== undefined;
}

export async function insertBioPage(tx: Db, owner: number, record: BioRecord, now: number): Promise<number> {
  const { id } = await tx
    .insertInto('bio_pages')
    .values({ ...toRow(record), user_id: owner, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, NOUN, 1);
  return id;
}

export async function updateBioPage(tx: Db, owner: number, id: number, record: BioRecord): Promise<void> {
  await tx.updateTable('bio_pages').set(toRow(record)).where('user_id', '=', owner).where('id', '=', id).execute();
}

/** Adds to the views of pages by id and returns their owners. Deleted pages are skipped. */
export function addViews(tx: Db, views: Map<number, number>): Promise<Map<number, { userId: number }>> {
  return addCounts(tx, { table: 'bio_pages', column: 'views', owner: 'bio_pages.user_id' }, views);
}

/** How many pages are on each of these branded domains; a domain without any is omitted. */
export async function countBioPagesOn(db: Db, domainIds: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('bio_pages')
    .select((eb) => ['domain_id', eb.fn.countAll<number>().as('total')])
    .where('domain_id', 'in', domainIds)
    .groupBy('domain_id')
    .execute();
  return new Map(rows.map(({ domain_id, total }) => [domain_id, Number(total)]));
}

/** The pages of the owner on a domain. */
export async function listBioPagesOn(tx: Db, owner: number, domainId: number): Promise<BioPage[]> {
  const rows = await tx
    .selectFrom('bio_pages')
    .selectAll()
    .where('user_id', '=', owner)
    .where('domain_id', '=', domainId)
    .orderBy('id')
    .execute();
  return rows.map(toBioPage);
}
