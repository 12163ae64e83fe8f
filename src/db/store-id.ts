import { randomToken } from '../lib/token.ts';
import type { Db } from './db.ts';

const NAME = 'store_id';

/** The unique id of this store; created on first use. */
export async function readStoreId(db: Db): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name: NAME, value: randomToken(12) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirstOrThrow();
  return value;
}

/** Removes the id, so that a copy of a store gets a new one on its next use. */
export async function forgetStoreId(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', NAME).execute();
}
