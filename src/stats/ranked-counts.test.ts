import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { OTHER, type WordCount } from '../rollups/rollup.ts';
import { listCounts } from '../rollups/word-sums.ts';
import { RankedCounts } from './ranked-counts.ts';

/** The largest sums of both, computed in a simple way. */
function reckon(older: WordCount[], newer: WordCount[], limit: number): WordCount[] {
  const sums = new Map<number, number>();
  for (const { word, count } of [...older, ...newer]) sums.set(word, (sums.get(word) ?? 0) + count);
  const all = Array.from(sums, ([word, count]) => ({ word, count }));
  const isOther = ({ word }: WordCount) => Number(word === OTHER);
  all.sort((left, right) => isOther(left) - isOther(right) || right.count - left.count || left.word - right.word);
  return all.slice(0, limit);
}

const count = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 2 ** 40 }));
const counts = fc.uniqueArray(fc.record({ word: fc.integer({ min: OTHER, max: 40 }), count }), {
  selector: ({ word }) => word,
});

test('the largest of older and newer counts are the largest of their sums', () => {
  fc.assert(
    fc.property(counts, counts, fc.integer({ min: 1, max: 50 }), (older, newer, limit) => {
      const ranked = new RankedCounts(listCounts(older));
      expect(ranked.topWith(listCounts(newer), limit)).toEqual(reckon(older, newer, limit));
      // The inputs do not change.
      expect(ranked.topWith(listCounts([]), limit)).toEqual(reckon(older, [], limit));
    }),
    { numRuns: 500 },
  );
});
