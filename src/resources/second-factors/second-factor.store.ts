import type { Db } from '../../db/db.ts';

/** The authenticator app of a user as it is stored. */
export interface SecondFactorRow {
  sealedSecret: string;
  isConfirmed: boolean;
  /** JSON list of hashes. */
  recovery: string;
}

export async function findSecondFactor(db: Db, owner: number): Promise<SecondFactorRow | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at', 'recovery'])
    .where('user_id', '=', owner)
    .executeTakeFirst();
  return row && { sealedSecret: row.secret, isConfirmed: row.confirmed_at !== null, recovery: row.recovery };
}

/** Stores a secret that is not confirmed yet, in place of an earlier one; false if one is confirmed. */
export async function startSecondFactor(tx: Db, owner: number, secret: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('second_factors')
    .values({ user_id: owner, secret, confirmed_at: null, last_step: 0, recovery: '[]' })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret }).where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Confirms a secret; false if it was confirmed or replaced meanwhile. */
export async function confirmSecondFactor(
  tx: Db,
  owner: number,
  { secret, step, recovery, now }: { secret: string; step: number; recovery: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ confirmed_at: now, last_step: step, recovery })
    .where('user_id', '=', owner)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Uses up the code of a time step; false if this one or a later one was used before. */
export async function spendStep(tx: Db, owner: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', owner)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Replaces the list of recovery codes; false if another request changed it meanwhile. */
export async function replaceRecovery(tx: Db, owner: number, from: string, to: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ recovery: to })
    .where('user_id', '=', owner)
    .where('recovery', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteSecondFactor(tx: Db, owner: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('second_factors').where('user_id', '=', owner).executeTakeFirst();
  return numDeletedRows === 1n;
}
