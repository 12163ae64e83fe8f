import type { Db } from '../db/db.ts';
import { formatDateTime } from '../lib/date-time.ts';
import { type Dimension, dimensions } from '../rollups/dimension.ts';
import type { Page, WordCount } from '../rollups/page.ts';
import type { Noun, Span } from '../rollups/subject.ts';
import { readWords } from '../rollups/word.store.ts';
import { type KeyedPage, readAliases, readPagesAfter } from './stats.store.ts';
import { nameCounts, type Texts } from './stats.views.ts';

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
const MAX_TEXTS = 100_000;

type Counts = [dimension: Dimension, counts: WordCount[]][];

function countsOf(page: Page): Counts {
  return dimensions.map((dimension) => [dimension, page.top(dimension, Number.POSITIVE_INFINITY)]);
}

/** Looks up what the texts lack; the same few hundred words stand in nearly every page. */
async function addTexts(db: Db, texts: Texts, all: Counts[]): Promise<void> {
  if (texts.size > MAX_TEXTS) texts.clear();
  const words = all.flatMap((counts) => counts.flatMap(([, list]) => list.map(({ word }) => word)));
  const missing = words.filter((word) => !texts.has(word));
  for (const [word, text] of await readWords(db, missing)) texts.set(word, text);
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
export async function* exportCounts(db: Db): AsyncGenerator<CountRow> {
  const texts: Texts = new Map();
  for (let last: KeyedPage | undefined; ; ) {
    const pages = await readPagesAfter(db, last?.key, PAGES_AT_ONCE);
    const linkIds = pages.filter(({ key }) => key.noun === 'link').map(({ key }) => key.id);
    const aliases = await readAliases(db, [...new Set(linkIds)]);
    const counted = pages.map((keyed) => ({ keyed, counts: countsOf(keyed.page) }));
    await addTexts(
      db,
      texts,
      counted.map(({ counts }) => counts),
    );
    for (const { keyed, counts } of counted) {
      const short = (keyed.key.noun === 'link' && aliases.get(keyed.key.id)) || '';
      yield* rowsOf(keyed, short, counts, texts);
    }
    if (pages.length < PAGES_AT_ONCE) return;
    last = pages.at(-1);
  }
}
