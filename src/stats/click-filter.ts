import type { Db } from '../db/db.ts';
import { DEFAULT_ROUTE } from '../resources/links/rules/route.ts';
import type { Dimension } from '../rollups/dimension.ts';
import type { WordTest } from '../rollups/kept-clicks.ts';
import { findWords } from '../rollups/word.store.ts';

/** The accepted texts of each filtered dimension; a click must have one of them. */
export type Filters = Map<Dimension, string[]>;

/** The text of a referrer filter for clicks without a referrer. No host is written like this, because hosts are in lower case. */
export const DIRECT = 'Direct';

/** The texts that select clicks without a value. Routes are stored only where they are not the default. */
const textsOfNoValue: Partial<Record<Dimension, string>> = { referrer: DIRECT, route: DEFAULT_ROUTE };

const NO_VALUE = 0;

/** Converts the filters to tests of words; undefined if no click can match, because no text of a filter is a word. */
export async function findWordTests(db: Db, filters: Filters): Promise<WordTest[] | undefined> {
  const ids = await findWords(db, [...filters.values()].flat());
  const tests: WordTest[] = [];
  for (const [dimension, texts] of filters) {
    const words = new Set(texts.flatMap((text) => ids.get(text) ?? []));
    if (texts.includes(textsOfNoValue[dimension] ?? '')) words.add(NO_VALUE);
    if (words.size === 0) return undefined;
    tests.push({ dimension, words: [...words] });
  }
  return tests;
}
