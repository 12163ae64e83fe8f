import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import type { Credential, NewCredential } from '../../lib/web-authn.ts';
import type { Passkey } from './passkey.ts';
import type { Challenge } from './passkey-challenge.ts';

interface Row {
  id: number;
  name: string;
  is_synced: number;
  used_at: number | null;
  created_at: number;
}

const COLUMNS = ['id', 'name', 'is_synced', 'used_at', 'created_at'] as const;

function toPasskey({ id, name, is_synced, used_at, created_at }: Row): Passkey {
  return { id, name, isSynced: is_synced === 1, usedAt: used_at, createdAt: created_at };
}

/** How many passkeys the owner has. */
export async function countPasskeys(db: Db, owner: number): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', owner)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One page of the owner's passkeys, newest first. */
export async function listPasskeys(db: Db, owner: number, request: PageRequest): Promise<Page<Passkey>> {
  const total = await countPasskeys(db, owner);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await db
    .selectFrom('passkeys')
    .select(COLUMNS)
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows: rows.map(toPasskey) };
}

/** Finds one of the owner's passkeys. */
export async function findPasskey(db: Db, owner: number, id: number): Promise<Passkey | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .select(COLUMNS)
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toPasskey(row);
}

/** A passkey as browsers name it. */
export interface CredentialName {
  id: string;
  transports: string[];
}

/** The newest passkeys of the owner, for the options of a browser. */
export async function listCredentials(db: Db, owner: number, limit: number): Promise<CredentialName[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.credential_id, transports: JSON.parse(row.transports) as string[] }));
}

/** A passkey with what is needed to check a proof. */
export interface StoredCredential extends Credential {
  passkeyId: number;
  owner: number;
}

/** Finds a passkey by the id in a proof. It has no owner parameter, because it identifies who signs in. */
export async function findCredential(db: Db, credentialId: string): Promise<StoredCredential | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, user_id, credential_id, public_key, counter } = row;
  return { passkeyId: id, owner: user_id, id: credential_id, publicKey: public_key, counter };
}

/** Stores a passkey and returns its id; undefined if some account has it already. */
export async function insertPasskey(
  tx: Db,
  owner: number,
  { id, publicKey, counter, transports, isSynced, name }: NewCredential & { name: string },
  now: number,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('passkeys')
    .values({
      user_id: owner,
      credential_id: id,
      public_key: publicKey,
      counter,
      transports: JSON.stringify(transports),
      is_synced: isSynced ? 1 : 0,
      name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns false if the owner has no such passkey. */
export async function renamePasskey(tx: Db, owner: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes one passkey of the owner, or all, and returns what it deleted. */
export async function deletePasskeys(tx: Db, owner: number, id?: number): Promise<Pick<Passkey, 'id' | 'name'>[]> {
  const all = tx.deleteFrom('passkeys').where('user_id', '=', owner);
  const query = id === undefined ? all : all.where('id', '=', id);
  return query.returning(['id', 'name']).execute();
}

/** The use of a passkey that a proof shows. */
export interface PasskeyUse {
  passkeyId: number;
  owner: number;
  counter: number;
  isSynced: boolean;
}

/** Records a use; false if the passkey was deleted meanwhile, or its counter has passed this use. */
export async function recordPasskeyUse(
  tx: Db,
  { passkeyId, owner, counter, isSynced }: PasskeyUse,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, is_synced: isSynced ? 1 : 0, used_at: now })
    .where('user_id', '=', owner)
    .where('id', '=', passkeyId)
    // Devices that do not count always say 0.
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Uses up a challenge; false if it was used before, on any node. */
export async function spendChallenge(tx: Db, { nonce, expiresAt }: Challenge, now: number): Promise<boolean> {
  await tx.deleteFrom('spent_challenges').where('expires_at', '<=', now).execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('spent_challenges')
    .values({ challenge: nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
