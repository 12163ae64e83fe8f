import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { EndedLink } from './link.outbox.ts';

const NAME = 'links_expired_to';

/** Up to when links whose end has passed were announced; undefined if they never were. */
export async function readScannedTo(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst();
  return row && Number(row.value);
}

export async function saveScannedTo(db: Db, to: number): Promise<void> {
  const value = String(to);
  await db
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** The next links of these owners whose end is after a place in the order of ends, and not after `until`. */
export async function listEnded(
  db: Db,
  owners: number[],
  { after, until, limit }: { after: Pick<EndedLink, 'expiresAt' | 'id'>; until: number; limit: number },
): Promise<EndedLink[]> {
  const rows = await db
    .selectFrom('links')
    .select(['id', 'user_id', 'expires_at'])
    .where(sql<boolean>`expires_at is not null`)
    .where('expires_at', '>=', after.expiresAt)
    .where((eb) => eb.or([eb('expires_at', '>', after.expiresAt), eb('id', '>', after.id)]))
    .where('expires_at', '<=', until)
    .where('user_id', 'in', owners)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, user_id, expires_at }) => ({ id, owner: user_id, expiresAt: expires_at ?? 0 }));
}
