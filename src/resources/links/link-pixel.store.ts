import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepareStatement } from '../../db/row-statement.ts';
import type { Tables } from '../../tables.ts';
import type { LinkPixel } from './link.ts';

/** A subquery for the pixels of the link in the outer query. */
export function selectPixels(eb: ExpressionBuilder<Tables, 'links'>) {
  return eb.selectFrom('link_pixels').select('pixel_id').whereRef('link_pixels.link_id', '=', 'links.id');
}

const findIdsOfLink = prepareStatement<{ pixel_id: number }>(
  'select pixel_id from link_pixels where link_id = ? order by pixel_id',
);

export async function findPixelIds(db: Db, linkId: number): Promise<number[]> {
  return (await findIdsOfLink(db, [linkId])).map(({ pixel_id }) => pixel_id);
}

/** The ids of the pixels of many links, by link; a link without pixels is omitted. */
export async function findPixelIdsByLink(db: Db, linkIds: number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('link_pixels')
    .select(['link_id', 'pixel_id'])
    .where('link_id', 'in', linkIds)
    .orderBy('pixel_id')
    .execute();
  const ids = new Map<number, number[]>();
  for (const { link_id, pixel_id } of rows) ids.set(link_id, [...(ids.get(link_id) ?? []), pixel_id]);
  return ids;
}

/** The pixels of a link, as a redirect fires them. */
export async function findPixels(db: Db, linkId: number): Promise<LinkPixel[]> {
  return db
    .selectFrom('link_pixels')
    .innerJoin('pixels', 'pixels.id', 'link_pixels.pixel_id')
    .select(['pixels.id', 'pixels.type', 'pixels.tag'])
    .where('link_pixels.link_id', '=', linkId)
    .orderBy('pixels.id')
    .execute();
}

/** Replaces all pixels of a link. */
/** The pixels of the owner with these ids, for a link that is not stored. */
export async function findPixelsById(db: Db, owner: number, ids: number[]): Promise<LinkPixel[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('pixels')
    .select(['id', 'type', 'tag'])
    .where('user_id', '=', owner)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}

export async function replacePixels(tx: Db, linkId: number, pixels: number[]): Promise<void> {
  await tx.deleteFrom('link_pixels').where('link_id', '=', linkId).execute();
  const rows = [...new Set(pixels)].map((pixel) => ({ link_id: linkId, pixel_id: pixel }));
  if (rows.length > 0) await tx.insertInto('link_pixels').values(rows).execute();
}
