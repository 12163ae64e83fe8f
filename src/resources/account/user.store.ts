import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { nameOwner } from '../../db/name-owner.ts';
import { isShared } from '../../db/row-statement.ts';
import { COLUMNS, toAccount } from './account.store.ts';
import type { Account } from './account.ts';
import { listRemovals } from './user-removal.store.ts';

/** An account in the list of an administrator. */
export interface ListedUser extends Account {
  isBeingDeleted: boolean;
}

/** One page of all accounts, newest first; for administrators. */
export async function listUsers(db: Db, request: PageRequest): Promise<Page<ListedUser>> {
  const { total } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('kind', '=', 'user')
    .executeTakeFirstOrThrow();
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await db
    .selectFrom('users')
    .select(COLUMNS)
    .where('kind', '=', 'user')
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  const removals = new Set((await listRemovals(db)).map(({ userId }) => userId));
  return { ...request, total, rows: rows.map((row) => ({ ...toAccount(row), isBeingDeleted: removals.has(row.id) })) };
}

/** Serializes changes of administrators until the transaction ends; SQLite serializes all writes anyway. */
export async function lockAdministrators(tx: Db): Promise<void> {
  if (!isShared(tx)) return;
  await tx.selectFrom('users').select('id').where('is_admin', '=', 1).orderBy('id').forNoKeyUpdate().execute();
}

/** Whether an administrator can sign in. */
export async function hasAdministrator(tx: Db): Promise<boolean> {
  const query = tx.selectFrom('users').select('id').where('is_admin', '=', 1).where('is_disabled', '=', 0);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Whether another administrator than this one can sign in. */
export async function hasOtherAdministrator(tx: Db, id: number): Promise<boolean> {
  const query = tx.selectFrom('users').select('id').where('is_admin', '=', 1).where('is_disabled', '=', 0);
  return (await query.where('id', '!=', id).executeTakeFirst()) !== undefined;
}

/** Returns false if there is no such user. Rights that are given or taken by hand no longer depend on a group. */
export async function updateFlags(
  tx: Db,
  id: number,
  flags: { is_admin?: number; is_disabled?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ ...flags, ...(flags.is_admin !== undefined && { is_group_admin: 0 }) })
    .where('id', '=', id)
    .where('kind', '=', 'user')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether the user is an administrator, and whether a group of the identity provider made them one. */
export async function findGroupAdmin(tx: Db, id: number): Promise<{ isAdmin: boolean; isGroupAdmin: boolean }> {
  const query = tx.selectFrom('users').select(['is_admin', 'is_group_admin']).where('id', '=', id);
  const row = await query.executeTakeFirst();
  return { isAdmin: row?.is_admin === 1, isGroupAdmin: row?.is_admin === 1 && row.is_group_admin === 1 };
}

/** Gives the rights of an administrator through a group, or takes them away. */
export async function setGroupAdmin(tx: Db, id: number, isAdmin: boolean): Promise<void> {
  const flag = isAdmin ? 1 : 0;
  await tx.updateTable('users').set({ is_admin: flag, is_group_admin: flag }).where('id', '=', id).execute();
}

/** The columns of a new reset link. */
export interface ResetRecord {
  hash: string;
  expiresAt: number;
  /** Whether the command line made it. */
  isOperator: boolean;
  /** Whether only a mail shows it. */
  isMailed: boolean;
}

/** Stores the hash of a reset token and deletes the expired tokens of the user. */
export async function insertReset(
  tx: Db,
  userId: number,
  { hash, expiresAt, isOperator, isMailed }: ResetRecord,
  now: number,
): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).where('expires_at', '<=', now).execute();
  await tx
    .insertInto('password_resets')
    .values({
      ...{ user_id: userId, hash, expires_at: expiresAt, created_at: now },
      ...{ is_operator: isOperator ? 1 : 0, is_mailed: isMailed ? 1 : 0 },
    })
    .execute();
}

/** The user of a reset token; undefined if the token is unknown, used or expired, or if the user is disabled. */
export async function findResetUser(
  db: Db,
  hash: string,
  now: number,
): Promise<{ userId: number; email: string; isOperator: boolean; isMailed: boolean } | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(['user_id', 'users.email', 'is_operator', 'is_mailed'])
    .where('hash', '=', hash)
    .where('password_resets.expires_at', '>', now)
    .where('users.is_disabled', '=', 0)
    .executeTakeFirst();
  if (!row) return undefined;
  const { user_id, email, is_operator, is_mailed } = row;
  return { userId: user_id, email, isOperator: is_operator === 1, isMailed: is_mailed === 1 };
}

/** Uses up a reset token and deletes the other tokens of the user; false if another request already used it. */
export async function spendReset(tx: Db, userId: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('password_resets').where('hash', '=', hash).executeTakeFirst();
  await deleteResets(tx, userId);
  return numDeletedRows === 1n;
}

/** Invalidates every reset link of a user. */
export async function deleteResets(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

export async function hasUser(db: Db, id: number): Promise<boolean> {
  const query = db.selectFrom('users').select('id').where('id', '=', id).where('kind', '=', 'user');
  return (await query.executeTakeFirst()) !== undefined;
}

/** The email addresses of the users by id, and the names of the shared workspaces. */
export async function findEmails(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'kind', 'workspace_name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, email, kind, workspace_name }) => [id, nameOwner({ email, kind, workspace_name })]));
}
