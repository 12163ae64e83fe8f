import { sql } from 'kysely';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { prepareFind, prepareStatement } from '../../db/row-statement.ts';

const findTagsOfLink = prepareStatement<{ tag: string }>('select tag from link_tags where link_id = ? order by tag');

/** The tags of a link, in alphabetical order. */
export async function findTags(db: Db, linkId: number): Promise<string[]> {
  return (await findTagsOfLink(db, [linkId])).map(({ tag }) => tag);
}

const findTagsOfLinks = prepareFind<number, { link_id: number; tag: string }>(
  'select link_id, tag from link_tags where link_id',
  ' order by link_id, tag',
);

/** The tags of many links by link, each in alphabetical order; a link without tags is omitted. */
export async function findTagsByLink(db: Db, linkIds: number[]): Promise<Map<number, string[]>> {
  const rows = await findTagsOfLinks(db, linkIds);
  const byLink = Map.groupBy(rows, ({ link_id }) => link_id);
  return new Map(Array.from(byLink, ([id, tags]) => [id, tags.map(({ tag }) => tag)]));
}

/** The tags of many links by link, each in the order in which they were given; a link without tags is omitted. */
export async function findTagsInOrder(db: Db, linkIds: number[]): Promise<Map<number, string[]>> {
  if (linkIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('link_tags')
    .select(['link_id', 'tag'])
    .where('link_id', 'in', linkIds)
    .orderBy('position')
    .orderBy('tag')
    .execute();
  const byLink = Map.groupBy(rows, ({ link_id }) => link_id);
  return new Map(Array.from(byLink, ([id, tags]) => [id, tags.map(({ tag }) => tag)]));
}

/** The ids of the owner's links with this tag, lowest first. */
export async function findLinksWithTag(db: Db, owner: number, tag: string): Promise<number[]> {
  const rows = await db
    .selectFrom('link_tags')
    .select('link_id')
    .where('user_id', '=', owner)
    .where('tag', '=', tag)
    .orderBy('link_id')
    .execute();
  return rows.map(({ link_id }) => link_id);
}

/** Renames a tag of these links of the owner; it keeps its position. */
export async function renameTagOf(tx: Db, owner: number, ids: number[], from: string, to: string): Promise<void> {
  await tx
    .updateTable('link_tags')
    .set({ tag: to })
    .where('user_id', '=', owner)
    .where('tag', '=', from)
    .where('link_id', 'in', ids)
    .execute();
}

/** Replaces all tags of a link. */
export async function replaceTags(tx: Db, owner: number, linkId: number, tags: string[]): Promise<void> {
  await tx.deleteFrom('link_tags').where('link_id', '=', linkId).execute();
  const rows = [...new Set(tags)].map((tag, position) => ({ link_id: linkId, user_id: owner, tag, position }));
  if (rows.length > 0) await tx.insertInto('link_tags').values(rows).execute();
}

function nextPosition(linkId: number) {
  return sql<number>`(select coalesce(max(position) + 1, 0) from link_tags where link_id = ${linkId})`;
}

/** Adds a tag to these links of the owner; returns those that did not have it. */
export async function addTag(tx: Db, owner: number, ids: number[], tag: string): Promise<number[]> {
  const rows = await tx
    .insertInto('link_tags')
    .values(ids.map((id) => ({ link_id: id, user_id: owner, tag, position: nextPosition(id) })))
    .onConflict((conflict) => conflict.columns(['link_id', 'tag']).doNothing())
    .returning('link_id')
    .execute();
  return rows.map(({ link_id }) => link_id);
}

/** Removes a tag from these links of the owner; returns those that had it. */
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

/** One page of the owner's tags in alphabetical order; `q` is a prefix. */
export async function listTags(db: Db, owner: number, request: PageRequest, q = ''): Promise<Page<TagCount>> {
  // A range instead of LIKE: it uses the index, and means the same on both engines.
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
