import type { Db } from '../../db/db.ts';
import type { Account } from './account.ts';

const ADMINISTRATOR = 'administrator';

interface Row {
  id: number;
  email: string;
  username: string;
  is_admin: number;
  is_disabled: number;
  time_zone: string;
  expires_at: number | null;
  created_at: number;
}

/** Converts a row to the type that other modules use. */
export function toAccount({
  id,
  email,
  username,
  is_admin,
  is_disabled,
  time_zone,
  expires_at,
  created_at,
}: Row): Account {
  const flags = { isAdmin: is_admin === 1, isDisabled: is_disabled === 1 };
  return { id, email, username, ...flags, timeZone: time_zone, expiresAt: expires_at, createdAt: created_at };
}

/** The columns that make up an account; the password hash is not one of them. */
export const COLUMNS = [
  'id',
  'email',
  'username',
  'is_admin',
  'is_disabled',
  'time_zone',
  'expires_at',
  'created_at',
] as const;

export async function findAccount(db: Db, id: number): Promise<Account | undefined> {
  const row = await db
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('kind', '=', 'user')
    .executeTakeFirst();
  return row && toAccount(row);
}

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('users')
    .select(COLUMNS)
    .where('email', '=', email)
    .where('kind', '=', 'user')
    .executeTakeFirst();
  return row && toAccount(row);
}

/** The owner whose public pages have this name in their URL: a user or a shared workspace. */
export async function findOwnerByName(db: Db, username: string): Promise<number | undefined> {
  const row = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst();
  return row?.id;
}

/** The name in the URLs of an owner's public pages. */
export async function findOwnerName(db: Db, owner: number): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('username').where('id', '=', owner).executeTakeFirst();
  return row?.username;
}

/** An account for a sign-in. */
export interface AccountWithPassword extends Account {
  passwordHash: string;
  /** When the password was last set with a link of the command line. */
  recoveredAt: number | null;
}

/** An account with its password hash, by its email address or its user name. */
export async function findAccountPassword(
  db: Db,
  column: 'email' | 'username',
  value: string,
): Promise<AccountWithPassword | undefined> {
  const row = await db
    .selectFrom('users')
    .select([...COLUMNS, 'password_hash', 'recovered_at'])
    .where(column, '=', value)
    .where('kind', '=', 'user')
    .executeTakeFirst();
  return row && { ...toAccount(row), passwordHash: row.password_hash, recoveredAt: row.recovered_at };
}

/** Whether a user can sign in with a password. */
export async function hasPassword(db: Db, id: number): Promise<boolean> {
  const query = db.selectFrom('users').select('id').where('id', '=', id).where('password_hash', '!=', '');
  return (await query.executeTakeFirst()) !== undefined;
}

/** Reads the password hash and locks the row until the transaction ends. */
export async function lockPassword(
  tx: Db,
  id: number,
): Promise<{ passwordHash: string; isDisabled: boolean } | undefined> {
  // An update that changes nothing locks the row on both engines.
  const row = await tx
    .updateTable('users')
    .set((eb) => ({ password_hash: eb.ref('password_hash') }))
    .where('id', '=', id)
    .where('kind', '=', 'user')
    .returning(['password_hash', 'is_disabled'])
    .executeTakeFirst();
  return row && { passwordHash: row.password_hash, isDisabled: row.is_disabled === 1 };
}

/** Every account, oldest first; for the command line. */
export async function listAccounts(db: Db): Promise<Account[]> {
  const rows = await db.selectFrom('users').select(COLUMNS).where('kind', '=', 'user').orderBy('id').execute();
  return rows.map(toAccount);
}

export async function hasAccounts(db: Db): Promise<boolean> {
  const row = await db.selectFrom('settings').select('name').where('name', '=', ADMINISTRATOR).executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the new account is the first. One row in `settings` decides: of two simultaneous transactions,
 * the second waits for the first, so two accounts can never both be the first.
 */
export async function claimFirst(tx: Db, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('settings')
    .values({ name: ADMINISTRATOR, value: String(now) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The columns of a new account. */
export interface AccountRecord {
  email: string;
  username: string;
  passwordHash: string;
  isAdmin: boolean;
}

export async function insertAccount(tx: Db, account: AccountRecord, now: number): Promise<number> {
  const { email, username, passwordHash, isAdmin } = account;
  const { id } = await tx
    .insertInto('users')
    .values({ email, username, password_hash: passwordHash, is_admin: isAdmin ? 1 : 0, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns false if the account does not exist. */
export async function updateAccount(
  db: Db,
  id: number,
  change: { email?: string; password_hash?: string; time_zone?: string; recovered_at?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(change)
    .where('id', '=', id)
    .where('kind', '=', 'user')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
