import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { KeyHolder } from '../../core/principal.ts';
import type { GrantedScope, KeyScopes } from '../../core/scope.ts';
import type { Db } from '../../db/db.ts';
import { findRole } from '../../db/find-role.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import type { Key } from './key.ts';

const NOUN = 'keys';

/** What a key may do, as it is stored. */
interface LimitColumns {
  manages_account: number;
  scopes: string | null;
  addresses: string | null;
  rate_limit: number | null;
}

/** What a key may do. */
interface Limits {
  managesAccount: boolean;
  scopes: KeyScopes;
  addresses: readonly string[] | null;
  rateLimit: number | null;
}

/** Older programs look for the hash alone. They would ignore the limits of a key, so they must not find one that has some. */
function limitedHash(hash: string): string {
  return `limited ${hash}`;
}

function hasLimits({ scopes, addresses, rateLimit }: Limits): boolean {
  return scopes !== null || addresses !== null || rateLimit !== null;
}

function readLimits({ manages_account, scopes, addresses, rate_limit }: LimitColumns): Limits {
  return {
    managesAccount: manages_account === 1,
    scopes: scopes === null ? null : (JSON.parse(scopes) as GrantedScope[]),
    addresses: addresses === null ? null : (JSON.parse(addresses) as string[]),
    rateLimit: rate_limit,
  };
}

function writeLimits({ managesAccount, scopes, addresses, rateLimit }: Limits): LimitColumns {
  return {
    manages_account: managesAccount ? 1 : 0,
    scopes: scopes && JSON.stringify(scopes),
    addresses: addresses && JSON.stringify(addresses),
    rate_limit: rateLimit,
  };
}

/** One page of the owner's keys, newest first. */
export async function listKeys(db: Db, owner: number, request: PageRequest): Promise<Page<Key>> {
  const total = await readTally(db, owner, NOUN);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await db
    .selectFrom('keys')
    .select(['id', 'user_id', 'workspace_id', 'name', 'hint', 'manages_account', 'scopes', 'addresses', 'rate_limit'])
    .select(['expires_at as expiresAt', 'used_at as usedAt', 'created_at as createdAt'])
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  const toKey = ({
    user_id,
    workspace_id,
    manages_account,
    scopes,
    addresses,
    rate_limit,
    ...key
  }: (typeof rows)[number]) => ({
    ...key,
    workspaceId: workspace_id ?? user_id,
    ...readLimits({ manages_account, scopes, addresses, rate_limit }),
  });
  return { ...request, total, rows: rows.map(toKey) };
}

/** The columns of a new key. */
export interface KeyRecord extends Limits {
  name: string;
  hash: string;
  hint: string;
  expiresAt: number | null;
}

/** Adds a key and returns how many the owner has; other additions for this owner wait until the transaction ends. */
export async function insertKey(
  tx: Db,
  owner: number,
  key: KeyRecord,
  now: number,
): Promise<{ id: number; total: number }> {
  const { name, hash, hint, expiresAt } = key;
  const { id } = await tx
    .insertInto('keys')
    .values({
      ...{ user_id: owner, name, hint, hash: hasLimits(key) ? limitedHash(hash) : hash },
      ...writeLimits(key),
      ...{ expires_at: expiresAt, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, total: await addToTally(tx, owner, NOUN, 1) };
}

/** Deletes all keys of the owner and returns their names. */
export async function deleteKeys(tx: Db, owner: number): Promise<{ id: number; name: string }[]> {
  const deleted = await tx.deleteFrom('keys').where('user_id', '=', owner).returning(['id', 'name']).execute();
  await addToTally(tx, owner, NOUN, -deleted.length);
  return deleted;
}

/** The name of the owner's key; undefined if there is none. */
export async function findKeyName(db: Db, owner: number, id: number): Promise<string | undefined> {
  const query = db.selectFrom('keys').select('name').where('user_id', '=', owner).where('id', '=', id);
  return (await query.executeTakeFirst())?.name;
}

/** The holder of the key with this hash, and its last use. It has no owner parameter, because it authenticates the request. */
export async function findKeyHolder(
  db: Db,
  hash: string,
): Promise<(KeyHolder & { usedAt: number | null }) | undefined> {
  const row = await db
    .selectFrom('keys')
    .innerJoin('users', 'users.id', 'keys.user_id')
    .select(['keys.id', 'keys.user_id', 'keys.workspace_id', 'keys.name', 'keys.expires_at', 'keys.used_at'])
    .select('users.is_admin')
    .select(['keys.manages_account', 'keys.scopes', 'keys.addresses', 'keys.rate_limit'])
    .where('keys.hash', 'in', [hash, limitedHash(hash)])
    .where('users.is_disabled', '=', 0)
    .where('users.kind', '=', 'user')
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, user_id, workspace_id, name, is_admin, expires_at, used_at } = row;
  const workspaceId = workspace_id ?? user_id;
  const role = await findRole(db, { userId: user_id, workspaceId });
  if (!role) return undefined;
  // A key of a shared workspace acts only there.
  const isAdmin = is_admin === 1 && workspaceId === user_id;
  return {
    ...{ keyId: id, userId: user_id, workspaceId, role, name, isAdmin, expiresAt: expires_at, usedAt: used_at },
    ...readLimits(row),
  };
}

export async function touchKey(db: Db, owner: number, id: number, now: number): Promise<void> {
  await db.updateTable('keys').set({ used_at: now }).where('user_id', '=', owner).where('id', '=', id).execute();
}
