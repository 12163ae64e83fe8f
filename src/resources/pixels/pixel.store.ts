import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import type { NewPixel, PixelChange } from './pixel.contract.ts';
import type { Pixel } from './pixel.ts';

const NOUN = 'pixels';
const COLUMNS = ['id', 'type', 'name', 'tag', 'created_at as createdAt'] as const;

/** One page of the owner's pixels, newest first. */
export async function listPixels(db: Db, owner: number, request: PageRequest): Promise<Page<Pixel>> {
  const total = await readTally(db, owner, NOUN);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await db
    .selectFrom('pixels')
    .select(COLUMNS)
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows };
}

export async function findPixel(db: Db, owner: number, id: number): Promise<Pixel | undefined> {
  return db.selectFrom('pixels').select(COLUMNS).where('user_id', '=', owner).where('id', '=', id).executeTakeFirst();
}

/** How many of these numbers are the owner's pixels. */
export async function countPixels(db: Db, owner: number, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await db.selectFrom('pixels').select('id').where('user_id', '=', owner).where('id', 'in', ids).execute();
  return rows.length;
}

export async function insertPixel(tx: Db, owner: number, pixel: NewPixel, now: number): Promise<number> {
  const { id } = await tx
    .insertInto('pixels')
    .values({ ...pixel, user_id: owner, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, NOUN, 1);
  return id;
}

export async function updatePixel(tx: Db, owner: number, id: number, { name, tag }: PixelChange): Promise<void> {
  await tx
    .updateTable('pixels')
    .set(name === undefined ? { tag } : { name, tag })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute();
}
