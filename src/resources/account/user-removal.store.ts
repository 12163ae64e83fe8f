import type { Db } from '../../db/db.ts';

/** A user who is being deleted, and who gets the content; null if it is deleted too. */
export interface UserRemoval {
  userId: number;
  heirId: number | null;
}

/** Stores that a user is being deleted; a repeated request may choose something else for the rest of the content. */
export async function insertRemoval(tx: Db, { userId, heirId }: UserRemoval, now: number): Promise<void> {
  await tx
    .insertInto('user_removals')
    .values({ user_id: userId, heir_id: heirId, started_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ heir_id: heirId }))
    .execute();
}

/** The removals that have not ended, oldest first. */
export async function listRemovals(db: Db): Promise<UserRemoval[]> {
  const query = db.selectFrom('user_removals').select(['user_id as userId', 'heir_id as heirId']);
  return query.orderBy('started_at').execute();
}

/** Undefined if the user is not being deleted. */
export async function findRemoval(db: Db, userId: number): Promise<UserRemoval | undefined> {
  const query = db.selectFrom('user_removals').select(['user_id as userId', 'heir_id as heirId']);
  return query.where('user_id', '=', userId).executeTakeFirst();
}

/** Whether the content of a user who is being deleted goes to this user. */
export async function isHeir(db: Db, userId: number): Promise<boolean> {
  const query = db.selectFrom('user_removals').select('user_id').where('heir_id', '=', userId).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** A domain that both users have added; undefined if there is none. */
export async function findSharedHost(db: Db, one: number, other: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('domains as mine')
    .innerJoin('domains as theirs', 'theirs.host', 'mine.host')
    .select('mine.host')
    .where('mine.user_id', '=', one)
    .where('theirs.user_id', '=', other)
    .limit(1)
    .executeTakeFirst();
  return row?.host;
}

/** Deletes the account with its keys, sessions and tallies. */
export async function deleteUser(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', userId).execute();
  await tx.deleteFrom('tallies').where('user_id', '=', userId).execute();
}
