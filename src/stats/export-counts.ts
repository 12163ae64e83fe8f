import type { Db } from '../db/db.ts';
import { formatDateTime } from '../lib/date-time.ts';
import { type Dimension, dimensions } from '../rollups/dimension.ts';
import type { Page, WordCount } from '../rollups/page.ts';
import type { Noun, Span } from '../rollups/subject.ts';
import { type KeyedPage, readAliases, readPagesAfter } from './stats.store.ts';
import { nameCounts } from './stats.views.ts';
import type { Texts, WordTexts } from './word-texts.ts';

/** One count of one page. */
export interface CountRow {
  noun: Noun;
  id: number;
  /** The alias of a link that there still is. */
  short: string;
  span: Span;
  /** "" for a total, which has no beginning. */
  start: string;
  dimension: Dimension | 'clicks' | 'bots' | 'visitors';
  value: string;
  count: number;
}

const PAGES_AT_ONCE = 200;

type Counts = [dimension: Dimension, counts: WordCount[]][];

function countsOf(page: Page): Counts {
  return dimensions.map((dimension) => [dimension, page.top(dimension, Number.POSITIVE_INFINITY)]);
}

function wordsOf(counts: Counts): number[] {
  return counts.flatMap(([, list]) => list.map(({ word }) => word));
}

function* rowsOf({ key, page }: KeyedPage, short: string, counts: Counts, texts: Texts): Generator<CountRow> {
  const { noun, id, span } = key;
  const subject = { noun, id, short, span, start: span === 'total' ? '' : formatDateTime(key.start) };
  yield { ...subject, dimension: 'clicks', value: '', count: page.clicks };
  yield { ...subject, dimension: 'bots', value: '', count: page.bots };
  yield { ...subject, dimension: 'visitors', value: '', count: page.visitors.count() };
  for (const [dimension, list] of counts) {
    for (const [value, count] of Object.entries(nameCounts(list, texts))) yield { ...subject, dimension, value, count };
  }
}

/** Every count of every page, in the order of the pages' keys; only some pages are in memory at once. */
export async function* exportCounts(db: Db, words: WordTexts): AsyncGenerator<CountRow> {
  for (let last: KeyedPage | undefined; ; ) {
    const pages = await readPagesAfter(db, last?.key, PAGES_AT_ONCE);
    const linkIds = pages.filter(({ key }) => key.noun === 'link').map(({ key }) => key.id);
    const aliases = await readAliases(db, [...new Set(linkIds)]);
    const counted = pages.map((keyed) => ({ keyed, counts: countsOf(keyed.page) }));
    const texts = await words.read(counted.flatMap(({ counts }) => wordsOf(counts)));
    for (const { keyed, counts } of counted) {
      const short = (keyed.key.noun === 'link' && aliases.get(keyed.key.id)) || '';
      yield* rowsOf(keyed, short, counts, texts);
    }
    if (pages.length < PAGES_AT_ONCE) return;
    last = pages.at(-1);
  }
}
