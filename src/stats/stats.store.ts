import type { Db } from '../db/db.ts';
import { prepareStatement } from '../db/row-statement.ts';

/** Reads the aliases of links; deleted links are omitted. */
export async function readAliases(db: Db, linkIds: number[]): Promise<Map<number, string>> {
  if (linkIds.length === 0) return new Map();
  const rows = await db.selectFrom('links').select(['id', 'alias']).where('id', 'in', linkIds).execute();
  return new Map(rows.map(({ id, alias }) => [id, alias]));
}

// The condition of the index `links_with_imported_clicks`, as a literal; otherwise the engines do not use it.
const SUM = 'select sum(imported_clicks) as undated from links where imported_clicks > 0 and';

const sumOfCampaign = prepareStatement<{ undated: number | string | null }>(`${SUM} campaign_id = ?`);

/** The sum of undated clicks of the links of a campaign. */
export async function sumUndated(db: Db, campaignId: number): Promise<number> {
  const [row] = await sumOfCampaign(db, [campaignId]);
  return Number(row?.undated ?? 0);
}

const countOfOwner = prepareStatement<{ links: number | null; undated: number | string | null }>(
  `select (select "rows" from tallies where user_id = ? and noun = 'links') as links, (${SUM} user_id = ?) as undated`,
);

/** The number of an owner's links, and the sum of their undated clicks. */
export async function countLinks(db: Db, owner: number): Promise<{ links: number; undated: number }> {
  const [row] = await countOfOwner(db, [owner, owner]);
  return { links: row?.links ?? 0, undated: Number(row?.undated ?? 0) };
}
