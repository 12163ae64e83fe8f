import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import type { StoredFile } from './file.ts';

const NOUN = 'files';
const COLUMNS = ['id', 'width', 'height', 'size', 'created_at as createdAt'] as const;

/** One page of the owner's files, newest first. */
export async function listFiles(db: Db, owner: number, request: PageRequest): Promise<Page<StoredFile>> {
  const total = await countFiles(db, owner);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await db
    .selectFrom('files')
    .select(COLUMNS)
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows };
}

export async function findFile(db: Db, owner: number, id: number): Promise<StoredFile | undefined> {
  return db.selectFrom('files').select(COLUMNS).where('user_id', '=', owner).where('id', '=', id).executeTakeFirst();
}

/** The files among these ids that belong to the owner, in any order. */
export async function findFiles(db: Db, owner: number, ids: number[]): Promise<StoredFile[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('files').select(COLUMNS).where('user_id', '=', owner).where('id', 'in', ids).execute();
}

/** Whether any user has this file. */
export async function hasFile(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export function countFiles(db: Db, owner: number): Promise<number> {
  return readTally(db, owner, NOUN);
}

export async function insertFile(
  tx: Db,
  owner: number,
  { width, height, size, createdAt }: Omit<StoredFile, 'id'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('files')
    .values({ width, height, size, user_id: owner, created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, NOUN, 1);
  return id;
}
