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
    .select(['id', 'name', 'hint', 'manages_account'])
    .select(['expires_at as expiresAt', 'used_at as usedAt', 'created_at as createdAt'])
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  const toKey = ({ manages_account, ...key }: (typeof rows)[number]) => ({
    ...key,
    managesAccount: manages_account === 1,
  });
  return { ...request, total, rows: rows.map(toKey) };
}

/** The columns of a new key. */
export interface KeyRecord {
  name: string;
  hash: string;
  hint: string;
  managesAccount: boolean;
  expiresAt: number | null;
}

/** Adds a key and returns how many the owner has; other additions for this owner wait until the transaction ends. */
export async function insertKey(
  tx: Db,
  owner: number,
  key: KeyRecord,
  now: number,
): Promise<{ id: number; total: number }> {
  const { name, hash, hint, managesAccount, expiresAt } = key;
  const { id } = await tx
    .insertInto('keys')
    .values({
      ...{ user_id: owner, name, hash, hint },
      ...{ manages_account: managesAccount ? 1 : 0, expires_at: expiresAt, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, total: await addToTally(tx, owner, NOUN, 1) };
}

/** Deletes all keys of the owner. */
export async function deleteKeys(tx: Db, owner: number): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('keys').where('user_id', '=', owner).executeTakeFirst();
  await addToTally(tx, owner, NOUN, -Number(numDeletedRows));
}

/** The holder of the key with this hash, and its last use. It has no owner parameter, because it authenticates the request. */
export async function findKeyHolder(
  db: Db,
  hash: string,
): Promise<(KeyHolder & { expiresAt: number | null; usedAt: number | null }) | undefined> {
  const row = await db
    .selectFrom('keys')
    .innerJoin('users', 'users.id', 'keys.user_id')
    .select(['keys.id', 'keys.user_id', 'keys.manages_account', 'keys.expires_at', 'keys.used_at', 'users.is_admin'])
    .where('keys.hash', '=', hash)
    .where('users.is_disabled', '=', 0)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, user_id, manages_account, is_admin, expires_at, used_at } = row;
  const flags = { managesAccount: manages_account === 1, isAdmin: is_admin === 1 };
  return { keyId: id, userId: user_id, ...flags, expiresAt: expires_at, usedAt: used_at };
}

export async function touchKey(db: Db, owner: number, id: number, now: number): Promise<void> {
  await db.updateTable('keys').set({ used_at: now }).where('user_id', '=', owner).where('id', '=', id).execute();
}
