import type { Db } from '../../db/db.ts';
import { prepareRows } from '../../db/row-statement.ts';

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

interface ClickedRow {
  id: number;
  user_id: number;
  alias: string;
  campaign_id: number | null;
}

const addRows = prepareRows<[id: number, count: number], ClickedRow>({
  before: 'with added (id, count) as (values ',
  row: '(cast(? as bigint), cast(? as bigint))',
  after:
    ') update links set clicks = links.clicks + added.count from added where links.id = added.id' +
    ' returning links.id, links.user_id, links.alias, links.campaign_id',
  bind([id, count], parameters) {
    parameters.push(id, count);
  },
});

/** Adds to the totals of links, by their ids; tells whose they are. A link that has been deleted is left out. */
export async function addClicks(tx: Db, clicks: Map<number, number>): Promise<Map<number, ClickedLink>> {
  const found = new Map<number, ClickedLink>();
  // In the order of the ids, so that two nodes do not wait for each other.
  const all = [...clicks].sort(([left], [right]) => left - right);
  for (const { id, user_id, alias, campaign_id } of await addRows(tx, all)) {
    found.set(id, { userId: user_id, alias, campaignId: campaign_id });
  }
  return found;
}
