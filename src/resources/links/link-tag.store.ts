import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';

/** The tags of a link, in alphabetical order. */
export async function findTags(db: Db, linkId: number): Promise<string[]> {
  const rows = await db.selectFrom('link_tags').select('tag').where('link_id', '=', linkId).orderBy('tag').execute();
  return rows.map(({ tag }) => tag);
}

/** The tags of many links by link, each in alphabetical order; a link without tags is omitted. */
export async function findTagsByLink(db: Db, linkIds: number[]): Promise<Map<number, string[]>> {
  const tags = new Map<number, string[]>();
  if (linkIds.length === 0) return tags;
  const rows = await db
    .selectFrom('link_tags')
    .select(['link_id', 'tag'])
    .where('link_id', 'in', linkIds)
    .orderBy('link_id')
    .orderBy('tag')
    .execute();
  for (const { link_id, tag } of rows) tags.set(link_id, [...(tags.get(link_id) ?? []), tag]);
  return tags;
}

/** Replaces all tags of a link. */
export async function replaceTags(tx: Db, owner: number, linkId: number, tags: string[]): Promise<void> {
  await tx.deleteFrom('link_tags').where('link_id', '=', linkId).execute();
  const rows = [...new Set(tags)].map((tag) => ({ link_id: linkId, user_id: owner, tag }));
  if (rows.length > 0) await tx.insertInto('link_tags').values(rows).execute();
}

/** Adds a tag to these links of the owner; returns those that did not have it. */
export async function addTag(tx: Db, owner: number, ids: number[], tag: string): Promise<number[]> {
  const rows = await tx
    .insertInto('link_tags')
    .values(ids.map((id) => ({ link_id: id, user_id: owner, tag })))
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
