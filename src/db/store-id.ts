import { randomToken } from '../lib/token.ts';
import type { Db } from './db.ts';

const NAME = 'store_id';

/** What tells this store from every other; made when it is first asked for. */
export async function readStoreId(db: Db): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name: NAME, value: randomToken(12) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirstOrThrow();
  return value;
}

/** Lets a copy of a store have a name of its own, from when it is next asked for. */
export async function forgetStoreId(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', NAME).execute();
}
