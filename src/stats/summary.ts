import type { Dimension } from '../rollups/dimension.ts';
import { OTHER, type Rollup, type WordCount } from '../rollups/rollup.ts';
import { VisitorSketch } from '../rollups/visitor-sketch.ts';
import { type PointStart, pointsOf, type Range } from './stats.range.ts';

/** One point of a series. */
export interface Point extends PointStart {
  clicks: number;
  bots: number;
  /** Unique visitors; not known for single hours. */
  unique?: number;
}

/** The count of each word. */
export type Sums = Map<number, WordCount>;

/** The sums of a range; they grow while the range is read. */
export interface Summary {
  clicks: number;
  bots: number;
  visitors: VisitorSketch;
  /** Contains only the requested dimensions. */
  counts: Map<Dimension, Sums>;
  points: Point[];
}

/** The statistics of a range, ready for the API. */
export interface StatsResult {
  clicks: number;
  bots: number;
  /** Unique visitors. */
  unique: number;
  points: Point[];
  /** The largest counts of each requested dimension. */
  tops: Map<Dimension, WordCount[]>;
  /** Clicks without a referrer; undefined if referrers were not requested. */
  direct: number | undefined;
  /** Clicks with the default route, which is not stored; undefined if routes were not requested. */
  unrouted: number | undefined;
}

/** The number of counts to read: all routes, because the default route is added to them later. */
export function limitOf(dimension: Dimension, limit: number): number {
  return dimension === 'route' ? Number.POSITIVE_INFINITY : limit;
}

/** The number of clicks without a value of a dimension, from the number of those with one. */
export function countWithout(clicks: number, withValue: number | undefined): number | undefined {
  return withValue === undefined ? undefined : Math.max(0, clicks - withValue);
}

/** Creates all points of a range with counts of 0. */
export function newPoints(range: Range): Point[] {
  const unique = range.interval === 'hour' ? {} : { unique: 0 };
  return pointsOf(range).map((point) => ({ ...point, clicks: 0, bots: 0, ...unique }));
}

/** Creates an empty summary that has all points of the range. */
export function createSummary(range: Range, by: Dimension[]): Summary {
  return {
    clicks: 0,
    bots: 0,
    visitors: VisitorSketch.decode(null),
    counts: new Map(by.map((dimension) => [dimension, new Map()])),
    points: newPoints(range),
  };
}

/** Adds to the count of a word. */
function addCount(sums: Sums, word: number, count: number): void {
  const sum = sums.get(word);
  if (sum) sum.count += count;
  else sums.set(word, { word, count });
}

/** Adds a rollup to the sums, but not to a point. */
export function addRollup(summary: Summary, rollup: Rollup): void {
  summary.clicks += rollup.clicks;
  summary.bots += rollup.bots;
  summary.visitors.merge(rollup.visitors);
  for (const [dimension, sums] of summary.counts) {
    for (const { word, count } of rollup.top(dimension, Number.POSITIVE_INFINITY)) {
      addCount(sums, word, count);
    }
  }
}

/** The largest counts first; equal counts are sorted by word. OTHER is always last. */
function topOf(sums: Sums, limit: number): WordCount[] {
  const other = sums.get(OTHER);
  const top = [...sums.values()]
    .filter((sum) => sum !== other)
    .sort((left, right) => right.count - left.count || left.word - right.word);
  return (other ? [...top, other] : top).slice(0, limit);
}

/** Converts the summary, with at most `limit` counts of each dimension. */
export function toResult({ clicks, bots, visitors, points, counts }: Summary, limit: number): StatsResult {
  const tops = new Map(Array.from(counts, ([dimension, sums]) => [dimension, topOf(sums, limitOf(dimension, limit))]));
  function countAll(dimension: Dimension): number | undefined {
    const sums = counts.get(dimension);
    return sums && [...sums.values()].reduce((sum, { count }) => sum + count, 0);
  }
  const direct = countWithout(clicks, countAll('referrer'));
  const unrouted = countWithout(clicks, countAll('route'));
  return { clicks, bots, unique: visitors.count(), points, tops, direct, unrouted };
}
