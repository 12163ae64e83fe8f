import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { OwnerScope } from '../../core/owner-scope.ts';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { toLikePattern } from '../../db/search.ts';
import { readTally } from '../../db/tally.ts';
import type { ChannelIds } from './item-channels.ts';
import { type SummaryRow, summaryColumns, toLink, toSummary } from './link.row.ts';
import type { LinkTable } from './link.table.ts';
import { campaignTally, type Link, type LinkSummary, MAIN_DOMAIN } from './link.ts';
import { isLinkTo } from './link-url.ts';

/** How a list is sorted: in the order in which links were added, by clicks, or by creation date, which an import sets. */
export interface LinkOrder {
  by: 'id' | 'clicks' | 'created_at';
  direction: 'asc' | 'desc';
}

export const NEWEST_FIRST: LinkOrder = { by: 'id', direction: 'desc' };

/** The filters of a list, as the store needs them. */
export interface StoredFilters {
  order: LinkOrder;
  q?: string | undefined;
  /** Without a domain, the alias may be on any domain of the owner. */
  short?: { alias: string; domainId: number | undefined } | undefined;
  /** The whole destination, in its normal form. */
  url?: string | undefined;
  tag?: string | undefined;
  campaign?: number | undefined;
  status?: string | undefined;
  type?: string | undefined;
  /** Only links whose id is in this subquery. */
  ids?: ChannelIds | undefined;
  domain?: { id: number; linkCount?: number } | undefined;
  /** The creation date, in epoch milliseconds; both ends are included, up to the end of the second. */
  created_from?: number | undefined;
  created_to?: number | undefined;
  /** Only links with a lower id. */
  before?: number | undefined;
}

/** The ids of the links with an alias, as a subquery. It looks up each domain, because the index is by domain and alias. */
function idsOf(scope: OwnerScope, alias: string) {
  const branded = scope === 'everyone' ? sql`` : sql`where user_id = ${scope}`;
  const domains = sql`select ${sql.lit(MAIN_DOMAIN)} union all select id from domains ${branded}`;
  return sql<number>`(select id from links where alias = ${alias} and domain_id in (${domains}))`;
}

/** The conditions of a list. They are SQL texts, because the query builder would take longer than the database. */
function conditionsOf(
  scope: OwnerScope,
  { q, short, url, tag, status, type, campaign, ids, domain, created_from, created_to, before }: StoredFilters,
): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [];
  if (scope !== 'everyone') conditions.push(sql`user_id = ${scope}`);
  if (q) {
    const pattern = toLikePattern(q);
    // Alias and URL are ASCII, which both engines fold alike.
    conditions.push(
      sql`(lower(alias || ' ' || url) like ${pattern} escape '\\' or search_words like ${pattern} escape '\\')`,
    );
  }
  if (short?.domainId !== undefined) conditions.push(sql`domain_id = ${short.domainId} and alias = ${short.alias}`);
  else if (short) conditions.push(sql`id in ${idsOf(scope, short.alias)}`);
  if (url) conditions.push(isLinkTo(url));
  if (campaign) conditions.push(sql`campaign_id = ${campaign}`);
  if (domain) conditions.push(sql`domain_id = ${domain.id}`);
  // Here and below the condition of a partial index is repeated as a literal; otherwise the engines do not use the index.
  if (domain && domain.id > 0) conditions.push(sql`domain_id > 0`);
  if (status) conditions.push(sql`status = ${status}`);
  if (status === 'disabled') conditions.push(sql`status = 'disabled'`);
  if (type) conditions.push(sql`type = ${type}`);
  if (type && type !== 'direct') conditions.push(sql`type <> 'direct'`);
  if (ids) conditions.push(sql`id in ${ids}`);
  if (created_from !== undefined) conditions.push(sql`created_at >= ${created_from}`);
  if (created_to !== undefined) conditions.push(sql`created_at < ${created_to + 1000}`);
  if (before) conditions.push(sql`id < ${before}`);
  if (tag) {
    const tagged = sql`select link_id from link_tags where link_tags.user_id = links.user_id and tag = ${tag}`;
    conditions.push(sql`id in (${tagged})`);
  }
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

async function countRows(db: Db, scope: OwnerScope, filters: StoredFilters): Promise<number> {
  const count = sql<{ total: number }>`select count(*) as total from links where ${conditionsOf(scope, filters)}`;
  const { rows } = await count.execute(db);
  return rows[0]?.total ?? 0;
}

/** The tally that counts exactly the links of a list; undefined if there is none. */
function tallyOf({ order: _, campaign, ...rest }: StoredFilters): string | undefined {
  const isFiltered = Object.values(rest).some((filter) => filter !== undefined && filter !== '');
  if (isFiltered) return undefined;
  return campaign ? campaignTally(campaign) : 'links';
}

/** The total, if it is known without counting rows; otherwise undefined. */
async function findTotal(db: Db, scope: OwnerScope, filters: StoredFilters): Promise<number | undefined> {
  const { order: _, campaign, domain, status, type, ...rest } = filters;
  if (Object.values(rest).some((filter) => filter !== undefined && filter !== '')) return undefined;
  const readAll = () => readTally(db, scope, campaign ? campaignTally(campaign) : 'links');
  if (!status && !type) {
    if (!domain) return readAll();
    return campaign ? undefined : domain.linkCount;
  }
  if (campaign || domain) return undefined;
  // Most links are active and direct, so counting the others is cheaper.
  if (status === 'active' && !type)
    return (await readAll()) - (await countRows(db, scope, { order: NEWEST_FIRST, status: 'disabled' }));
  if (type === 'direct' && !status) return (await readAll()) - (await countNotDirect(db, scope));
  return undefined;
}

async function countNotDirect(db: Db, scope: OwnerScope): Promise<number> {
  const row = await db
    .selectFrom('links')
    .$if(scope !== 'everyone', (query) => query.where('user_id', '=', Number(scope)))
    .where(sql<boolean>`type <> 'direct'`)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** What a list reads of each link. */
interface Selection<Row, Item> {
  columns: RawBuilder<unknown>;
  read(row: Row): Item;
}

const wholeLinks: Selection<Selectable<LinkTable>, Link> = { columns: sql`*`, read: toLink };
const summaries: Selection<SummaryRow, LinkSummary> = { columns: sql.raw(summaryColumns.join(', ')), read: toSummary };

async function listRows<Row, Item>(
  db: Db,
  scope: OwnerScope,
  request: PageRequest,
  filters: StoredFilters,
  { columns, read }: Selection<Row, Item>,
): Promise<Page<Item>> {
  const { by, direction } = filters.order;
  const order = sql.raw(by === 'id' ? `id ${direction}` : `${by} ${direction}, id ${direction}`);
  const selectRows = async (selected: RawBuilder<unknown>) => {
    const { rows } = await sql<Row & { total?: number }>`select ${selected} from links
      where ${conditionsOf(scope, filters)} order by ${order}
      limit ${request.limit} offset ${offsetOf(request)}`.execute(db);
    return rows;
  };
  const readRows = async () => (await selectRows(columns)).map(read);
  const tally = tallyOf(filters);
  if (tally !== undefined && scope !== 'everyone') {
    // By one statement: each is a round trip to PostgreSQL.
    const count = sql`select "rows" from tallies where user_id = ${scope} and noun = ${tally}`;
    const rows = await selectRows(sql`${columns}, (${count}) as total`);
    return { ...request, total: rows[0]?.total ?? (await readTally(db, scope, tally)), rows: rows.map(read) };
  }
  const known = await findTotal(db, scope, filters);
  if (known === undefined && request.page === 1) {
    // A page that is not full determines the total.
    const rows = await readRows();
    const isAll = rows.length < request.limit;
    return { ...request, total: isAll ? rows.length : await countRows(db, scope, filters), rows };
  }
  const total = known ?? (await countRows(db, scope, filters));
  return { ...request, total, rows: offsetOf(request) >= total ? [] : await readRows() };
}

/** One page of the links of one owner or of everyone. */
export function listLinks(
  db: Db,
  scope: OwnerScope,
  request: PageRequest,
  filters: StoredFilters,
): Promise<Page<Link>> {
  return listRows(db, scope, request, filters, wholeLinks);
}

/** The same with the fields of a summary. */
export function listSummaries(
  db: Db,
  scope: OwnerScope,
  request: PageRequest,
  filters: StoredFilters,
): Promise<Page<LinkSummary>> {
  return listRows(db, scope, request, filters, summaries);
}

/** The next links that match the filters, newest first: those with ids below `id`. */
export async function listLinksBefore(
  db: Db,
  scope: OwnerScope,
  filters: StoredFilters,
  { id, limit }: { id: number; limit: number },
): Promise<Link[]> {
  const { columns, read } = wholeLinks;
  const { rows } = await sql<Selectable<LinkTable>>`select ${columns} from links
    where ${conditionsOf(scope, filters)} and id < ${id} order by id desc limit ${limit}`.execute(db);
  return rows.map(read);
}
