import { sql } from 'kysely';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { toLink } from './link.store.ts';
import type { Link, LinkRules, LinkStatus } from './link.ts';

/** Enables or disables these links of the owner's, but enables none that an administrator disabled; returns those that changed. */
export async function updateStatuses(
  tx: Db,
  owner: number,
  ids: number[],
  { status, isAdmin }: { status: LinkStatus; isAdmin: boolean },
): Promise<number[]> {
  const rows = await tx
    .updateTable('links')
    .set({ status, disabled_by: status === 'disabled' ? 'owner' : null })
    .where('user_id', '=', owner)
    .where('id', 'in', ids)
    .where('status', '<>', status)
    // Asked here too: an administrator may disable one after it was read.
    .$if(!isAdmin, (query) => query.where(sql<boolean>`coalesce(disabled_by, 'owner') = 'owner'`))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Enables or disables those of these links that belong to others than this administrator; returns those that changed. */
export async function updateStatusesOfOthers(
  tx: Db,
  administrator: number,
  ids: number[],
  status: LinkStatus,
): Promise<Link[]> {
  const isChanged =
    status === 'active'
      ? sql<boolean>`status = 'disabled'`
      : sql<boolean>`coalesce(disabled_by, '') <> 'administrator'`;
  const rows = await tx
    .updateTable('links')
    .set({ status, disabled_by: status === 'disabled' ? 'administrator' : null })
    .where('user_id', '<>', administrator)
    .where('id', 'in', ids)
    .where(isChanged)
    .returningAll()
    .execute();
  return rows.map(toLink);
}

/** Gives these links of the owner's a tag; returns those that had it not. */
export async function addTag(tx: Db, owner: number, ids: number[], tag: string): Promise<number[]> {
  const rows = await tx
    .insertInto('link_tags')
    .values(ids.map((id) => ({ link_id: id, user_id: owner, tag })))
    .onConflict((conflict) => conflict.columns(['link_id', 'tag']).doNothing())
    .returning('link_id')
    .execute();
  return rows.map(({ link_id }) => link_id);
}

/** Takes a tag off these links of the owner's; returns those that had it. */
export async function removeTag(tx: Db, owner: number, ids: number[], tag: string): Promise<number[]> {
  const rows = await tx
    .deleteFrom('link_tags')
    .where('user_id', '=', owner)
    .where('tag', '=', tag)
    .where('link_id', 'in', ids)
    .returning('link_id')
    .execute();
  return rows.map(({ link_id }) => link_id);
}

/** A tag, and how many links have it. */
export interface TagCount {
  tag: string;
  links: number;
}

/** One page of the owner's tags in the order of their letters; `q` is what they begin with. */
export async function listTags(db: Db, owner: number, request: PageRequest, q = ''): Promise<Page<TagCount>> {
  // A range and not LIKE: it is found in the index, and means the same on both engines.
  const tags = db
    .selectFrom('link_tags')
    .where('user_id', '=', owner)
    .$if(q !== '', (query) => query.where('tag', '>=', q).where('tag', '<', `${q}\u{10ffff}`));
  const { total } = await tags
    .select((eb) => eb.fn.count<number>('tag').distinct().as('total'))
    .executeTakeFirstOrThrow();
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await tags
    .select((eb) => ['tag', eb.fn.countAll<number>().as('links')])
    .groupBy('tag')
    .orderBy('tag')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows };
}

// So many of the newest links tell what their owner is used to.
const LINKS_ASKED = 500;

/** The query parameters of the owner's newest links with rules, newest first. */
export async function findParameters(db: Db, owner: number): Promise<LinkRules['parameters']> {
  const rows = await db
    .selectFrom('links')
    .select('rules')
    .where('user_id', '=', owner)
    .where('rules', 'is not', null)
    .orderBy('id', 'desc')
    .limit(LINKS_ASKED)
    .execute();
  return rows.flatMap(({ rules }) => (JSON.parse(rules ?? '{}') as LinkRules).parameters);
}
