import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { toDomain } from './domain.store.ts';
import { type Domain, type ProofKind, reverseLabels } from './domain.ts';

export async function isAdministrator(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('is_admin').where('id', '=', userId).executeTakeFirst();
  return row?.is_admin === 1;
}

/** Whether another user has claimed the same name. */
export async function hasOtherClaims(db: Db, owner: number, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('domains')
    .select('id')
    .where('name', '=', name)
    .where('user_id', '<>', owner)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks all domains of the owner with this name as verified and returns them. */
export async function verifyName(tx: Db, owner: number, name: string, how: ProofKind, now: number): Promise<Domain[]> {
  const rows = await tx
    .updateTable('domains')
    .set((eb) => ({ verified_at: eb.fn.coalesce('verified_at', eb.val(now)), verified_by: how }))
    .where('user_id', '=', owner)
    .where('name', '=', name)
    .returningAll()
    .execute();
  return rows.map(toDomain);
}

/** Records a TXT proof for the verified domains of the owner with this name and returns them. */
export async function confirmName(tx: Db, owner: number, name: string): Promise<Domain[]> {
  const rows = await tx
    .updateTable('domains')
    .set({ verified_by: 'txt' })
    .where('user_id', '=', owner)
    .where('name', '=', name)
    .where('verified_at', 'is not', null)
    .returningAll()
    .execute();
  return rows.map(toDomain);
}

/** Removes the verification of other users who verified this name by its address. */
export async function releaseName(tx: Db, owner: number, name: string): Promise<void> {
  await tx
    .updateTable('domains')
    .set({ verified_at: null, verified_by: null })
    .where('user_id', '<>', owner)
    .where('name', '=', name)
    .where('verified_by', '=', 'address')
    .execute();
}

/**
 * Verified domains under the main host whose owner is not an administrator: claimed before such names were reserved, or while
 * the owner was an administrator.
 */
export async function findReserved(db: Db, mainName: string): Promise<Domain[]> {
  const reversed = reverseLabels(mainName);
  const rows = await db
    .selectFrom('domains')
    .selectAll()
    .where('verified_at', 'is not', null)
    .where('reversed_name', '>', `${reversed}.`)
    .where('reversed_name', '<', `${reversed}/`)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('users').select('id').whereRef('users.id', '=', 'domains.user_id').where('is_admin', '=', 0)),
    )
    .execute();
  return rows.map(toDomain);
}

/** Removes the verification of a domain. */
export async function releaseDomain(tx: Db, owner: number, id: number): Promise<void> {
  await tx
    .updateTable('domains')
    .set({ verified_at: null, verified_by: null })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute();
}

const CHECKED_AT = sql<number>`coalesce(dns_checked_at, 0)`;

function findClaims(tx: Db, comparison: '<=' | '>', time: number, count: number) {
  return tx
    .selectFrom('domains')
    .selectAll()
    .where('verified_at', 'is', null)
    .where(CHECKED_AT, comparison, time)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users').select('id').whereRef('users.id', '=', 'domains.user_id').where('is_disabled', '=', 0),
      ),
    )
    .orderBy(CHECKED_AT)
    .limit(count)
    .execute();
}

/**
 * Takes claims that were last checked at `checkedBefore` or earlier, oldest first. Marks them as checked now, so that no other
 * node takes them too.
 */
export async function takeDueClaims(tx: Db, checkedBefore: number, count: number, now: number): Promise<Domain[]> {
  const due = await findClaims(tx, '<=', checkedBefore, count);
  // A time in the future was stored before the clock was set back.
  if (due.length < count) due.push(...(await findClaims(tx, '>', now, count - due.length)));
  const taken: Domain[] = [];
  for (const row of due) {
    const { numUpdatedRows } = await tx
      .updateTable('domains')
      .set({ dns_checked_at: now })
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .where(CHECKED_AT, '=', row.dns_checked_at ?? 0)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) taken.push(toDomain(row));
  }
  return taken;
}
