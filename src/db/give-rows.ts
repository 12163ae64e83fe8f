import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { OwnedTable } from './owned.ts';
import { addToTally } from './tally.ts';

/** From one user to another. */
export interface Handover {
  from: number;
  to: number;
}

/** The ids of the owner's rows after `after`, in order. */
export async function listOwnedIds(
  db: Db,
  table: OwnedTable,
  owner: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const query = db.selectFrom(table).select('id').where('user_id', '=', owner).where('id', '>', after);
  const rows = await query.orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Gives up to `limit` rows to another user and moves their count; returns their ids. */
export async function giveRows(tx: Db, table: OwnedTable, { from, to }: Handover, limit: number): Promise<number[]> {
  const name = sql.table(table);
  const { rows } = await sql<{ id: number }>`
    update ${name} set user_id = ${to}
    where user_id = ${from} and id in (select id from ${name} where user_id = ${from} order by id limit ${limit})
    returning id`.execute(tx);
  if (rows.length > 0) {
    await addToTally(tx, from, table, -rows.length);
    await addToTally(tx, to, table, rows.length);
  }
  return rows.map(({ id }) => id);
}

/** Gives the tags, QR code designs and shares of links to the new owner of the links. */
export async function giveLinkExtras(tx: Db, ids: number[], to: number): Promise<void> {
  for (const table of ['link_tags', 'link_qr_codes', 'shares'] as const) {
    await tx.updateTable(table).set({ user_id: to }).where('link_id', 'in', ids).execute();
  }
}

/** Gives the shares of campaigns to the new owner of the campaigns. */
export async function giveCampaignShares(tx: Db, ids: number[], to: number): Promise<void> {
  await tx.updateTable('shares').set({ user_id: to }).where('campaign_id', 'in', ids).execute();
}

/** Gives the entries of channels to the new owner of the channels. */
export async function giveChannelItems(tx: Db, ids: number[], to: number): Promise<void> {
  await tx.updateTable('channel_items').set({ user_id: to }).where('channel_id', 'in', ids).execute();
}
