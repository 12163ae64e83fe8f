import type { Dimension } from '../rollups/dimension.ts';
import { OTHER, type Rollup, type WordCount } from '../rollups/rollup.ts';
import { VisitorSketch } from '../rollups/visitor-sketch.ts';
import { pointsOf, type Range } from './stats.range.ts';

/** One point of a series. */
export interface Point {
  start: number;
  clicks: number;
  bots: number;
  /** Different visitors; not known for single hours. */
  unique?: number;
}

/** How often each word was counted, by the word. */
export type Sums = Map<number, WordCount>;

/** What a range adds up to; it grows while the range is read. */
export interface Summary {
  clicks: number;
  bots: number;
  visitors: VisitorSketch;
  /** Of the requested dimensions only. */
  counts: Map<Dimension, Sums>;
  points: Point[];
}

/** The statistics of a range, ready for the API. */
export interface StatsResult {
  clicks: number;
  bots: number;
  /** Different visitors. */
  unique: number;
  points: Point[];
  /** The largest counts of each requested dimension. */
  tops: Map<Dimension, WordCount[]>;
}

/** Every point of a range, with nothing counted yet. */
export function newPoints(range: Range): Point[] {
  const unique = range.interval === 'hour' ? {} : { unique: 0 };
  return pointsOf(range).map((start) => ({ start, clicks: 0, bots: 0, ...unique }));
}

/** Nothing counted yet, with every point of the range already there. */
export function createSummary(range: Range, by: Dimension[]): Summary {
  return {
    clicks: 0,
    bots: 0,
    visitors: VisitorSketch.decode(null),
    counts: new Map(by.map((dimension) => [dimension, new Map()])),
    points: newPoints(range),
  };
}

/** Counts a word so many times more. */
export function addCount(sums: Sums, word: number, count: number): void {
  const sum = sums.get(word);
  if (sum) sum.count += count;
  else sums.set(word, { word, count });
}

/** Adds everything that a rollup holds, but to no point. */
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

/** The largest first, and of equals the lower word; OTHER comes last, whatever its count. */
function topOf(sums: Sums, limit: number): WordCount[] {
  const other = sums.get(OTHER);
  const top = [...sums.values()]
    .filter((sum) => sum !== other)
    .sort((left, right) => right.count - left.count || left.word - right.word);
  return (other ? [...top, other] : top).slice(0, limit);
}

/** The summary with so many counts of each dimension. */
export function toResult({ clicks, bots, visitors, points, counts }: Summary, limit: number): StatsResult {
  const tops = new Map(Array.from(counts, ([dimension, sums]) => [dimension, topOf(sums, limit)]));
  return { clicks, bots, unique: visitors.count(), points, tops };
}
