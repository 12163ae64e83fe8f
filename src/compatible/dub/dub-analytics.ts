import { continentOf } from '../../geo/continents.ts';
import { parseDateTime } from '../../lib/date-time.ts';
import type { Dimension } from '../../rollups/dimension.ts';
import type { Filters } from '../../stats/click-filter.ts';
import type { StatsView } from '../../stats/stats.contract.ts';
import type { Interval } from '../../stats/stats.range.ts';
import { type AnalyticsScope, listScopeLinks, readScope } from './dub-analytics-scope.ts';
import { DUB_DIRECT, readClickFilters, SCAN_SOURCE } from './dub-click-filters.ts';
import { codeOf, dimensionGroups } from './dub-dimensions.ts';
import { unprocessable } from './dub-failure.ts';
import { shownDestination, toTopLink } from './dub-link.view.ts';
import type { DubLinkReader } from './dub-link-reader.ts';
import type { DubParts } from './dub-parts.ts';
import { type DubPeriod, exactInterval, readPeriod } from './dub-period.ts';
import type { DubRequest, DubRoute } from './dub-route.ts';

// The most counts that our statistics name; the rest is "Other", which Dub does not have.
const MAX_COUNTS = 250;
const OTHER = 'Other';
const MAX_TOP_LINKS = 1_000;

type Row = Record<string, unknown>;
type Counts = Record<string, number>;

interface Wanted {
  request: DubRequest;
  scope: AnalyticsScope;
  period: DubPeriod;
  filters: Filters;
}

function toRow(clicks: number) {
  return { clicks, leads: 0, sales: 0, saleAmount: 0 };
}

/** One row for each count, largest first. */
function toRows(counts: Iterable<readonly [Row, number]>): Row[] {
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([named, clicks]) => ({ ...named, ...toRow(clicks) }));
}

function addUp<Key>(entries: Iterable<readonly [Key, number]>): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const [key, count] of entries) sums.set(key, (sums.get(key) ?? 0) + count);
  return sums;
}

/** The groups of what this server does not have. */
const emptyGroups = ['top_folders', 'top_partners', 'top_groups', 'top_partner_tags'];

export function dubAnalyticsRoutes(parts: DubParts, reader: DubLinkReader): DubRoute[] {
  const { endpoints, services, now } = parts;

  function readStats(
    subject: { noun: 'user' | 'link'; id: number },
    wanted: Wanted,
    interval: Interval,
    by: Dimension[],
  ) {
    const { from, to, zone } = wanted.period;
    const query = { request: { interval, from, to, zone }, by, asksRoutes: false, limit: MAX_COUNTS };
    return services.stats.readStats(subject, { ...query, filters: wanted.filters });
  }

  /** The statistics of everything that is asked for, which may be of many links. */
  async function readAll(wanted: Wanted, interval: Interval, by: Dimension[]): Promise<StatsView[]> {
    const { scope, request } = wanted;
    if (scope.kind === 'all') return [await readStats({ noun: 'user', id: request.owner }, wanted, interval, by)];
    const views: StatsView[] = [];
    for (const { id } of scope.links) views.push(await readStats({ noun: 'link', id }, wanted, interval, by));
    return views;
  }

  /** All clicks ever, with those that have no date. */
  async function countAll({ scope, request }: Wanted): Promise<number> {
    if (scope.kind === 'links') return scope.links.reduce((sum, { clicks }) => sum + clicks, 0);
    let sum = 0;
    for (let page = 1; ; page += 1) {
      const list = { limit: 1_000, page };
      const { rows } = await services.links.list(request.owner, list, { order: 'click' });
      for (const { clicks } of rows) sum += clicks;
      if (rows.length < list.limit || rows.at(-1)?.clicks === 0) return sum;
    }
  }

  async function count(wanted: Wanted): Promise<Row> {
    if (wanted.period.isAll && wanted.filters.size === 0) return toRow(await countAll(wanted));
    const views = await readAll(wanted, exactInterval(wanted.period, now()), ['bot']);
    return toRow(views.reduce((sum, { clicks }) => sum + clicks, 0));
  }

  async function timeseries(wanted: Wanted): Promise<Row[]> {
    const { zone, points } = wanted.period;
    const views = await readAll(wanted, points, ['bot']);
    const sums = addUp(views.flatMap(({ series }) => series.map(({ date, clicks }) => [date, clicks] as const)));
    return [...sums].map(([date, clicks]) => {
      const start = new Date(zone.fromLocal(parseDateTime(date) ?? 0)).toISOString();
      return { start, ...toRow(clicks) };
    });
  }

  async function countBy(wanted: Wanted, by: Dimension): Promise<Map<string, number>> {
    const views = await readAll(wanted, exactInterval(wanted.period, now()), [by]);
    const tops = views.flatMap(({ top }) => Object.entries((top[by] ?? {}) as Counts));
    return addUp(tops.filter(([text]) => text !== OTHER));
  }

  async function byContinent(wanted: Wanted): Promise<Row[]> {
    const counts = [...(await countBy(wanted, 'country'))].flatMap(([name, clicks]) => {
      const continent = continentOf(codeOf(name));
      return continent ? [[continent as string, clicks] as const] : [];
    });
    return toRows([...addUp(counts)].map(([continent, clicks]) => [{ continent }, clicks] as const));
  }

  async function byReferrer(wanted: Wanted, name: 'referer' | 'refererUrl'): Promise<Row[]> {
    const views = await readAll(wanted, exactInterval(wanted.period, now()), ['referrer']);
    const tops = views.flatMap(({ top }) => Object.entries((top.referrer ?? {}) as Counts));
    const counts = addUp(tops.filter(([text]) => text !== OTHER));
    const direct = views.reduce((sum, view) => sum + (view.direct ?? 0), 0);
    if (direct > 0) counts.set(DUB_DIRECT, direct);
    return toRows([...counts].map(([text, clicks]) => [{ [name]: text }, clicks] as const));
  }

  async function byTrigger(wanted: Wanted): Promise<Row[]> {
    const views = await readAll(wanted, exactInterval(wanted.period, now()), ['source']);
    const scans = views.reduce((sum, { top }) => sum + ((top.source as Counts | undefined)?.[SCAN_SOURCE] ?? 0), 0);
    const clicks = views.reduce((sum, view) => sum + view.clicks, 0);
    const counts = [['link', clicks - scans] as const, ['qr', scans] as const].filter(([, value]) => value > 0);
    return toRows(counts.map(([trigger, value]) => [{ trigger }, value] as const));
  }

  /** The clicks of each link, for groups of links. */
  async function countLinks(wanted: Wanted) {
    const { request, scope, period, filters } = wanted;
    const links = await listScopeLinks(parts, scope, request.owner, MAX_TOP_LINKS);
    const isTotal = period.isAll && filters.size === 0;
    const counted = [];
    for (const link of links) {
      if (link.clicks === 0) continue;
      const interval = exactInterval(period, now());
      const read = async () => (await readStats({ noun: 'link', id: link.id }, wanted, interval, ['bot'])).clicks;
      const clicks = isTotal ? link.clicks : await read();
      if (clicks > 0) counted.push({ link, clicks });
    }
    return counted;
  }

  async function byLink(wanted: Wanted, groupBy: string): Promise<Row[]> {
    const counted = await countLinks(wanted);
    const links = counted.map(({ link }) => link);
    const shortUrlOf = await services.links.readShortUrls(links);
    if (groupBy === 'top_links')
      return toRows(counted.map(({ link, clicks }) => [toTopLink(link, shortUrlOf(link)), clicks] as const));
    if (groupBy === 'top_link_tags') return byTag(wanted, counted);
    const names: Record<string, { name: string; of(link: (typeof links)[number]): string }> = {
      top_urls: { name: 'url', of: shownDestination },
      top_base_urls: { name: 'url', of: (link) => link.url.replace(/[?#].*$/, '') },
      top_domains: { name: 'domain', of: (link) => new URL(shortUrlOf(link)).host },
    };
    const { name, of } = names[groupBy] ?? { name: 'url', of: shownDestination };
    const sums = addUp(counted.map(({ link, clicks }) => [of(link), clicks] as const));
    return toRows([...sums].map(([text, clicks]) => [{ [name]: text }, clicks] as const));
  }

  async function byTag(wanted: Wanted, counted: Awaited<ReturnType<typeof countLinks>>): Promise<Row[]> {
    const extrasOf = await services.links.readListedExtras(counted.map(({ link }) => link));
    const tags = await reader.tagsOf(wanted.request.owner);
    const sums = addUp(counted.flatMap(({ link, clicks }) => extrasOf(link).tags.map((tag) => [tag, clicks] as const)));
    return toRows(
      [...sums].map(([text, clicks]) => {
        const tag = tags.show(text);
        return [{ tagId: tag.id, tag }, clicks] as const;
      }),
    );
  }

  async function group(wanted: Wanted, groupBy: string): Promise<unknown> {
    const byDimension = Object.hasOwn(dimensionGroups, groupBy) ? dimensionGroups[groupBy] : undefined;
    if (byDimension) {
      const counts = await countBy(wanted, byDimension.by);
      return toRows([...counts].map(([text, clicks]) => [byDimension.show(text), clicks] as const));
    }
    if (emptyGroups.includes(groupBy)) return [];
    switch (groupBy) {
      case 'count':
        return count(wanted);
      case 'timeseries':
        return timeseries(wanted);
      case 'continents':
        return byContinent(wanted);
      case 'trigger':
      case 'triggers':
        return byTrigger(wanted);
      case 'referers':
        return byReferrer(wanted, 'referer');
      case 'referer_urls':
        return byReferrer(wanted, 'refererUrl');
      case 'top_links':
      case 'top_urls':
      case 'top_base_urls':
      case 'top_domains':
      case 'top_link_tags':
        return byLink(wanted, groupBy);
      default:
        throw unprocessable(`invalid_enum_value: groupBy: There is no group ${groupBy}.`);
    }
  }

  return [
    {
      method: 'GET',
      path: '/analytics',
      async handle(request) {
        const { admission, query } = request;
        // Checks the key, and waits until all earlier clicks are counted.
        await endpoints.call(admission, 'GET /api/stats', { query: { by: 'bot', limit: 1 } });
        const event = query.get('event') || 'clicks';
        if (!['clicks', 'leads', 'sales', 'composite'].includes(event))
          throw unprocessable('invalid_enum_value: event: It must be clicks, leads, sales or composite.');
        const groupBy = query.get('groupBy') || 'count';
        const period = readPeriod(query, now());
        const filters = readClickFilters(query);
        const scope = await readScope(parts, reader, request);
        // This server counts no leads and no sales.
        const isCounted = event === 'clicks' || event === 'composite';
        return group({ request, period, filters, scope: isCounted ? scope : { kind: 'links', links: [] } }, groupBy);
      },
    },
  ];
}
