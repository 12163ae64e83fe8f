import type { Db } from '../db/db.ts';
import type { Dimension } from '../rollups/dimension.ts';
import type { KeptScan } from '../rollups/kept-clicks.ts';
import { findWords } from '../rollups/word.store.ts';

/** For each dimension the texts of which a click must have one; none for a dimension that does not matter. */
export type Filters = Map<Dimension, string[]>;

/** Whether the click at this index passes the filters. */
export type Matches = (scan: KeptScan, index: number) => boolean;

/** Returns which clicks match all filters; undefined if none can, because no click has such a word. */
export async function createMatcher(db: Db, filters: Filters): Promise<Matches | undefined> {
  const ids = await findWords(db, [...filters.values()].flat());
  const wanted: { dimension: Dimension; words: Set<number> }[] = [];
  for (const [dimension, texts] of filters) {
    const words = new Set(texts.flatMap((text) => ids.get(text) ?? []));
    if (words.size === 0) return undefined;
    wanted.push({ dimension, words });
  }
  return (scan, index) => {
    for (const { dimension, words } of wanted) if (!words.has(scan.word(index, dimension))) return false;
    return true;
  };
}
