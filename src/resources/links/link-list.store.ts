import { type SelectQueryBuilder, sql } from 'kysely';
import type { OwnerScope } from '../../core/owner-scope.ts';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { toLikePattern } from '../../db/search.ts';
import { readTally } from '../../db/tally.ts';
import type { Tables } from '../../tables.ts';
import type { ChannelIds } from './item-channels.ts';
import { toLink } from './link.row.ts';
import { campaignTally, type Link, MAIN_DOMAIN } from './link.ts';
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

function applyFilters<Output>(
  query: SelectQueryBuilder<Tables, 'links', Output>,
  scope: OwnerScope,
  { q, short, url, tag, status, type, campaign, ids, domain, created_from, created_to, before }: StoredFilters,
): SelectQueryBuilder<Tables, 'links', Output> {
  let filtered = scope === 'everyone' ? query : query.where('user_id', '=', scope);
  if (q) {
    const pattern = toLikePattern(q);
    // Alias and URL are ASCII, which both engines fold alike.
    filtered = filtered.where(
      sql<boolean>`(lower(alias || ' ' || url) like ${pattern} escape '\\' or search_words like ${pattern} escape '\\')`,
    );
  }
  if (short) {
    const { alias, domainId } = short;
    filtered =
      domainId === undefined
        ? filtered.where('id', 'in', idsOf(scope, alias))
        : filtered.where('domain_id', '=', domainId).where('alias', '=', alias);
  }
  if (url) filtered = filtered.where(isLinkTo(url));
  if (campaign) filtered = filtered.where('campaign_id', '=', campaign);
  if (domain) filtered = filtered.where('domain_id', '=', domain.id);
  // Here and below the condition of a partial index is repeated as a literal; otherwise the engines do not use the index.
  if (domain && domain.id > 0) filtered = filtered.where(sql<boolean>`domain_id > 0`);
  if (status) filtered = filtered.where('status', '=', status as Link['status']);
  if (status === 'disabled') filtered = filtered.where(sql<boolean>`status = 'disabled'`);
  if (type) filtered = filtered.where('type', '=', type as Link['type']);
  if (type && type !== 'direct') filtered = filtered.where(sql<boolean>`type <> 'direct'`);
  if (ids) filtered = filtered.where('id', 'in', ids);
  if (created_from !== undefined) filtered = filtered.where('created_at', '>=', created_from);
  if (created_to !== undefined) filtered = filtered.where('created_at', '<', created_to + 1000);
  if (before) filtered = filtered.where('id', '<', before);
  if (tag) {
    filtered = filtered.where('id', 'in', (eb) =>
      eb
        .selectFrom('link_tags')
        .select('link_id')
        .whereRef('link_tags.user_id', '=', 'links.user_id')
        .where('tag', '=', tag),
    );
  }
  return filtered;
}

async function countRows(db: Db, scope: OwnerScope, filters: StoredFilters): Promise<number> {
  const row = await applyFilters(db.selectFrom('links'), scope, filters)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
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

/** One page of the links of one owner or of everyone. */
export async function listLinks(
  db: Db,
  scope: OwnerScope,
  request: PageRequest,
  filters: StoredFilters,
): Promise<Page<Link>> {
  const { by, direction } = filters.order;
  const readRows = async () => {
    const rows = await applyFilters(db.selectFrom('links').selectAll(), scope, filters)
      .$if(by !== 'id', (query) => query.orderBy(by, direction))
      .orderBy('id', direction)
      .limit(request.limit)
      .offset(offsetOf(request))
      .execute();
    return rows.map(toLink);
  };
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

/** The next links that match the filters, newest first: those with ids below `id`. */
export async function listLinksBefore(
  db: Db,
  scope: OwnerScope,
  filters: StoredFilters,
  { id, limit }: { id: number; limit: number },
): Promise<Link[]> {
  const rows = await applyFilters(db.selectFrom('links').selectAll(), scope, filters)
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toLink);
}
