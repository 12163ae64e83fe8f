import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { isShared, prepareInsert, prepareRows } from '../../db/row-statement.ts';
import { addToTally } from '../../db/tally.ts';
import { type LinkRecord, toLink, toRow } from './link.row.ts';
import { campaignTally, type Link, type LinkStatus, type LinkType, MAIN_DOMAIN } from './link.ts';
import type { LinkToMove } from './link-read.store.ts';
import { writeRules } from './rules/link-rules.ts';

const NOUN = 'links';

const insertRow = prepareInsert('links');

/** Inserts a link. Clicks that another service counted are used clicks of its click limit. */
export async function insertLink(
  tx: Db,
  owner: number,
  link: LinkRecord,
  { createdAt, clicks = 0 }: { createdAt: number; clicks?: number | undefined },
): Promise<number> {
  const earlier = clicks > 0 && {
    clicks,
    imported_clicks: clicks,
    ...(link.maxClicks !== null && { spent_clicks: clicks }),
  };
  const id = await insertRow(tx, { ...toRow(link), user_id: owner, created_at: createdAt, ...earlier });
  await addToTally(tx, owner, NOUN, 1);
  return id;
}

// When a link gets a click limit, its earlier clicks count against it.
const SPENT = sql<number>`case when max_clicks is null and clicks > spent_clicks then clicks else spent_clicks end`;

export async function updateLink(tx: Db, owner: number, id: number, link: LinkRecord): Promise<void> {
  await tx
    .updateTable('links')
    .set({ ...toRow(link), ...(link.maxClicks !== null && { spent_clicks: SPENT }) })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute();
}

/** Stores the rules of a link. */
export async function updateRules(tx: Db, owner: number, link: Link): Promise<void> {
  await tx
    .updateTable('links')
    .set({ rules: writeRules(link) })
    .where('user_id', '=', owner)
    .where('id', '=', link.id)
    .execute();
}

/**
 * Locks links of the owner until the transaction ends, and reads them. Rows that belong to a link, such as its tags, are changed
 * only after the link is locked, and links are locked in the order of their ids: otherwise two transactions could deadlock.
 */
export async function lockLinks(tx: Db, owner: number, ids: number[]): Promise<Link[]> {
  const query = tx.selectFrom('links').selectAll().where('user_id', '=', owner).where('id', 'in', ids).orderBy('id');
  const rows = await (isShared(tx) ? query.forUpdate() : query).execute();
  return rows.map(toLink);
}

/** Deletes locked links of the owner and updates the tallies. */
export async function deleteLinks(tx: Db, owner: number, links: Link[]): Promise<void> {
  const ids = links.map(({ id }) => id);
  await tx.deleteFrom('links').where('user_id', '=', owner).where('id', 'in', ids).execute();
  await addToTally(tx, owner, NOUN, -links.length);
  const byCampaign = Map.groupBy(links, ({ campaignId }) => campaignId);
  // In the order of the ids, to avoid deadlocks.
  for (const [campaignId, some] of [...byCampaign].sort(([left], [right]) => (left ?? 0) - (right ?? 0)))
    if (campaignId !== null) await addToTally(tx, owner, campaignTally(campaignId), -some.length);
}

/** Locks a link until the transaction ends, and reads it; undefined if it no longer has this address. */
export async function lockAt(tx: Db, { userId, id, domainId, alias }: Link): Promise<Link | undefined> {
  const row = await tx
    .updateTable('links')
    .set((eb) => ({ domain_id: eb.ref('domain_id') }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('domain_id', '=', domainId)
    .where('alias', '=', alias)
    .returningAll()
    .executeTakeFirst();
  return row && toLink(row);
}

/** Locks the owner's link by a write, so nobody can delete it before the transaction ends; returns its creation date. */
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

/** Stores which destinations of a link cannot be framed. */
export async function updateUnframed(tx: Db, owner: number, id: number, unframed: string[]): Promise<void> {
  await tx
    .updateTable('links')
    .set({ unframed: JSON.stringify(unframed) })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute();
}

/** Makes the owner's links with this splash page or overlay redirect directly; returns how many. */
export async function releaseLinks(tx: Db, owner: number, type: LinkType, interstitialId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('links')
    .set({ type: 'direct', interstitial_id: null, unframed: null })
    .where('interstitial_id', '=', interstitialId)
    .where('type', '=', type)
    .where('user_id', '=', owner)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Enables or disables these links of the owner and returns those that changed. Without `isAdmin`, links that an administrator
 * disabled stay disabled.
 */
export async function updateStatuses(
  tx: Db,
  owner: number,
  ids: number[],
  { status, isAdmin }: { status: LinkStatus; isAdmin: boolean },
): Promise<number[]> {
  const rows = await tx
    .updateTable('links')
    .set({ status, disabled_by: status === 'disabled' ? 'owner' : null })
    .where('user_id', '=', owner)
    .where('id', 'in', ids)
    .where('status', '<>', status)
    // Checked again: an administrator may disable a link after it was read.
    .$if(!isAdmin, (query) => query.where(sql<boolean>`coalesce(disabled_by, 'owner') = 'owner'`))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Enables or disables the links among these ids that belong to other users; returns those that changed. */
export async function updateStatusesOfOthers(
  tx: Db,
  administrator: number,
  ids: number[],
  status: LinkStatus,
): Promise<Link[]> {
  const isChanged =
    status === 'active'
      ? sql<boolean>`status = 'disabled'`
      : sql<boolean>`coalesce(disabled_by, '') <> 'administrator'`;
  const rows = await tx
    .updateTable('links')
    .set({ status, disabled_by: status === 'disabled' ? 'administrator' : null })
    .where('user_id', '<>', administrator)
    .where('id', 'in', ids)
    .where(isChanged)
    .returningAll()
    .execute();
  return rows.map(toLink);
}

/** Moves a link into a campaign; null removes it from its campaign. An omitted weight is unchanged, or 1 after a move. */
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
  // Another request moved the link meanwhile: start again, so that the tallies of the campaigns stay correct.
  if (numUpdatedRows === 0n) return moveToCampaign(tx, owner, id, campaignId, weight);
  if (!isStaying && from !== null) await addToTally(tx, owner, campaignTally(from), -1);
  if (!isStaying && campaignId !== null) await addToTally(tx, owner, campaignTally(campaignId), 1);
  return { from };
}

/** Removes the owner's link from this campaign; false if it is not in it. */
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

/** Moves the owner's links to the main host, each with the given alias. */
export async function moveLinksToMain(tx: Db, owner: number, links: Pick<LinkToMove, 'id' | 'alias'>[]): Promise<void> {
  const rows = links.map(({ id, alias }) => sql`(cast(${id} as bigint), cast(${alias} as text))`);
  await sql`
    with moved (id, alias) as (values ${sql.join(rows)})
    update links set domain_id = ${sql.lit(MAIN_DOMAIN)}, alias = moved.alias from moved
    where links.id = moved.id and links.user_id = ${owner}`.execute(tx);
}

/** Uses up one click if any are left. Of several parallel calls, exactly as many succeed as clicks are left. */
export async function spendClick(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('links')
    .set((eb) => ({ spent_clicks: eb('spent_clicks', '+', 1) }))
    .where('id', '=', id)
    .whereRef('spent_clicks', '<', 'max_clicks')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Uses up one click if it is not the last one. */
export async function spendClickBeforeLast(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('links')
    .set((eb) => ({ spent_clicks: eb('spent_clicks', '+', 1) }))
    .where('id', '=', id)
    .where((eb) => eb(eb('spent_clicks', '+', 1), '<', eb.ref('max_clicks')))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The owner, alias and campaign of a clicked link. */
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

/** Adds to the totals of links by id; returns the owner, alias and campaign of each. Deleted links are skipped. */
export async function addClicks(tx: Db, clicks: Map<number, number>): Promise<Map<number, ClickedLink>> {
  const found = new Map<number, ClickedLink>();
  // In the order of the ids, to avoid deadlocks between nodes.
  const all = [...clicks].sort((left, right) => left[0] - right[0]);
  for (const { id, user_id, alias, campaign_id } of await addRows(tx, all)) {
    found.set(id, { userId: user_id, alias, campaignId: campaign_id });
  }
  return found;
}
