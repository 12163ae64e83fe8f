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

/** The filters of a list, as the store needs them. */
export interface StoredFilters {
  isByClicks: boolean;
  q?: string | undefined;
  /** Without a domain, the alias may be on any domain of the owner. */
  short?: { alias: string; domainId: number | undefined } | undefined;
  tag?: string | undefined;
  campaign?: number | undefined;
  status?: string | undefined;
  type?: string | undefined;
  /** Only links whose id is in this subquery. */
  ids?: ChannelIds | undefined;
  domain?: { id: number; linkCount?: number } | undefined;
}

/** The ids of the links with an alias, as a subquery. It looks up each domain, because the index is by domain and alias. */
function idsOf(scope: OwnerScope, alias: string) {
  const branded = scope === 'everyone' ? sql`` : sql`where user_id = ${scope}`;
  const domains = sql`select ${sql.lit(MAIN_DOMAIN)} union all select id from domains ${branded}`;
  return sql<number>`(select id from links where alias = ${alias} and domain_id in (${domains}))`;
}

function narrow<Output>(
  query: SelectQueryBuilder<Tables, 'links', Output>,
  scope: OwnerScope,
  { q, short, tag, status, type, campaign, ids, domain }: StoredFilters,
): SelectQueryBuilder<Tables, 'links', Output> {
  let narrowed = scope === 'everyone' ? query : query.where('user_id', '=', scope);
  if (q) {
    const pattern = toLikePattern(q);
    // Alias and URL are ASCII, which both engines fold alike.
    narrowed = narrowed.where(
      sql<boolean>`(lower(alias || ' ' || url) like ${pattern} escape '\\' or search_words like ${pattern} escape '\\')`,
    );
  }
  if (short) {
    const { alias, domainId } = short;
    narrowed =
      domainId === undefined
        ? narrowed.where('id', 'in', idsOf(scope, alias))
        : narrowed.where('domain_id', '=', domainId).where('alias', '=', alias);
  }
  if (campaign) narrowed = narrowed.where('campaign_id', '=', campaign);
  if (domain) narrowed = narrowed.where('domain_id', '=', domain.id);
  // The condition is written out here and below: otherwise the partial indexes are not used.
  if (domain && domain.id > 0) narrowed = narrowed.where(sql<boolean>`domain_id > 0`);
  if (status) narrowed = narrowed.where('status', '=', status as Link['status']);
  if (status === 'disabled') narrowed = narrowed.where(sql<boolean>`status = 'disabled'`);
  if (type) narrowed = narrowed.where('type', '=', type as Link['type']);
  if (type && type !== 'direct') narrowed = narrowed.where(sql<boolean>`type <> 'direct'`);
  if (ids) narrowed = narrowed.where('id', 'in', ids);
  if (tag) {
    narrowed = narrowed.where('id', 'in', (eb) =>
      eb
        .selectFrom('link_tags')
        .select('link_id')
        .whereRef('link_tags.user_id', '=', 'links.user_id')
        .where('tag', '=', tag),
    );
  }
  return narrowed;
}

async function countRows(db: Db, scope: OwnerScope, filters: StoredFilters): Promise<number> {
  const row = await narrow(db.selectFrom('links'), scope, filters)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** The total, if it is known without counting rows; otherwise undefined. */
async function findTotal(db: Db, scope: OwnerScope, filters: StoredFilters): Promise<number | undefined> {
  const { isByClicks: _, campaign, domain, status, type, ...rest } = filters;
  if (Object.values(rest).some(Boolean)) return undefined;
  const readAll = () => readTally(db, scope, campaign ? campaignTally(campaign) : 'links');
  if (!status && !type) {
    if (!domain) return readAll();
    return campaign ? undefined : domain.linkCount;
  }
  if (campaign || domain) return undefined;
  // Most links are active and direct, so counting the others is cheaper.
  if (status === 'active' && !type)
    return (await readAll()) - (await countRows(db, scope, { isByClicks: false, status: 'disabled' }));
  if (type === 'direct' && !status) return (await readAll()) - (await countOthers(db, scope));
  return undefined;
}

async function countOthers(db: Db, scope: OwnerScope): Promise<number> {
  const row = await db
    .selectFrom('links')
    .$if(scope !== 'everyone', (query) => query.where('user_id', '=', Number(scope)))
    .where(sql<boolean>`type <> 'direct'`)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** One page of the links of one owner or of everyone, newest or most clicked first. */
export async function listLinks(
  db: Db,
  scope: OwnerScope,
  request: PageRequest,
  filters: StoredFilters,
): Promise<Page<Link>> {
  const readRows = async () => {
    const rows = await narrow(db.selectFrom('links').selectAll(), scope, filters)
      .$if(filters.isByClicks, (query) => query.orderBy('clicks', 'desc'))
      .orderBy('id', 'desc')
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
