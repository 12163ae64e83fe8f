import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { dimensionIndex, dimensions } from './dimension.ts';
import { MAX_VALUES, OTHER, Rollup } from './rollup.ts';
import { RollupDelta } from './rollup-delta.ts';
import { VisitorSketch } from './visitor-sketch.ts';

const EVERYTHING = Number.POSITIVE_INFINITY;

function allOf(rollup: Rollup) {
  return dimensions.map((dimension) => rollup.top(dimension, EVERYTHING));
}

const word = fc.option(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2 ** 32 - 1 })), {
  nil: undefined,
});
const click = fc.record({
  isPerson: fc.boolean(),
  visitor: fc.integer({ min: 0, max: 50 }),
  words: fc.array(word, { minLength: dimensions.length, maxLength: dimensions.length }),
});

test('a delta adds the same as its clicks one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.array(click, { maxLength: 40 }), { maxLength: 4 }), (batches) => {
      const [plain, first] = [new Rollup(), new Rollup()];
      let second = new Rollup();
      for (const batch of batches) {
        const delta = new RollupDelta(
          VisitorSketch.of(batch.filter(({ isPerson }) => isPerson).map(({ visitor }) => visitor)),
        );
        for (const { isPerson, visitor, words } of batch) {
          if (isPerson) plain.visitors.add(visitor);
          for (const [index, dimension] of dimensions.entries()) {
            const counted = words[index];
            if (counted === undefined) continue;
            delta.addWord(index, counted);
            plain.add(dimension, counted);
          }
        }
        delta.addTo([first, second]);
        second = new Rollup({
          ...{ clicks: 0, bots: 0 },
          ...{ counts: second.encodeCounts().slice(), visitors: second.visitors.encode().slice() },
        });
      }
      for (const rollup of [first, second]) {
        expect(allOf(rollup)).toEqual(allOf(plain));
        expect(rollup.visitors.count()).toBe(plain.visitors.count());
      }
    }),
  );
});

test('in a full rollup, a delta counts known words, then new words with lower ids, and the rest as Other', () => {
  const rollup = new Rollup();
  for (let known = 1_000; known < 1_000 + MAX_VALUES - 2; known += 1) rollup.add('city', known);
  const delta = new RollupDelta(VisitorSketch.of([]));
  for (const city of [9_000, 5, 9_001, 1_003, 7, 9_000]) delta.addWord(dimensionIndex.city, city);
  delta.addTo([rollup]);
  const counts = new Map(rollup.top('city', EVERYTHING).map((entry) => [entry.word, entry.count]));
  expect(counts.size).toBe(MAX_VALUES + 1);
  expect([5, 7, 1_003, 9_000, 9_001, OTHER].map((city) => counts.get(city))).toEqual([
    1,
    1,
    2,
    undefined,
    undefined,
    3,
  ]);
  expect(rollup.roomIn('city')).toBe(0);
});

test('a count that needs more than two bytes does not affect the other counts of the delta', () => {
  const rollup = new Rollup();
  for (const [place, dimension] of dimensions.entries()) rollup.add(dimension, 5, 65_535 - (place % 2));
  const delta = new RollupDelta(VisitorSketch.of([]));
  for (const word of [3, 5, 9]) for (const section of dimensions.keys()) delta.addWord(section, word);
  delta.addTo([rollup]);
  for (const [place, dimension] of dimensions.entries()) {
    expect(rollup.top(dimension, EVERYTHING)).toEqual([
      { word: 5, count: 65_536 - (place % 2) },
      { word: 3, count: 1 },
      { word: 9, count: 1 },
    ]);
  }
});
