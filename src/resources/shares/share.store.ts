import type { Db } from '../../db/db.ts';
import type { ShareTable } from './share.table.ts';
import type { Share, ShareSubject } from './share.ts';

const COLUMNS = [
  'hash',
  'shares.user_id',
  'link_id',
  'campaign_id',
  'nonce',
  'shares.password_hash',
  'shares.expires_at',
  'shares.created_at',
] as const;

const columnOf = { link: 'link_id', campaign: 'campaign_id' } as const;

function toShare(row: ShareTable): Share {
  const { hash, user_id, link_id, campaign_id, nonce, password_hash, expires_at, created_at } = row;
  return {
    subject: link_id === null ? { noun: 'campaign', id: campaign_id ?? 0 } : { noun: 'link', id: link_id },
    userId: user_id,
    ...{ nonce, hash, passwordHash: password_hash, expiresAt: expires_at, createdAt: created_at },
  };
}

export async function findShare(db: Db, owner: number, { noun, id }: ShareSubject): Promise<Share | undefined> {
  const row = await db
    .selectFrom('shares')
    .select(COLUMNS)
    .where('user_id', '=', owner)
    .where(columnOf[noun], '=', id)
    .executeTakeFirst();
  return row && toShare(row);
}

/** The share with this hash. The token alone gives access, so there is no owner parameter; a disabled user shares nothing. */
export async function findShareByHash(db: Db, hash: string): Promise<Share | undefined> {
  const row = await db
    .selectFrom('shares')
    .innerJoin('users', 'users.id', 'shares.user_id')
    .select(COLUMNS)
    .where('hash', '=', hash)
    .where('users.is_disabled', '=', 0)
    .executeTakeFirst();
  return row && toShare(row);
}

/** Stores the share of a link or a campaign; it replaces the previous one. */
export async function putShare(tx: Db, { subject, userId, ...share }: Share): Promise<void> {
  const changed = {
    ...{ hash: share.hash, nonce: share.nonce, password_hash: share.passwordHash },
    ...{ expires_at: share.expiresAt, created_at: share.createdAt },
  };
  const column = columnOf[subject.noun];
  await tx
    .insertInto('shares')
    .values({ user_id: userId, link_id: null, campaign_id: null, [column]: subject.id, ...changed })
    .onConflict((conflict) => conflict.column(column).doUpdateSet(changed))
    .execute();
}

/** Returns false if the owner has no such share. */
export async function deleteShare(db: Db, owner: number, { noun, id }: ShareSubject): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('shares')
    .where('user_id', '=', owner)
    .where(columnOf[noun], '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
