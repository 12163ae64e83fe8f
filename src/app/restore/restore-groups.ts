import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { duplicatedColumn } from '../../db/failures.ts';
import { inParts, insertStoredRows, keepOwned } from '../../db/restore-rows.ts';
import { searchWords } from '../../db/search.ts';
import { addToTally } from '../../db/tally.ts';
import type { StoredRow } from '../../db/trash-content.ts';
import { campaignSlugTaken } from '../../resources/campaigns/campaign.ts';
import { campaignTally } from '../../resources/links/link.ts';
import type { Restore } from '../../resources/trash/trash.ts';
import { assertNoName, ownedBy, type RestorerParts } from './restore-parts.ts';

/** Puts links back into their campaign, unless they are in another one now; returns how many. */
async function putIntoCampaign(tx: Db, owner: number, id: number, links: StoredRow[]): Promise<number> {
  let count = 0;
  for (const some of inParts(links)) {
    const values = some.map((link) => sql`(cast(${link.id} as bigint), cast(${link.campaign_weight} as integer))`);
    const { rows } = await sql<{ id: number }>`
      with put (id, weight) as (values ${sql.join(values)})
      update links set campaign_id = ${id}, campaign_weight = put.weight from put
      where links.id = put.id and links.user_id = ${owner} and links.campaign_id is null
      returning links.id`.execute(tx);
    count += rows.length;
  }
  return count;
}

/** Restores a campaign with its links and its shared statistics. */
export function createRestoreCampaign({ listeners }: Pick<RestorerParts, 'listeners'>): Restore {
  return async (tx, { owner, id, row, rows, custom }) => {
    const slug = custom ?? (row.slug as string | null);
    const restored = { ...row, slug, search_words: searchWords(String(row.name), slug ?? '') };
    try {
      await insertStoredRows(tx, 'campaigns', [restored]);
    } catch (error) {
      throw duplicatedColumn(error) === 'campaigns.slug' ? campaignSlugTaken() : error;
    }
    await addToTally(tx, owner, 'campaigns', 1);
    await insertStoredRows(tx, 'shares', ownedBy(owner, rows.shares));
    const count = await putIntoCampaign(tx, owner, id, rows.links ?? []);
    if (count > 0) await addToTally(tx, owner, campaignTally(id), count);
    return () => listeners.onCampaignChanged({ id, slugs: slug === null ? [] : [slug] });
  };
}

const itemTables = { links: 'links', qr: 'qr_codes', bio: 'bio_pages' } as const;

/** Restores a channel with those of its items that still exist. */
export const restoreChannel: Restore = async (tx, item) => {
  assertNoName(item);
  const { owner, row, rows } = item;
  const items = ownedBy(owner, rows.channel_items);
  const kept: StoredRow[] = [];
  for (const [kind, table] of Object.entries(itemTables)) {
    const some = items.filter((one) => one.kind === kind);
    const ids = await keepOwned(
      tx,
      table,
      owner,
      some.map(({ item_id }) => item_id),
    );
    kept.push(...some.filter(({ item_id }) => ids.has(Number(item_id))));
  }
  await insertStoredRows(tx, 'channels', [{ ...row, items: kept.length }]);
  await addToTally(tx, owner, 'channels', 1);
  await insertStoredRows(tx, 'channel_items', kept);
  return () => {};
};

export const restoreUtmTemplate: Restore = async (tx, item) => {
  assertNoName(item);
  await insertStoredRows(tx, 'utm_templates', [item.row]);
  await addToTally(tx, item.owner, 'utm_templates', 1);
  return () => {};
};
