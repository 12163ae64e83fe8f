import type { Db } from './db.ts';

/** A claim to work that only one process may do. */
export interface Lease {
  name: string;
  holder: string;
}

/** Takes or renews a lease; false while another process holds it. */
export async function takeLease(db: Db, { name, holder }: Lease, now: number, holdMs: number): Promise<boolean> {
  const held_until = now + holdMs;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('leases')
    .values({ name, holder, held_until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, held_until })
        .where((row) => row.or([row('leases.held_until', '<=', now), row('leases.holder', '=', holder)])),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Gives a lease back, so that another process can take it at once. */
export async function releaseLease(db: Db, { name, holder }: Lease): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}
