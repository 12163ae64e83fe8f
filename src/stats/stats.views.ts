import { formatDateTime } from '../lib/date-time.ts';
import type { TimeZone } from '../lib/time-zone.ts';
import { type Dimension, dimensions } from '../rollups/dimension.ts';
import type { KeptClick } from '../rollups/kept-clicks.ts';
import { OTHER, type WordCount } from '../rollups/rollup.ts';
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

export function toStatsView(range: Range, result: StatsResult, texts: Texts): StatsView {
  const { clicks, unique, bots, points, tops, direct } = result;
  return {
    from: formatDateTime(localOf(range, range.from)),
    to: formatDateTime(localOf(range, range.end) - 1),
    interval: range.interval,
    clicks,
    unique,
    bots,
    ...(direct !== undefined && { direct }),
    series: points.map(toPointView),
    top: Object.fromEntries(Array.from(tops, ([dimension, counts]) => [dimension, nameCounts(counts, texts)])),
  };
}

/** Converts a kept click to its API form. */
export function toClickView(click: KeptClick, texts: Texts, zone: TimeZone): ClickView {
  const words = dimensions.map((dimension) => [dimension, texts.get(click[dimension]) ?? '']);
  return {
    date: formatDateTime(zone.toLocal(click.at)),
    ...(Object.fromEntries(words) as Record<Dimension, string>),
    visitor: click.visitor.toString(16).padStart(VISITOR_DIGITS, '0'),
  };
}
