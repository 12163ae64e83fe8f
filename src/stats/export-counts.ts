import type { Db } from '../db/db.ts';
import { formatDateTime } from '../lib/date-time.ts';
import { DEFAULT_ROUTE } from '../resources/links/rules/route.ts';
import { type Dimension, dimensions } from '../rollups/dimension.ts';
import { readAllRollups } from '../rollups/read-all-rollups.store.ts';
import type { KeyedRollup } from '../rollups/rollup.store.ts';
import type { Rollup, WordCount } from '../rollups/rollup.ts';
import type { Noun, Span } from '../rollups/subject.ts';
import { readAliases } from './stats.store.ts';
import { nameCounts } from './stats.views.ts';
import type { Texts, WordTextCache } from './word-text-cache.ts';

/** One count of one rollup. */
export interface CountRow {
  noun: Noun;
  id: number;
  /** The alias of the link; empty for other nouns and deleted links. */
  short: string;
  span: Span;
  /** Empty for a total, which has no start. */
  start: string;
  dimension: Dimension | 'clicks' | 'bots' | 'visitors';
  value: string;
  count: number;
}

type Counts = [dimension: Dimension, counts: WordCount[]][];

function countsOf(rollup: Rollup): Counts {
  return dimensions.map((dimension) => [dimension, rollup.top(dimension, Number.POSITIVE_INFINITY)]);
}

function wordsOf(counts: Counts): number[] {
  return counts.flatMap(([, list]) => list.map(({ word }) => word));
}

function* rowsOf({ key, rollup }: KeyedRollup, short: string, counts: Counts, texts: Texts): Generator<CountRow> {
  const { noun, id, span } = key;
  const subject = { noun, id, short, span, start: span === 'total' ? '' : formatDateTime(key.start) };
  yield { ...subject, dimension: 'clicks', value: '', count: rollup.clicks };
  yield { ...subject, dimension: 'bots', value: '', count: rollup.bots };
  yield { ...subject, dimension: 'visitors', value: '', count: rollup.visitors.count() };
  for (const [dimension, list] of counts) {
    for (const [value, count] of Object.entries(nameCounts(list, texts))) yield { ...subject, dimension, value, count };
    const unrouted = rollup.clicks - list.reduce((sum, { count }) => sum + count, 0);
    if (dimension === 'route' && list.length > 0 && unrouted > 0) {
      yield { ...subject, dimension, value: DEFAULT_ROUTE, count: unrouted };
    }
  }
}

/** Yields every count of every rollup, in the order of their keys; only some rollups are in memory at a time. */
export async function* exportCounts(db: Db, words: WordTextCache): AsyncGenerator<CountRow> {
  for await (const rollups of readAllRollups(db)) {
    const linkIds = rollups.filter(({ key }) => key.noun === 'link').map(({ key }) => key.id);
    const aliases = await readAliases(db, [...new Set(linkIds)]);
    const counted = rollups.map((keyed) => ({ keyed, counts: countsOf(keyed.rollup) }));
    const texts = await words.read(counted.flatMap(({ counts }) => wordsOf(counts)));
    for (const { keyed, counts } of counted) {
      const short = (keyed.key.noun === 'link' && aliases.get(keyed.key.id)) || '';
      yield* rowsOf(keyed, short, counts, texts);
    }
  }
}
