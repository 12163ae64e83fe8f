import type { Db } from '../../db/db.ts';
import { toLink } from './link.store.ts';
import type { Link } from './link.ts';

/** Those of these that are the owner's, in any order. */
export async function findLinks(db: Db, owner: number, ids: number[]): Promise<Link[]> {
  const rows = await db.selectFrom('links').selectAll().where('user_id', '=', owner).where('id', 'in', ids).execute();
  return rows.map(toLink);
}

/** The link of any owner. */
export async function findLinkById(db: Db, id: number): Promise<Link | undefined> {
  const row = await db.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toLink(row);
}

/** When a link of the owner's was made; written to, it cannot be deleted by others before the transaction ends. */
export async function lockLink(tx: Db, owner: number, id: number): Promise<number | undefined> {
  const row = await tx
    .updateTable('links')
    .set({ user_id: owner })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returning('created_at')
    .executeTakeFirst();
  return row?.created_at;
}
