import { personalWorkspace, type SessionHolder } from '../../core/principal.ts';
import type { Db } from '../../db/db.ts';
import type { Session } from './session.ts';

const COLUMNS = ['id', 'agent', 'used_at as usedAt', 'expires_at as expiresAt', 'created_at as createdAt'] as const;

/** The valid sessions of the owner, most recently used first; there are few. */
export async function listSessions(db: Db, owner: number, now: number): Promise<Session[]> {
  return db
    .selectFrom('sessions')
    .select(COLUMNS)
    .where('user_id', '=', owner)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The columns of a new session. */
export interface SessionRecord {
  hash: string;
  agent: string;
  expiresAt: number;
  provedAt: number;
  isMultiFactor: boolean;
}

export async function insertSession(tx: Db, owner: number, session: SessionRecord, now: number): Promise<number> {
  const { hash, agent, expiresAt, provedAt, isMultiFactor } = session;
  const { id } = await tx
    .insertInto('sessions')
    .values({
      user_id: owner,
      hash,
      agent,
      used_at: now,
      expires_at: expiresAt,
      created_at: now,
      proved_at: provedAt,
      is_multi_factor: isMultiFactor ? 1 : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The holder of the session with this hash. It has no owner parameter, because it authenticates the request. */
export async function findSessionHolder(
  db: Db,
  hash: string,
): Promise<(SessionHolder & { usedAt: number; expiresAt: number }) | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.used_at', 'sessions.expires_at', 'sessions.proved_at'])
    .leftJoin('second_factors', 'second_factors.user_id', 'sessions.user_id')
    .select(['users.username', 'users.is_admin', 'second_factors.confirmed_at', 'sessions.is_multi_factor'])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('passkeys').select('id').whereRef('passkeys.user_id', '=', 'sessions.user_id'))
        .as('has_passkey'),
    )
    .where('sessions.hash', '=', hash)
    .where('users.is_disabled', '=', 0)
    .where('users.kind', '=', 'user')
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, user_id, used_at, expires_at, proved_at, username, is_admin, confirmed_at, has_passkey } = row;
  // The engines return a truth value as a number or as a boolean.
  const hasSecondFactor = confirmed_at !== null || Boolean(has_passkey) || row.is_multi_factor === 1;
  const flags = { isAdmin: is_admin === 1, hasSecondFactor };
  const who = { sessionId: id, userId: user_id, ...personalWorkspace(user_id), name: username };
  const holder = { ...who, ...flags, provedAt: proved_at };
  return { ...holder, usedAt: used_at, expiresAt: expires_at };
}

/** Records that the user of a session proved who they are; false if the session no longer exists. */
export async function markProved(tx: Db, owner: number, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ proved_at: now })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function touchSession(db: Db, owner: number, id: number, now: number, expiresAt: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ used_at: now, expires_at: expiresAt })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute();
}

/** Returns false if the owner has no such session. */
export async function deleteSession(db: Db, owner: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes all sessions of the owner except one. */
export async function deleteOtherSessions(tx: Db, owner: number, kept: number | undefined): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', owner)
    .where('id', '!=', kept ?? 0)
    .execute();
}

/** Deletes the expired sessions of the owner, and the least recently used ones above the limit. */
export async function deleteStaleSessions(tx: Db, owner: number, now: number, limit: number): Promise<void> {
  const valid = await listSessions(tx, owner, now);
  const kept = valid.slice(0, limit).map(({ id }) => id);
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', owner)
    .where('id', 'not in', kept.length > 0 ? kept : [0])
    .execute();
}
