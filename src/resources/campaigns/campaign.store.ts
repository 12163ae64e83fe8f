import { type RawBuilder, sql } from 'kysely';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { deleteOwned } from '../../db/owned.ts';
import { containsWords, searchWords } from '../../db/search.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import { CAMPAIGN_TALLY, campaignTally } from '../links/link.ts';
import type { Campaign } from './campaign.ts';

const NOUN = 'campaigns';

/** The columns of a campaign that a change writes. */
export type CampaignRecord = Pick<Campaign, 'name' | 'slug' | 'isPublic'>;

interface Row {
  id: number;
  user_id: number;
  name: string;
  slug: string | null;
  is_public: number;
  created_at: number;
  links: number | null;
}

function toCampaign({ id, user_id, name, slug, is_public, created_at, links }: Row): Campaign {
  return { id, userId: user_id, name, slug, isPublic: is_public === 1, linkCount: links ?? 0, createdAt: created_at };
}

function toRow({ name, slug, isPublic }: CampaignRecord) {
  return { name, slug, is_public: isPublic ? 1 : 0, search_words: searchWords(name, slug ?? '') };
}

/** The owner's campaigns with their number of links. */
function selectOf(db: Db, owner: number) {
  return db
    .selectFrom('campaigns')
    .leftJoin('tallies', (join) =>
      join
        .onRef('tallies.user_id', '=', 'campaigns.user_id')
        .on('tallies.noun', '=', sql<string>`${sql.lit(CAMPAIGN_TALLY)} || campaigns.id`),
    )
    .select(['id', 'campaigns.user_id', 'name', 'slug', 'is_public', 'created_at', 'tallies.rows as links'])
    .where('campaigns.user_id', '=', owner);
}

/** One page of the owner's campaigns, newest first. */
export async function listCampaigns(db: Db, owner: number, request: PageRequest, q?: string): Promise<Page<Campaign>> {
  const condition = q ? containsWords('search_words', q) : undefined;
  const total = condition ? await countCampaigns(db, owner, condition) : await readTally(db, owner, NOUN);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const all = selectOf(db, owner);
  const rows = await (condition ? all.where(condition) : all)
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows: rows.map(toCampaign) };
}

/** The names of these campaigns of any owner, by id. */
export async function findCampaignNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('campaigns').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function countCampaigns(db: Db, owner: number, condition: RawBuilder<boolean>): Promise<number> {
  const { total } = await db
    .selectFrom('campaigns')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', owner)
    .where(condition)
    .executeTakeFirstOrThrow();
  return total;
}

export async function findCampaign(db: Db, owner: number, id: number): Promise<Campaign | undefined> {
  const row = await selectOf(db, owner).where('id', '=', id).executeTakeFirst();
  return row && toCampaign(row);
}

export async function ownsCampaign(db: Db, owner: number, id: number): Promise<boolean> {
  return (await selectOf(db, owner).where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** The public campaign with this slug, of any owner. */
export async function findPublicId(db: Db, slug: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('campaigns')
    .select('id')
    .where('slug', '=', slug)
    .where('is_public', '=', 1)
    .executeTakeFirst();
  return row?.id;
}

/** The owner's campaign with this slug. */
export async function findCampaignBySlug(db: Db, owner: number, slug: string): Promise<Campaign | undefined> {
  const row = await selectOf(db, owner).where('slug', '=', slug).executeTakeFirst();
  return row && toCampaign(row);
}

export async function insertCampaign(tx: Db, owner: number, record: CampaignRecord, now: number): Promise<number> {
  const { id } = await tx
    .insertInto('campaigns')
    .values({ ...toRow(record), user_id: owner, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, NOUN, 1);
  return id;
}

export async function updateCampaign(tx: Db, owner: number, id: number, record: CampaignRecord): Promise<void> {
  await tx.updateTable('campaigns').set(toRow(record)).where('user_id', '=', owner).where('id', '=', id).execute();
}

/** Deletes the owner's campaign and the membership of its links; false if there is none. */
export async function deleteCampaign(tx: Db, owner: number, id: number): Promise<boolean> {
  if (!(await deleteOwned(tx, NOUN, owner, id))) return false;
  await tx.deleteFrom('tallies').where('user_id', '=', owner).where('noun', '=', campaignTally(id)).execute();
  return true;
}
