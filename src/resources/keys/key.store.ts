import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { KeyHolder } from '../../core/principal.ts';
import type { Db } from '../../db/db.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import type { Key } from './key.ts';

const NOUN = 'keys';

/** One page of the owner's keys, newest first. */
export async function listKeys(db: Db, owner: number, request: PageRequest): Promise<Page<Key>> {
  const total = await readTally(db, owner, NOUN);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await db
    .selectFrom('keys')
    .select(['id', 'name', 'hint', 'expires_at as expiresAt', 'used_at as usedAt', 'created_at as createdAt'])
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows };
}

/** A key as it is written. */
export interface KeyRecord {
  name: string;
  hash: string;
  hint: string;
  expiresAt: number | null;
}

export async function insertKey(tx: Db, owner: number, key: KeyRecord, now: number): Promise<number> {
  const { name, hash, hint, expiresAt } = key;
  const { id } = await tx
    .insertInto('keys')
    .values({ user_id: owner, name, hash, hint, expires_at: expiresAt, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, NOUN, 1);
  return id;
}

/** Who holds the key with this hash, and what is known of its use. Asked by whoever knocks, hence without an owner. */
export async function findHolder(
  db: Db,
  hash: string,
): Promise<(KeyHolder & { expiresAt: number | null; usedAt: number | null }) | undefined> {
  const row = await db
    .selectFrom('keys')
    .innerJoin('users', 'users.id', 'keys.user_id')
    .select(['keys.id', 'keys.user_id', 'keys.expires_at', 'keys.used_at', 'users.is_admin'])
    .where('keys.hash', '=', hash)
    .where('users.is_disabled', '=', 0)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, user_id, is_admin, expires_at, used_at } = row;
  return { keyId: id, userId: user_id, isAdmin: is_admin === 1, expiresAt: expires_at, usedAt: used_at };
}

export async function touchKey(db: Db, owner: number, id: number, now: number): Promise<void> {
  await db.updateTable('keys').set({ used_at: now }).where('user_id', '=', owner).where('id', '=', id).execute();
}
