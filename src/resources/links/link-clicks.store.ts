import type { Db } from '../../db/db.ts';

/** Sets all totals of a link to zero, also its used clicks. */
export async function forgetClicks(tx: Db, owner: number, id: number): Promise<void> {
  await tx
    .updateTable('links')
    .set({ clicks: 0, imported_clicks: 0, spent_clicks: 0 })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute();
}
