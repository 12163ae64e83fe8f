import type { SelectQueryBuilder } from 'kysely';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { containsWords, searchWords } from '../../db/search.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import type { Tables } from '../../tables.ts';
import type { NewPixel } from './pixel.contract.ts';
import type { Pixel } from './pixel.ts';

const NOUN = 'pixels';
const COLUMNS = ['id', 'type', 'name', 'tag', 'created_at as createdAt'] as const;

function selectMatching(db: Db, owner: number, text: string | undefined): SelectQueryBuilder<Tables, 'pixels', object> {
  const owned = db.selectFrom('pixels').where('user_id', '=', owner);
  return text ? owned.where(containsWords('search_words', text)) : owned;
}

async function countMatching(db: Db, owner: number, text: string): Promise<number> {
  const count = selectMatching(db, owner, text).select((eb) => eb.fn.countAll<number>().as('total'));
  return (await count.executeTakeFirstOrThrow()).total;
}

/** One page of the owner's pixels, newest first; `text` filters by name and tag. */
export async function listPixels(db: Db, owner: number, request: PageRequest, text?: string): Promise<Page<Pixel>> {
  const total = text ? await countMatching(db, owner, text) : await readTally(db, owner, NOUN);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await selectMatching(db, owner, text)
    .select(COLUMNS)
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows };
}

export async function findPixel(db: Db, owner: number, id: number): Promise<Pixel | undefined> {
  return db.selectFrom('pixels').select(COLUMNS).where('user_id', '=', owner).where('id', '=', id).executeTakeFirst();
}

/** How many of these ids are pixels of the owner. */
export async function countPixels(db: Db, owner: number, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await db.selectFrom('pixels').select('id').where('user_id', '=', owner).where('id', 'in', ids).execute();
  return rows.length;
}

export async function insertPixel(tx: Db, owner: number, pixel: NewPixel, now: number): Promise<number> {
  const { id } = await tx
    .insertInto('pixels')
    .values({ ...pixel, search_words: searchWords(pixel.name, pixel.tag), user_id: owner, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, NOUN, 1);
  return id;
}

/** The columns that an update can change. */
type PixelUpdate = Pick<Pixel, 'name' | 'tag'>;

export async function updatePixel(tx: Db, owner: number, id: number, { name, tag }: PixelUpdate): Promise<void> {
  await tx
    .updateTable('pixels')
    .set({ name, tag, search_words: searchWords(name, tag) })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute();
}
