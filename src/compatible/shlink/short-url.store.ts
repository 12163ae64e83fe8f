import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { toLikePattern } from '../../db/search.ts';
import { mapInSteps } from '../../lib/json-steps.ts';
import { sortInSteps } from '../../lib/sort-in-steps.ts';
import { createThreadYield } from '../../lib/thread-yield.ts';
import { toLink } from '../../resources/links/link.row.ts';
import { type Link, MAIN_DOMAIN } from '../../resources/links/link.ts';
import { findLinksById } from '../../resources/links/link-read.store.ts';
import { isLinkTo } from '../../resources/links/link-url.ts';
import { readTotals } from '../../rollups/rollup-read.store.ts';
import type { Tables } from '../../tables.ts';

export const shortUrlOrders = ['dateCreated', 'shortCode', 'longUrl', 'title', 'visits', 'nonBotVisits'] as const;

export type ShortUrlOrder = (typeof shortUrlOrders)[number];

/** Tags of which a short URL has any, or all. Each is a list of the forms in which it may be stored. */
export interface TagFilter {
  tags: string[][];
  mode: 'any' | 'all';
}

/** Filters and order of a list of short URLs. */
export interface ShortUrlFilters {
  searchTerm: string | undefined;
  tags: TagFilter;
  excludedTags: TagFilter;
  /** When it was created, in epoch milliseconds; `end` is excluded. */
  from: number | undefined;
  end: number | undefined;
  withoutLimitReached: boolean;
  /** Leaves out those that expired before this time. */
  expiredBefore: number | undefined;
  domainId: number | undefined;
  /** The name of the key that created it, according to the audit log. */
  keyName: string | undefined;
  order: { by: ShortUrlOrder; direction: 'asc' | 'desc' };
}

type LinkQuery<Output> = SelectQueryBuilder<Tables, 'links', Output>;

// Visits with those of bots are sorted by the program: a statement that looks up the bots of all links would take too long.
const ORDERS = {
  dateCreated: sql<string | number>`created_at`,
  shortCode: sql<string | number>`alias`,
  longUrl: sql<string | number>`url`,
  title: sql<string | number>`meta_title`,
  visits: sql<string | number>`clicks`,
  nonBotVisits: sql<string | number>`clicks`,
} satisfies Record<ShortUrlOrder, unknown>;

function hasTag(owner: number, forms: string[]) {
  const tagged = sql`select link_id from link_tags where link_tags.user_id = ${owner} and tag in (${sql.join(forms)})`;
  return sql<boolean>`links.id in (${tagged})`;
}

function matchesTags(owner: number, { tags, mode }: TagFilter) {
  const each = (mode === 'any' ? [tags.flat()] : tags).map((forms) => hasTag(owner, forms));
  return sql<boolean>`(${sql.join(each, sql` and `)})`;
}

/** Text in the destination, the code, the title, the domain or a tag. */
function contains(term: string, mainHost: string) {
  const pattern = toLikePattern(term);
  const isMain = sql.lit(mainHost.includes(term.toLowerCase()) ? 1 : 0);
  // The engines fold only A to Z; the lower-case title is at the beginning of the words for searches.
  return sql<boolean>`(lower(alias || ' ' || url) like ${pattern} escape '\\'
    or substr(search_words, 1, length(meta_title)) like ${pattern} escape '\\'
    or domain_id = ${sql.lit(MAIN_DOMAIN)} and ${isMain} = 1
    or exists (select 1 from domains where domains.id = links.domain_id and host like ${pattern} escape '\\')
    or exists (select 1 from link_tags where link_tags.link_id = links.id and lower(tag) like ${pattern} escape '\\'))`;
}

function createdBy(keyName: string) {
  return sql<boolean>`exists (select 1 from audit where audit.workspace_id = links.user_id and noun = 'url'
    and noun_id = links.id and action = 'create' and actor_kind = 'key' and actor_name = ${keyName})`;
}

function applyFilters<Output>(
  query: LinkQuery<Output>,
  owner: number,
  filters: ShortUrlFilters,
  mainHost: string,
): LinkQuery<Output> {
  const { searchTerm, tags, excludedTags, from, end, expiredBefore, domainId, keyName } = filters;
  let filtered = query.where('user_id', '=', owner);
  if (searchTerm) filtered = filtered.where(contains(searchTerm, mainHost));
  if (tags.tags.length > 0) filtered = filtered.where(matchesTags(owner, tags));
  if (excludedTags.tags.length > 0) filtered = filtered.where(({ not }) => not(matchesTags(owner, excludedTags)));
  if (from !== undefined) filtered = filtered.where('created_at', '>=', from);
  if (end !== undefined) filtered = filtered.where('created_at', '<', end);
  if (filters.withoutLimitReached)
    filtered = filtered.where(({ or, eb, ref }) =>
      or([eb('max_clicks', 'is', null), eb('spent_clicks', '<', ref('max_clicks'))]),
    );
  if (expiredBefore !== undefined)
    filtered = filtered.where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', expiredBefore)]));
  if (domainId !== undefined) filtered = filtered.where('domain_id', '=', domainId);
  if (keyName !== undefined) filtered = filtered.where(createdBy(keyName));
  return filtered;
}

// A page may have all links, and reading these takes about two milliseconds.
const LINKS_AT_ONCE = 100;
const RANGE_LINKS = 500;

/** The links with these ids in the same order; those that were deleted meanwhile are missing. */
async function readInOrder(db: Db, ids: number[]): Promise<Link[]> {
  const yieldThread = createThreadYield();
  const links: Link[] = [];
  for (let start = 0; start < ids.length; start += LINKS_AT_ONCE) {
    const some = ids.slice(start, start + LINKS_AT_ONCE);
    const byId = new Map((await findLinksById(db, some)).map((link) => [link.id, link]));
    for (const id of some) {
      const link = byId.get(id);
      if (link) links.push(link);
    }
    await yieldThread();
  }
  return links;
}

/** A range of ids; `to` is included. */
export interface IdRange {
  after: number;
  to: number;
}

/** Yields ranges of ids, each with at most some of the owner's links, so that a statement for one range is short. */
export async function* readIdRanges(db: Db, owner: number): AsyncGenerator<IdRange> {
  const yieldThread = createThreadYield();
  for (let after = 0; ; ) {
    const end = await db
      .selectFrom('links')
      .select('id')
      .where('user_id', '=', owner)
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .offset(RANGE_LINKS - 1)
      .executeTakeFirst();
    yield { after, to: end?.id ?? Number.MAX_SAFE_INTEGER };
    if (!end) return;
    after = end.id;
    await yieldThread();
  }
}

/** A link that matches, with what it is sorted by. */
interface SortedLink {
  id: number;
  by: string | number;
}

function compareBy({ by: left }: SortedLink, { by: right }: SortedLink): number {
  if (typeof left === 'number' || typeof right === 'number') return Number(left) - Number(right);
  // As the engines compare text: byte by byte.
  return left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** The ids of all links of the owner that match the filters, in their order. */
async function findAllInOrder(db: Db, owner: number, filters: ShortUrlFilters, mainHost: string): Promise<number[]> {
  const { by, direction } = filters.order;
  const found: SortedLink[] = [];
  for await (const { after, to } of readIdRanges(db, owner)) {
    const rows = await applyFilters(db.selectFrom('links'), owner, filters, mainHost)
      .where('id', '>', after)
      .where('id', '<=', to)
      .select(['id', ORDERS[by].as('by')])
      .execute();
    const bots =
      by === 'visits'
        ? await readBots(
            db,
            rows.map(({ id }) => id),
          )
        : new Map<number, number>();
    for (const row of rows)
      found.push({ id: row.id, by: bots.has(row.id) ? Number(row.by) + (bots.get(row.id) ?? 0) : row.by });
  }
  const sign = direction === 'asc' ? 1 : -1;
  const sorted = await sortInSteps(found, (left, right) => sign * (compareBy(left, right) || left.id - right.id));
  return mapInSteps(sorted, ({ id }) => id);
}

/** Some of the owner's links that match the filters, in their order, and how many match. */
export async function searchLinks(
  db: Db,
  { owner, filters, mainHost }: { owner: number; filters: ShortUrlFilters; mainHost: string },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ links: Link[]; total: number }> {
  if (limit > RANGE_LINKS || filters.searchTerm || filters.order.by === 'visits') {
    const ids = await findAllInOrder(db, owner, filters, mainHost);
    return { links: await readInOrder(db, ids.slice(offset, offset + limit)), total: ids.length };
  }
  const { total } = await applyFilters(db.selectFrom('links'), owner, filters, mainHost)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (offset >= total) return { links: [], total };
  const { by, direction } = filters.order;
  const rows = await applyFilters(db.selectFrom('links').selectAll(), owner, filters, mainHost)
    .orderBy(ORDERS[by], direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return { links: rows.map(toLink), total };
}

/** What an existing short URL must have to be returned in place of a new one; undefined is anything. */
export interface WantedLink {
  url: string;
  alias: string | undefined;
  domainId: number | undefined;
  maxClicks: number | undefined;
  startsAt: number | undefined;
  expiresAt: number | undefined;
}

/** The owner's links that match, oldest first. Those that ask for a password or are disabled do not. */
export async function findMatchingLinks(db: Db, owner: number, wanted: WantedLink): Promise<Link[]> {
  const { url, alias, domainId, maxClicks, startsAt, expiresAt } = wanted;
  let query = db
    .selectFrom('links')
    .selectAll()
    .where('user_id', '=', owner)
    .where(isLinkTo(url))
    .where('status', '=', 'active')
    .where('password_hash', 'is', null);
  if (alias !== undefined) query = query.where('alias', '=', alias);
  if (domainId !== undefined) query = query.where('domain_id', '=', domainId);
  if (maxClicks !== undefined) query = query.where('max_clicks', '=', maxClicks);
  if (startsAt !== undefined) query = query.where('starts_at', '=', startsAt);
  if (expiresAt !== undefined) query = query.where('expires_at', '=', expiresAt);
  const rows = await query.orderBy('id').execute();
  return rows.map(toLink);
}

/** The visits by bots of links, by id; those without any are missing. */
export async function readBots(db: Db, linkIds: number[]): Promise<Map<number, number>> {
  const totals = await readTotals(db, 'link', linkIds);
  return new Map(Array.from(totals, ([id, { bots }]) => [id, bots]));
}

/** A link with its visits. */
export interface CountedLink {
  id: number;
  people: number;
  bots: number;
}

/** Yields all links of the owner with their visits, oldest first and some at a time. */
export async function* readCounted(db: Db, owner: number): AsyncGenerator<CountedLink[]> {
  const yieldThread = createThreadYield();
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('links')
      .select(['id', 'clicks'])
      .where('user_id', '=', owner)
      .where('id', '>', last)
      .orderBy('id')
      .limit(LINKS_AT_ONCE)
      .execute();
    const bots = await readBots(
      db,
      rows.map(({ id }) => id),
    );
    yield rows.map(({ id, clicks }) => ({ id, people: clicks, bots: bots.get(id) ?? 0 }));
    if (rows.length < LINKS_AT_ONCE) return;
    last = rows.at(-1)?.id ?? 0;
    await yieldThread();
  }
}

/** The visits to all links of the owner. */
export async function sumVisits(db: Db, owner: number): Promise<{ people: number; bots: number }> {
  const sums = { people: 0, bots: 0 };
  for await (const links of readCounted(db, owner)) {
    for (const { people, bots } of links) {
      sums.people += people;
      sums.bots += bots;
    }
  }
  return sums;
}
