import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepareFind, prepareStatement } from '../../db/row-statement.ts';
import { toLink } from './link.row.ts';
import type { LinkTable } from './link.table.ts';
import { type Link, type ListedLink, MAIN_DOMAIN, type RotatorCandidate } from './link.ts';
import { selectPixels } from './link-pixel.store.ts';
import { isLinkTo } from './link-url.ts';
import { readRules } from './rules/link-rules.ts';

const findRow = prepareStatement<Selectable<LinkTable>>('select * from links where user_id = ? and id = ?');

export async function findLink(db: Db, owner: number, id: number): Promise<Link | undefined> {
  const [row] = await findRow(db, [owner, id]);
  return row && toLink(row);
}

/** The links among these ids that belong to the owner, in any order. */
export async function findLinks(db: Db, owner: number, ids: number[]): Promise<Link[]> {
  const rows = await db.selectFrom('links').selectAll().where('user_id', '=', owner).where('id', 'in', ids).execute();
  return rows.map(toLink);
}

/** The links with these ids, of any owner. */
export async function findLinksById(db: Db, ids: number[]): Promise<Link[]> {
  const rows = await db.selectFrom('links').selectAll().where('id', 'in', ids).execute();
  return rows.map(toLink);
}

/** The link of any owner. */
export async function findLinkById(db: Db, id: number): Promise<Link | undefined> {
  const row = await db.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toLink(row);
}

const findRowsByAlias = prepareFind<string, Selectable<LinkTable> & { has_pixels: boolean | number }>(
  'select links.*, exists (select 1 from link_pixels where link_pixels.link_id = links.id) as has_pixels from links where alias',
  ' and domain_id = ?',
);

/** For visits: the links with these aliases on a domain, of any owner, in any order. */
export async function findLinksByAlias(db: Db, domainId: number, aliases: string[]) {
  const rows = await findRowsByAlias(db, aliases, [domainId]);
  return rows.map((row) => ({ ...toLink(row), hasPixels: Boolean(row.has_pixels) }));
}

/** An existing link with the wanted alias. */
export interface AliasHolder {
  id: number;
  userId: number;
  url: string;
}

/** The link of any owner that has this alias on a domain. */
export async function findAliasHolder(db: Db, domainId: number, alias: string): Promise<AliasHolder | undefined> {
  return db
    .selectFrom('links')
    .select(['id', 'user_id as userId', 'url'])
    .where('domain_id', '=', domainId)
    .where('alias', '=', alias)
    .executeTakeFirst();
}

/** The owner's newest plain link on a domain with this URL. */
export async function findPlainLink(db: Db, owner: number, url: string, domainId: number): Promise<Link | undefined> {
  const rows = await db
    .selectFrom('links')
    .selectAll()
    .where('user_id', '=', owner)
    .where(isLinkTo(url))
    .where('domain_id', '=', domainId)
    .where('type', '=', 'direct')
    .where('status', '=', 'active')
    .where('rules', 'is', null)
    .where('password_hash', 'is', null)
    .where('expires_at', 'is', null)
    .where('starts_at', 'is', null)
    .where('max_clicks', 'is', null)
    .where('meta_title', '=', '')
    .where('meta_description', '=', '')
    .where('meta_image', '=', '')
    .where('redirect_code', '=', 302)
    .where('forward_query', '=', 1)
    .where('app', 'is', null)
    .where('escapes', '=', 0)
    .where((eb) => eb.not(eb.exists(selectPixels(eb))))
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  return rows[0] && toLink(rows[0]);
}

/** The owner's newest link to this URL, on any domain. */
export async function findLinkByUrl(db: Db, owner: number, url: string): Promise<Link | undefined> {
  const rows = await db
    .selectFrom('links')
    .selectAll()
    .where('user_id', '=', owner)
    .where(isLinkTo(url))
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  return rows[0] && toLink(rows[0]);
}

/** The owner's first link on a domain with this URL and this creation date. */
export async function findDuplicate(
  db: Db,
  owner: number,
  { domainId, url, createdAt }: { domainId: number; url: string; createdAt: number },
): Promise<{ id: number; alias: string } | undefined> {
  return db
    .selectFrom('links')
    .select(['id', 'alias'])
    .where('user_id', '=', owner)
    .where(isLinkTo(url))
    .where('domain_id', '=', domainId)
    .where('created_at', '=', createdAt)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

const findNewest = prepareStatement<{ id: number }>('select id from links order by id desc limit 1');

/** An upper bound for the number of links: the highest id, because ids are not reused. */
export async function countAllLinks(db: Db): Promise<number> {
  const [row] = await findNewest(db, []);
  return row?.id ?? 0;
}

/** All clicks of the owner's links, including the imported ones. */
export async function countClicks(db: Db, owner: number): Promise<number> {
  const { total } = await db
    .selectFrom('links')
    .select(sql<number>`cast(coalesce(sum(clicks), 0) as bigint)`.as('total'))
    .where('user_id', '=', owner)
    .executeTakeFirstOrThrow();
  return total;
}

/** A link that will be moved off its domain. */
export interface LinkToMove {
  id: number;
  alias: string;
  campaignId: number | null;
}

/** The next links that are still on a domain, oldest first. */
export async function readNextLinks(tx: Db, owner: number, domainId: number, limit: number): Promise<LinkToMove[]> {
  return tx
    .selectFrom('links')
    .select(['id', 'alias', 'campaign_id as campaignId'])
    .where('user_id', '=', owner)
    .where('domain_id', '=', domainId)
    .where(sql<boolean>`domain_id > 0`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Which of these aliases are taken on the main host, by any user. */
export async function findTakenOnMain(tx: Db, aliases: string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('links')
    .select('alias')
    .where('domain_id', '=', MAIN_DOMAIN)
    .where('alias', 'in', aliases)
    .execute();
  return new Set(rows.map(({ alias }) => alias));
}

/** The maximum number of links, newest first, that the rotator and the list page of a campaign use. */
const MAX_LISTED = 10_000;

/** The newest links of a campaign that have not ended. */
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

/** The links that a campaign's rotator may pick, of any owner, including scheduled ones. */
export async function findCandidates(db: Db, campaignId: number, now: number): Promise<RotatorCandidate[]> {
  return selectUnended(db, campaignId, now)
    .select(['id', 'domain_id as domainId', 'alias', 'campaign_weight as weight', 'starts_at as startsAt'])
    .execute();
}

/** One page of the active links of a campaign, newest first. */
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

// Suggestions come from this many of the newest links with rules or parameters.
const LINKS_SEARCHED = 500;

/** The query parameters that the owner's newest links set, newest first. */
export async function findParameters(db: Db, owner: number): Promise<Link['parameters']> {
  const rows = await db
    .selectFrom('links')
    .select('rules')
    .where('user_id', '=', owner)
    .where('rules', 'is not', null)
    .orderBy('id', 'desc')
    .limit(LINKS_SEARCHED)
    .execute();
  return rows.flatMap(({ rules }) => readRules(rules).parameters);
}
