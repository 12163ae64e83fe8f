import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { Page } from './page.ts';
import type { WordCount } from './word-sums.ts';

const counts = fc.array(fc.record({ word: fc.nat(60), count: fc.integer({ min: 1, max: 2 ** 40 }) }), {
  maxLength: 40,
});

function pageOf(list: WordCount[]): Page {
  const page = new Page();
  page.add('city', 1_000);
  for (const { word, count } of list) page.add('os', word, count);
  return page;
}

test('a list has what the top has, in the order of the words, of one page and of several', () => {
  fc.assert(
    fc.property(fc.array(counts, { maxLength: 3 }), (parts) => {
      const page = new Page();
      for (const part of parts) page.merge(pageOf(part));
      const { words, counts } = page.list('os');
      const listed = Array.from(words, (word, place) => ({ word, count: counts[place] as number }));
      const top = page.top('os', Number.POSITIVE_INFINITY);
      expect(listed).toEqual(top.toSorted((left, right) => left.word - right.word));
      expect(page.list('browser')).toEqual({ words: new Uint32Array(), counts: new Float64Array() });
    }),
  );
});
