import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { KeyHolder } from '../../core/principal.ts';
import type { GrantedScope, KeyScopes } from '../../core/scope.ts';
import type { Db } from '../../db/db.ts';
import { findRole } from '../../db/find-role.ts';
import { prepareStatement } from '../../db/row-statement.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import { signingProducts } from './key.contract.ts';
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

/**
 * Each version looks for the forms that it knows. An older program would ignore the limits or the workspace of a key, so it must
 * not find one that has some.
 */
function storedForms(hash: string): { plain: string; limited: string; ofWorkspace: string } {
  return { plain: hash, limited: `limited ${hash}`, ofWorkspace: `workspace ${hash}` };
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

function selectKeys(db: Db) {
  return db
    .selectFrom('keys')
    .innerJoin('users', 'users.id', 'keys.user_id')
    .select(['keys.id', 'keys.user_id', 'keys.workspace_id', 'keys.name', 'keys.hint', 'users.username'])
    .select(['keys.manages_account', 'keys.scopes', 'keys.addresses', 'keys.rate_limit', 'keys.sealed_key'])
    .select(['keys.expires_at as expiresAt', 'keys.used_at as usedAt', 'keys.created_at as createdAt'])
    .orderBy('keys.id', 'desc');
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>;

function toKey(row: KeyRow): Key {
  const {
    user_id,
    workspace_id,
    username: _,
    manages_account,
    scopes,
    addresses,
    rate_limit,
    sealed_key,
    ...key
  } = row;
  const limits = readLimits({ manages_account, scopes, addresses, rate_limit });
  const compatible = sealed_key === null ? [] : signingProducts;
  return { ...key, workspaceId: workspace_id ?? user_id, ...limits, compatible };
}

/** One page of the owner's keys in all workspaces, newest first. */
export async function listKeys(db: Db, owner: number, request: PageRequest): Promise<Page<Key>> {
  const total = await readTally(db, owner, NOUN);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const query = selectKeys(db).where('keys.user_id', '=', owner).limit(request.limit).offset(offsetOf(request));
  return { ...request, total, rows: (await query.execute()).map(toKey) };
}

/** One page of the keys that all members have in a shared workspace, newest first. */
export async function listWorkspaceKeys(db: Db, workspaceId: number, request: PageRequest): Promise<Page<Key>> {
  const { total } = await db
    .selectFrom('keys')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const query = selectKeys(db).where('keys.workspace_id', '=', workspaceId);
  const rows = await query.limit(request.limit).offset(offsetOf(request)).execute();
  const toOwnedKey = (row: KeyRow) => ({ ...toKey(row), user: { id: row.user_id, name: row.username } });
  return { ...request, total, rows: rows.map(toOwnedKey) };
}

/** What identifies a key. */
export interface StoredKey {
  id: number;
  name: string;
  userId: number;
  workspaceId: number;
}

const STORED = ['id', 'name', 'user_id', 'workspace_id'] as const;

function toStored(row: { id: number; name: string; user_id: number; workspace_id: number | null }): StoredKey {
  return { id: row.id, name: row.name, userId: row.user_id, workspaceId: row.workspace_id ?? row.user_id };
}

/** A key of any user; the service decides who may know it. */
export async function findKey(db: Db, id: number): Promise<StoredKey | undefined> {
  const row = await db.selectFrom('keys').select(STORED).where('id', '=', id).executeTakeFirst();
  return row && toStored(row);
}

/** The columns of a new key. */
export interface KeyRecord extends Limits {
  name: string;
  hash: string;
  hint: string;
  /** The key, encrypted; null unless it signs requests. */
  sealedKey: string | null;
  expiresAt: number | null;
  workspaceId: number;
}

/** Adds a key and returns how many the owner has; other additions for this owner wait until the transaction ends. */
export async function insertKey(
  tx: Db,
  owner: number,
  key: KeyRecord,
  now: number,
): Promise<{ id: number; total: number }> {
  const { name, hint, expiresAt } = key;
  const { plain, limited, ofWorkspace } = storedForms(key.hash);
  const workspaceId = key.workspaceId === owner ? null : key.workspaceId;
  const { id } = await tx
    .insertInto('keys')
    .values({
      ...{ user_id: owner, workspace_id: workspaceId, name, hint },
      hash: workspaceId !== null ? ofWorkspace : hasLimits(key) ? limited : plain,
      ...writeLimits(key),
      ...{ sealed_key: key.sealedKey, expires_at: expiresAt, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, total: await addToTally(tx, owner, NOUN, 1) };
}

/** Deletes all keys of the owner and returns them. */
export async function deleteKeys(tx: Db, owner: number): Promise<StoredKey[]> {
  const deleted = await tx.deleteFrom('keys').where('user_id', '=', owner).returning(STORED).execute();
  await addToTally(tx, owner, NOUN, -deleted.length);
  return deleted.map(toStored);
}

/** Deletes the keys of a shared workspace, of all members or of one, and returns them. */
export async function deleteWorkspaceKeys(tx: Db, workspaceId: number, userId?: number): Promise<StoredKey[]> {
  const deleted = await tx
    .deleteFrom('keys')
    .where('workspace_id', '=', workspaceId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .returning(STORED)
    .execute();
  // Always in the same order, so that two deletions cannot deadlock.
  const byUser = [...Map.groupBy(deleted, ({ user_id }) => user_id)].sort(([one], [other]) => one - other);
  for (const [owner, { length }] of byUser) await addToTally(tx, owner, NOUN, -length);
  return deleted.map(toStored);
}

interface HolderRow extends LimitColumns {
  id: number;
  user_id: number;
  workspace_id: number | null;
  name: string;
  expires_at: number | null;
  used_at: number | null;
  is_admin: number;
}

// Every request of the API runs it.
const selectHolder = prepareStatement<HolderRow>(
  `select keys.id, keys.user_id, keys.workspace_id, keys.name, keys.expires_at, keys.used_at, users.is_admin,
  keys.manages_account, keys.scopes, keys.addresses, keys.rate_limit
  from keys inner join users on users.id = keys.user_id
  where keys.hash in (?, ?, ?) and users.is_disabled = 0 and users.kind = 'user'`,
);

/** The holder of the key with this hash, and its last use. It has no owner parameter, because it authenticates the request. */
export async function findKeyHolder(
  db: Db,
  hash: string,
): Promise<(KeyHolder & { usedAt: number | null }) | undefined> {
  const [row] = await selectHolder(db, Object.values(storedForms(hash)));
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

const KEYS_AT_ONCE = 2_000;

/** The keys that sign requests, encrypted. They have no owner parameter, because one of them authenticates the request. */
export async function* readSealedKeys(db: Db): AsyncGenerator<string> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('keys')
      .select(['id', 'sealed_key'])
      // Without a condition on the column: a query for the few keys that sign could read the whole table at once.
      .where('id', '>', last)
      .orderBy('id')
      .limit(KEYS_AT_ONCE)
      .execute();
    for (const { sealed_key } of rows) if (sealed_key !== null) yield sealed_key;
    if (rows.length < KEYS_AT_ONCE) return;
    last = rows.at(-1)?.id ?? 0;
  }
}
