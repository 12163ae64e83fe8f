import { formatDateTime } from '../lib/date-time.ts';
import { type Dimension, dimensions } from '../rollups/dimension.ts';
import type { KeptClick } from '../rollups/kept-clicks.ts';
import { OTHER, type WordCount } from '../rollups/rollup.ts';
import type { ClickView, StatsView } from './stats.contract.ts';
import type { Range } from './stats.range.ts';
import type { Point, StatsResult } from './summary.ts';
import type { Texts } from './word-text-cache.ts';

const OTHER_NAME = 'Other';
const VISITOR_DIGITS = 12;

/** Counts by name in their order; what has lost its name is left out. */
export function nameCounts(counts: WordCount[], texts: Texts): Record<string, number> {
  return Object.fromEntries(
    counts.flatMap(({ word, count }): [string, number][] => {
      const text = word === OTHER ? OTHER_NAME : texts.get(word);
      return text === undefined ? [] : [[text, count]];
    }),
  );
}

function toPointView({ start, ...counted }: Point) {
  return { date: formatDateTime(start), ...counted };
}

export function toStatsView({ interval, from, end }: Range, result: StatsResult, texts: Texts): StatsView {
  const { clicks, unique, bots, points, tops } = result;
  return {
    from: formatDateTime(from),
    to: formatDateTime(end - 1),
    interval,
    clicks,
    unique,
    bots,
    series: points.map(toPointView),
    top: Object.fromEntries(Array.from(tops, ([dimension, counts]) => [dimension, nameCounts(counts, texts)])),
  };
}

/** One visit in words. */
export function toClickView(click: KeptClick, texts: Texts): ClickView {
  const words = dimensions.map((dimension) => [dimension, texts.get(click[dimension]) ?? '']);
  return {
    date: formatDateTime(click.at),
    ...(Object.fromEntries(words) as Record<Dimension, string>),
    visitor: click.visitor.toString(16).padStart(VISITOR_DIGITS, '0'),
  };
}
