import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../tables.ts';
import type { LinkPixel, LinkType } from './link.ts';

/** The tags and pixels of a link. */
export interface LinkExtras {
  tags: string[];
  pixels: number[];
}

export async function findExtras(db: Db, linkId: number): Promise<LinkExtras> {
  const tags = await db.selectFrom('link_tags').select('tag').where('link_id', '=', linkId).orderBy('tag').execute();
  const pixels = await db
    .selectFrom('link_pixels')
    .select('pixel_id')
    .where('link_id', '=', linkId)
    .orderBy('pixel_id')
    .execute();
  return { tags: tags.map(({ tag }) => tag), pixels: pixels.map(({ pixel_id }) => pixel_id) };
}

/** The pixels of the link in a query. */
export function selectPixels(eb: ExpressionBuilder<Tables, 'links'>) {
  return eb.selectFrom('link_pixels').select('pixel_id').whereRef('link_pixels.link_id', '=', 'links.id');
}

/** What fires on a link. */
export async function findPixels(db: Db, linkId: number): Promise<LinkPixel[]> {
  return db
    .selectFrom('link_pixels')
    .innerJoin('pixels', 'pixels.id', 'link_pixels.pixel_id')
    .select(['pixels.id', 'pixels.type', 'pixels.tag'])
    .where('link_pixels.link_id', '=', linkId)
    .orderBy('pixels.id')
    .execute();
}

/** Replaces all tags of a link. */
export async function replaceTags(tx: Db, owner: number, linkId: number, tags: string[]): Promise<void> {
  await tx.deleteFrom('link_tags').where('link_id', '=', linkId).execute();
  const rows = [...new Set(tags)].map((tag) => ({ link_id: linkId, user_id: owner, tag }));
  if (rows.length > 0) await tx.insertInto('link_tags').values(rows).execute();
}

/** Replaces all pixels of a link. */
export async function replacePixels(tx: Db, linkId: number, pixels: number[]): Promise<void> {
  await tx.deleteFrom('link_pixels').where('link_id', '=', linkId).execute();
  const rows = [...new Set(pixels)].map((pixel) => ({ link_id: linkId, pixel_id: pixel }));
  if (rows.length > 0) await tx.insertInto('link_pixels').values(rows).execute();
}

/** Keeps which of a link's targets cannot be framed. */
export async function updateUnframed(tx: Db, owner: number, id: number, unframed: string[]): Promise<void> {
  await tx
    .updateTable('links')
    .set({ unframed: JSON.stringify(unframed) })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute();
}

/** Makes the owner's links that show a splash page or an overlay lead on directly; tells how many. */
export async function releaseLinks(tx: Db, owner: number, type: LinkType, interstitialId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('links')
    .set({ type: 'direct', interstitial_id: null, unframed: null })
    .where('interstitial_id', '=', interstitialId)
    .where('type', '=', type)
    .where('user_id', '=', owner)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
