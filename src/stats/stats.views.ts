import { formatDateTime } from '../lib/date-time.ts';
import type { TimeZone } from '../lib/time-zone.ts';
import { DEFAULT_ROUTE } from '../resources/links/rules/route.ts';
import { type Dimension, dimensions } from '../rollups/dimension.ts';
import type { KeptClick } from '../rollups/kept-clicks.ts';
import { OTHER, type WordCount } from '../rollups/rollup.ts';
import { countUnique, type RouteCount, type VisitorsByRoute, withDefaultRoute } from './routes.ts';
import type { ClickView, StatsView } from './stats.contract.ts';
import { localOf, type Range } from './stats.range.ts';
import type { Point, StatsResult } from './summary.ts';
import type { Texts } from './word-text-cache.ts';

const OTHER_NAME = 'Other';
const VISITOR_DIGITS = 12;

/** Replaces words with their texts, in the same order; a word without a text is omitted. */
export function nameCounts(counts: WordCount[], texts: Texts): Record<string, number> {
  return Object.fromEntries(
    counts.flatMap(({ word, count }): [string, number][] => {
      const text = word === OTHER ? OTHER_NAME : texts.get(word);
      return text === undefined ? [] : [[text, count]];
    }),
  );
}

function toPointView({ start: _, local, ...counted }: Point) {
  return { date: formatDateTime(local), ...counted };
}

function nameRoute({ word }: RouteCount, texts: Texts): string {
  if (word === undefined) return DEFAULT_ROUTE;
  return word === OTHER ? OTHER_NAME : (texts.get(word) ?? '');
}

/** What a view has beside the result: the maximum number of counts, and the visitors of routes if they were requested. */
interface ViewParts {
  limit: number;
  visitors: VisitorsByRoute | undefined;
}

export function toStatsView(range: Range, result: StatsResult, texts: Texts, parts: ViewParts): StatsView {
  const { clicks, unique, bots, points, tops, direct, unrouted = 0 } = result;
  const { limit, visitors } = parts;
  const routes = withDefaultRoute(tops.get('route') ?? [], unrouted);
  const topRoutes = routes.slice(0, limit).map((counted) => [nameRoute(counted, texts), counted.count]);
  const named = Array.from(tops, ([dimension, counts]) => {
    return [dimension, dimension === 'route' ? Object.fromEntries(topRoutes) : nameCounts(counts, texts)];
  });
  return {
    from: formatDateTime(localOf(range, range.from)),
    to: formatDateTime(localOf(range, range.end) - 1),
    interval: range.interval,
    clicks,
    unique,
    bots,
    ...(direct !== undefined && { direct }),
    series: points.map(toPointView),
    top: Object.fromEntries(named),
    ...(visitors && {
      routes: routes.map((counted) => ({
        route: nameRoute(counted, texts),
        clicks: counted.count,
        unique: countUnique(counted, visitors),
      })),
    }),
  };
}

/** Converts a kept click to its API form. */
export function toClickView(click: KeptClick, texts: Texts, zone: TimeZone): ClickView {
  const words = dimensions.map((dimension) => [dimension, texts.get(click[dimension]) ?? '']);
  return {
    date: formatDateTime(zone.toLocal(click.at)),
    ...(Object.fromEntries(words) as Record<Dimension, string>),
    route: texts.get(click.route) ?? DEFAULT_ROUTE,
    visitor: click.visitor.toString(16).padStart(VISITOR_DIGITS, '0'),
  };
}
