import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import { giveLinkExtras, type Handover } from '../../../db/give-rows.ts';
import { addToTally } from '../../../db/tally.ts';
import { campaignTally, type Link } from '../link.ts';

/** The domain of an owner that has the same name as a domain of another one; undefined if there is none. */
export async function findSameDomain(tx: Db, domainId: number, owner: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('domains as theirs')
    .innerJoin('domains as own', 'own.host', 'theirs.host')
    .select('own.id')
    .where('theirs.id', '=', domainId)
    .where('own.user_id', '=', owner)
    .executeTakeFirst();
  return row?.id;
}

/** Gives a link to another owner, on a domain of theirs, without what stays behind: campaign, pixels, splash page and overlay. */
export async function giveLink(tx: Db, link: Link, { from, to }: Handover, domainId: number): Promise<void> {
  await tx
    .updateTable('links')
    .set({
      ...{ user_id: to, domain_id: domainId, campaign_id: null, campaign_weight: 1, interstitial_id: null },
      type: sql`case when interstitial_id is null then type else 'direct' end`,
      unframed: sql`case when interstitial_id is null then unframed end`,
    })
    .where('user_id', '=', from)
    .where('id', '=', link.id)
    .execute();
  if (link.campaignId !== null) await addToTally(tx, from, campaignTally(link.campaignId), -1);
}

/** Gives what belongs to links that were given: tags, QR code designs, shared statistics; pixels stay behind. */
export async function giveLinkParts(tx: Db, ids: number[], { from, to }: Handover): Promise<void> {
  await giveLinkExtras(tx, ids, to);
  await tx.deleteFrom('link_pixels').where('link_id', 'in', ids).execute();
  await addToTally(tx, from, 'links', -ids.length);
  await addToTally(tx, to, 'links', ids.length);
}
