import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { Rollup } from './rollup.ts';
import type { WordCount } from './word-sums.ts';

const counts = fc.array(fc.record({ word: fc.nat(60), count: fc.integer({ min: 1, max: 2 ** 40 }) }), {
  maxLength: 40,
});

function rollupOf(list: WordCount[]): Rollup {
  const rollup = new Rollup();
  rollup.add('city', 1_000);
  for (const { word, count } of list) rollup.add('os', word, count);
  return rollup;
}

test('a list has the same counts as the top, sorted by word, for one rollup and for several', () => {
  fc.assert(
    fc.property(fc.array(counts, { maxLength: 3 }), (parts) => {
      const rollup = new Rollup();
      for (const part of parts) rollup.merge(rollupOf(part));
      const { words, counts } = rollup.list('os');
      const listed = Array.from(words, (word, place) => ({ word, count: counts[place] as number }));
      const top = rollup.top('os', Number.POSITIVE_INFINITY);
      expect(listed).toEqual(top.toSorted((left, right) => left.word - right.word));
      expect(rollup.list('browser')).toEqual({ words: new Uint32Array(), counts: new Float64Array() });
    }),
  );
});
