import type { Db } from '../../db/db.ts';
import { addToTally } from '../../db/tally.ts';
import { campaignTally, type ListedLink, type RotatorCandidate } from './link.ts';

/** The most links of a campaign that its rotator and its list page look at, the newest first. */
const MAX_LISTED = 10_000;

/** Moves the owner's link into a campaign, or out of any; a weight left out is kept, or 1 where the link was elsewhere. */
export async function moveToCampaign(
  tx: Db,
  owner: number,
  id: number,
  campaignId: number | null,
  weight?: number,
): Promise<{ from: number | null } | undefined> {
  const found = await tx
    .selectFrom('links')
    .select(['campaign_id as from', 'campaign_weight as kept'])
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return undefined;
  const { from } = found;
  const isStaying = from === campaignId;
  const { numUpdatedRows } = await tx
    .updateTable('links')
    .set({ campaign_id: campaignId, campaign_weight: weight ?? (isStaying ? found.kept : 1) })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .where('campaign_id', from === null ? 'is' : '=', from)
    .executeTakeFirst();
  // Moved by another meanwhile: each campaign must be told of exactly one of the two.
  if (numUpdatedRows === 0n) return moveToCampaign(tx, owner, id, campaignId, weight);
  if (!isStaying && from !== null) await addToTally(tx, owner, campaignTally(from), -1);
  if (!isStaying && campaignId !== null) await addToTally(tx, owner, campaignTally(campaignId), 1);
  return { from };
}

/** Takes the owner's link out of this campaign; false where it is not in it. */
export async function leaveCampaign(tx: Db, owner: number, id: number, campaignId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('links')
    .set({ campaign_id: null, campaign_weight: 1 })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await addToTally(tx, owner, campaignTally(campaignId), -1);
  return true;
}

/** Deletes the owner's link and takes it off their tallies; undefined where there was none. */
export async function deleteLink(
  tx: Db,
  owner: number,
  id: number,
): Promise<{ campaignId: number | null } | undefined> {
  const deleted = await tx
    .deleteFrom('links')
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returning('campaign_id as campaignId')
    .executeTakeFirst();
  if (!deleted) return undefined;
  await addToTally(tx, owner, 'links', -1);
  if (deleted.campaignId !== null) await addToTally(tx, owner, campaignTally(deleted.campaignId), -1);
  return deleted;
}

/** The links of a campaign that have not ended, of the newest that are looked at. */
function selectUnended(db: Db, campaignId: number, now: number) {
  const oldest = db
    .selectFrom('links as all')
    .select('all.id')
    .where('all.campaign_id', '=', campaignId)
    .orderBy('all.id', 'desc')
    .limit(1)
    .offset(MAX_LISTED - 1);
  return db
    .selectFrom('links')
    .where('campaign_id', '=', campaignId)
    .where('id', '>=', ({ fn, val }) => fn.coalesce(oldest, val(0)))
    .where('status', '=', 'active')
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(({ or, eb, ref }) => or([eb('max_clicks', 'is', null), eb('spent_clicks', '<', ref('max_clicks'))]))
    .orderBy('id', 'desc');
}

/** The links that a campaign's rotator may pick, whoever's it is; those that have not begun are among them. */
export async function findCandidates(db: Db, campaignId: number, now: number): Promise<RotatorCandidate[]> {
  return selectUnended(db, campaignId, now)
    .select(['id', 'domain_id as domainId', 'alias', 'campaign_weight as weight', 'starts_at as startsAt'])
    .execute();
}

/** So many of the live links of a campaign from a place on, newest first. */
export async function listLive(
  db: Db,
  campaignId: number,
  now: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedLink[]> {
  return selectUnended(db, campaignId, now)
    .where(({ or, eb }) => or([eb('starts_at', 'is', null), eb('starts_at', '<=', now)]))
    .select([
      'domain_id as domainId',
      'alias',
      'url',
      'meta_title as metaTitle',
      'type',
      'password_hash as passwordHash',
      'max_clicks as maxClicks',
    ])
    .limit(limit)
    .offset(offset)
    .execute();
}
