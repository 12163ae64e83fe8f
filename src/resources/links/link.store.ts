import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { addToTally } from '../../db/tally.ts';
import { sha256 } from '../../lib/token.ts';
import type { LinkTable } from './link.table.ts';
import type { Link, LinkRules } from './link.ts';
import { selectPixels } from './link-extras.store.ts';

const NOUN = 'links';

/** A link as it is written; `id`, `clicks` and the like are never part of it, and its campaign is set apart. */
export type LinkRecord = Omit<
  Link,
  'id' | 'userId' | 'spentClicks' | 'clicks' | 'createdAt' | 'campaignId' | 'campaignWeight' | 'unframed'
>;

const NO_RULES: LinkRules = { locations: [], devices: [], languages: [], parameters: [] };

/** A row as the rest of the house knows it. */
export function toLink(row: Selectable<LinkTable>): Link {
  return {
    id: row.id,
    userId: row.user_id,
    domainId: row.domain_id,
    alias: row.alias,
    url: row.url,
    description: row.description,
    type: row.type,
    interstitialId: row.interstitial_id,
    passwordHash: row.password_hash,
    expiresAt: row.expires_at,
    startsAt: row.starts_at,
    expiryUrl: row.expiry_url,
    maxClicks: row.max_clicks,
    spentClicks: row.spent_clicks,
    status: row.status,
    disabledBy: row.disabled_by ?? (row.status === 'disabled' ? 'owner' : null),
    isQueryForwarded: row.forward_query === 1,
    redirectCode: row.redirect_code,
    rules: row.rules === null ? NO_RULES : (JSON.parse(row.rules) as LinkRules),
    metaTitle: row.meta_title,
    metaDescription: row.meta_description,
    metaImage: row.meta_image,
    clicks: row.clicks,
    createdAt: row.created_at,
    campaignId: row.campaign_id,
    campaignWeight: row.campaign_weight,
    unframed: row.unframed === null ? [] : (JSON.parse(row.unframed) as string[]),
  };
}

function toRow(link: LinkRecord) {
  const hasRules = Object.values(link.rules).some((list: unknown[]) => list.length > 0);
  return {
    domain_id: link.domainId,
    alias: link.alias,
    url: link.url,
    url_hash: hashUrl(link.url),
    description: link.description,
    type: link.type,
    interstitial_id: link.interstitialId,
    password_hash: link.passwordHash,
    expires_at: link.expiresAt,
    starts_at: link.startsAt,
    expiry_url: link.expiryUrl,
    max_clicks: link.maxClicks,
    status: link.status,
    disabled_by: link.disabledBy,
    forward_query: link.isQueryForwarded ? 1 : 0,
    redirect_code: link.redirectCode,
    rules: hasRules ? JSON.stringify(link.rules) : null,
    meta_title: link.metaTitle,
    meta_description: link.metaDescription,
    meta_image: link.metaImage,
    search_words: `${link.metaTitle} ${link.description} ${link.metaDescription}`.toLowerCase(),
  };
}

/** By which the links to one URL are found. */
export function hashUrl(url: string): string {
  return sha256(url).slice(0, 16);
}

export async function findLink(db: Db, owner: number, id: number): Promise<Link | undefined> {
  const row = await db
    .selectFrom('links')
    .selectAll()
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toLink(row);
}

/** The link that a visitor asked for; whose it is does not matter to them. */
export async function findLinkByAlias(db: Db, domainId: number, alias: string) {
  const row = await db
    .selectFrom('links')
    .selectAll()
    .select((eb) => eb.exists(selectPixels(eb)).as('has_pixels'))
    .where('domain_id', '=', domainId)
    .where('alias', '=', alias)
    .executeTakeFirst();
  return row && { ...toLink(row), hasPixels: Boolean(row.has_pixels) };
}

/** Whose link on a domain has this alias; whoever asks within a transaction sees what it has done. */
export async function findAlias(db: Db, domainId: number, alias: string): Promise<{ userId: number } | undefined> {
  return db
    .selectFrom('links')
    .select('user_id as userId')
    .where('domain_id', '=', domainId)
    .where('alias', '=', alias)
    .executeTakeFirst();
}

/** The newest of the owner's links on a domain to this URL that does nothing but redirect. */
export async function findPlainLink(db: Db, owner: number, url: string, domainId: number): Promise<Link | undefined> {
  const rows = await db
    .selectFrom('links')
    .selectAll()
    .where('user_id', '=', owner)
    .where('url_hash', '=', hashUrl(url))
    .where('url', '=', url)
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
    .where((eb) => eb.not(eb.exists(selectPixels(eb))))
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  return rows[0] && toLink(rows[0]);
}

/** About how many links there are in all; numbers are never given twice, so it is never too low. */
export async function countAllLinks(db: Db): Promise<number> {
  const row = await db.selectFrom('links').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

export async function insertLink(tx: Db, owner: number, link: LinkRecord, now: number): Promise<number> {
  const { id } = await tx
    .insertInto('links')
    .values({ ...toRow(link), user_id: owner, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, NOUN, 1);
  return id;
}

// A link that gets a maximum only now has spent all the clicks that it had without one.
const SPENT = sql<number>`case when max_clicks is null and clicks > spent_clicks then clicks else spent_clicks end`;

export async function updateLink(tx: Db, owner: number, id: number, link: LinkRecord): Promise<void> {
  await tx
    .updateTable('links')
    .set({ ...toRow(link), ...(link.maxClicks !== null && { spent_clicks: SPENT }) })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .execute();
}
