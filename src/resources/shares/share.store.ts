import type { Db } from '../../db/db.ts';
import type { Share } from './share.ts';

const COLUMNS = ['link_id as linkId', 'nonce', 'hash', 'shares.created_at as createdAt'] as const;

export async function findShare(db: Db, owner: number, linkId: number): Promise<Share | undefined> {
  return db
    .selectFrom('shares')
    .select(COLUMNS)
    .where('user_id', '=', owner)
    .where('link_id', '=', linkId)
    .executeTakeFirst();
}

/** The share with this hash. The token alone gives access, so there is no owner parameter; a disabled user shares nothing. */
export async function findShareByHash(db: Db, hash: string): Promise<Share | undefined> {
  return db
    .selectFrom('shares')
    .innerJoin('users', 'users.id', 'shares.user_id')
    .select(COLUMNS)
    .where('hash', '=', hash)
    .where('users.is_disabled', '=', 0)
    .executeTakeFirst();
}

/** Stores the share of a link; it replaces the previous one. */
export async function putShare(tx: Db, owner: number, { linkId, nonce, hash, createdAt }: Share): Promise<void> {
  const changed = { nonce, hash, created_at: createdAt };
  await tx
    .insertInto('shares')
    .values({ link_id: linkId, user_id: owner, ...changed })
    .onConflict((conflict) => conflict.column('link_id').doUpdateSet(changed))
    .execute();
}

/** Returns false if the owner has no such share. */
export async function deleteShare(db: Db, owner: number, linkId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('shares')
    .where('user_id', '=', owner)
    .where('link_id', '=', linkId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
