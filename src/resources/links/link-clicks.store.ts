import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** Takes one of a link's clicks, unless all are spent; of any number at once exactly as many succeed as are left. */
export async function spendClick(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('links')
    .set((eb) => ({ spent_clicks: eb('spent_clicks', '+', 1) }))
    .where('id', '=', id)
    .whereRef('spent_clicks', '<', 'max_clicks')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whose link was clicked, its alias, and the campaign that it is in. */
export interface ClickedLink {
  userId: number;
  alias: string;
  campaignId: number | null;
}

const LINKS_AT_ONCE = 200;

/** Adds to the totals of links, by their ids; tells whose they are. A link that has been deleted is left out. */
export async function addClicks(tx: Db, clicks: Map<number, number>): Promise<Map<number, ClickedLink>> {
  const found = new Map<number, ClickedLink>();
  // In the order of the ids, so that two nodes do not wait for each other.
  const all = [...clicks].sort(([left], [right]) => left - right);
  for (let from = 0; from < all.length; from += LINKS_AT_ONCE) {
    const rows = all
      .slice(from, from + LINKS_AT_ONCE)
      .map(([id, count]) => sql`(cast(${id} as bigint), cast(${count} as bigint))`);
    const updated = await sql<{ id: number; user_id: number; alias: string; campaign_id: number | null }>`
      with added (id, count) as (values ${sql.join(rows)})
      update links set clicks = links.clicks + added.count from added where links.id = added.id
      returning links.id, links.user_id, links.alias, links.campaign_id`.execute(tx);
    for (const { id, user_id, alias, campaign_id } of updated.rows)
      found.set(id, { userId: user_id, alias, campaignId: campaign_id });
  }
  return found;
}
