import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Dimension, dimensions } from './dimension.ts';
import { MAX_VALUES, OTHER, Rollup, type StoredRollup } from './rollup.ts';

function store(rollup: Rollup): StoredRollup {
  return {
    clicks: rollup.clicks,
    bots: rollup.bots,
    counts: rollup.encodeCounts().slice(),
    visitors: rollup.visitors.encode().slice(),
  };
}

function reopen(rollup: Rollup): Rollup {
  return Rollup.decode(store(rollup));
}

function allOf(rollup: Rollup): [Dimension, { word: number; count: number }[]][] {
  return dimensions.map((dimension) => [dimension, rollup.top(dimension, Number.POSITIVE_INFINITY)]);
}

type Addition = [Dimension, number, number];
const addition: fc.Arbitrary<Addition> = fc.tuple(
  fc.constantFrom(...dimensions),
  fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 2 ** 32 - 1 })),
  fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2 ** 40 })),
);
const additions = fc.array(addition, { maxLength: 120, size: 'max' });

function rollupOf(list: Addition[]): Rollup {
  const rollup = new Rollup();
  for (const [dimension, word, count] of list) rollup.add(dimension, word, count);
  return rollup;
}

/** The expected content of a rollup, computed in a simple way. */
function reckon(list: Addition[]): [Dimension, { word: number; count: number }[]][] {
  return dimensions.map((dimension) => {
    const sums = new Map<number, number>();
    for (const [where, word, count] of list) {
      if (where === dimension) sums.set(word, (sums.get(word) ?? 0) + count);
    }
    const counts = [...sums].map(([word, count]) => ({ word, count }));
    return [dimension, counts.sort((left, right) => right.count - left.count || left.word - right.word)];
  });
}

test('an empty rollup has no bytes and no counts', () => {
  const rollup = reopen(new Rollup());
  expect(rollup.encodeCounts()).toHaveLength(0);
  expect(rollup.visitors.count()).toBe(0);
  expect(rollup.top('country', 10)).toEqual([]);
  expect(rollup.has('country', 1)).toBe(false);
  expect(rollup.roomIn('country')).toBeGreaterThan(0);
  expect([rollup.clicks, rollup.bots]).toEqual([0, 0]);
});

test('counts match what was added, before and after storing', () => {
  fc.assert(
    fc.property(additions, additions, (first, second) => {
      const rollup = rollupOf(first);
      expect(allOf(rollup)).toEqual(reckon(first));
      const again = reopen(rollup);
      expect(allOf(again)).toEqual(reckon(first));
      for (const [dimension, word, count] of second) again.add(dimension, word, count);
      expect(allOf(reopen(again))).toEqual(reckon([...first, ...second]));
      for (const [dimension, word] of first) expect(again.has(dimension, word)).toBe(true);
    }),
  );
});

test('clicks, bots and visitors are read back unchanged', () => {
  const rollup = new Rollup();
  rollup.clicks = 2 ** 40;
  rollup.bots = 7;
  rollup.visitors.add(11);
  rollup.visitors.add(12);
  const again = reopen(rollup);
  expect([again.clicks, again.bots, again.visitors.count()]).toEqual([2 ** 40, 7, 2]);
});

test('counts grow beyond 2^16 and 2^32 without affecting their neighbors', () => {
  const rollup = new Rollup();
  for (const word of [1, 2, 3]) for (const dimension of dimensions) rollup.add(dimension, word, word);
  rollup.add('city', 2, 65_533);
  expect(rollup.top('city', 1)).toEqual([{ word: 2, count: 65_535 }]);
  rollup.add('city', 2);
  rollup.add('city', 2, 2 ** 32);
  rollup.add('language', 9, 2 ** 47);
  const again = reopen(rollup);
  expect(again.top('city', 3)).toEqual([
    { word: 2, count: 2 ** 32 + 65_536 },
    { word: 3, count: 3 },
    { word: 1, count: 1 },
  ]);
  expect(again.top('language', 1)).toEqual([{ word: 9, count: 2 ** 47 }]);
  expect(again.top('browser', 9)).toEqual([
    { word: 3, count: 3 },
    { word: 2, count: 2 },
    { word: 1, count: 1 },
  ]);
});

test('beyond 500 values of a dimension, new values are counted as Other and known values are still counted', () => {
  let rollup = new Rollup();
  for (let word = 1; word <= MAX_VALUES; word += 1) {
    expect(rollup.roomIn('city')).toBeGreaterThan(0);
    rollup.add('city', word);
  }
  expect(rollup.roomIn('city')).toBe(0);
  expect(rollup.roomIn('region')).toBeGreaterThan(0);
  expect(rollup.has('city', OTHER)).toBe(false);
  rollup.add('city', 9_001, 1_000);
  rollup.add('city', 9_002);
  rollup.add('city', 7, 4);
  rollup = reopen(rollup);
  expect(rollup.roomIn('city')).toBe(0);
  rollup.add('city', 9_003);
  expect(rollup.has('city', 9_001)).toBe(false);
  expect(rollup.has('city', MAX_VALUES)).toBe(true);
  const all = rollup.top('city', Number.POSITIVE_INFINITY);
  expect(all).toHaveLength(MAX_VALUES + 1);
  expect(all[0]).toEqual({ word: 7, count: 5 });
  expect(all.at(-1)).toEqual({ word: OTHER, count: 1_002 });
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(MAX_VALUES + 4 + 1_002);
});

test('Other is not one of the 500 values', () => {
  const rollup = new Rollup();
  rollup.add('city', OTHER, 3);
  for (let word = 1; word < MAX_VALUES; word += 1) rollup.add('city', word);
  expect(rollup.roomIn('city')).toBeGreaterThan(0);
  rollup.add('city', MAX_VALUES);
  expect(rollup.roomIn('city')).toBe(0);
  expect(rollup.has('city', MAX_VALUES)).toBe(true);
});

test('the largest counts come first, equal counts are sorted by word, and Other is last', () => {
  const rollup = rollupOf([
    ['os', 5, 2],
    ['os', 3, 2],
    ['os', 9, 8],
    ['os', OTHER, 100],
    ['os', 4, 2],
  ]);
  const words = (limit: number) => rollup.top('os', limit).map(({ word }) => word);
  expect(words(9)).toEqual([9, 3, 4, 5, OTHER]);
  expect(words(2)).toEqual([9, 3]);
  expect(words(4)).toEqual([9, 3, 4, 5]);
  expect(words(0)).toEqual([]);
});

test('a merge adds everything up, in any order', () => {
  fc.assert(
    fc.property(additions, additions, additions, (a, b, c) => {
      const [left, middle, right] = [rollupOf(a), rollupOf(b), rollupOf(c)].map((rollup, index) => {
        rollup.clicks = index + 1;
        rollup.bots = 10 * index;
        rollup.visitors.add(index >> 1);
        return reopen(rollup);
      }) as [Rollup, Rollup, Rollup];
      middle.merge(right);
      left.merge(middle);
      expect(allOf(left)).toEqual(reckon([...a, ...b, ...c]));
      expect([left.clicks, left.bots, left.visitors.count()]).toEqual([6, 30, 2]);
      expect(allOf(reopen(left))).toEqual(reckon([...a, ...b, ...c]));
      expect(allOf(middle)).toEqual(reckon([...b, ...c]));
    }),
    { numRuns: 60 },
  );
});

test('changing a merged rollup does not change the sum, and vice versa', () => {
  for (const size of [1, 450]) {
    const rollup = new Rollup();
    for (let word = 1; word <= size; word += 1) rollup.add('os', word);
    rollup.visitors.add(1);
    const sum = new Rollup();
    sum.merge(rollup);
    rollup.add('os', 1, 2);
    rollup.add('city', 7);
    rollup.visitors.add(2);
    expect(sum.top('os', 1)).toEqual([{ word: 1, count: 1 }]);
    expect(sum.top('city', 1)).toEqual([]);
    expect(sum.visitors.count()).toBe(1);
    sum.add('os', 1, 5);
    sum.visitors.add(3);
    sum.visitors.add(4);
    expect(rollup.top('os', 1)).toEqual([{ word: 1, count: 3 }]);
    expect(rollup.visitors.count()).toBe(2);
  }
});

test('a sum shows every value, but stores only the 500 largest and the rest as Other', () => {
  const sum = new Rollup();
  for (let part = 0; part < 3; part += 1) {
    const rollup = new Rollup();
    for (let word = 1; word <= MAX_VALUES; word += 1) rollup.add('city', part * MAX_VALUES + word, part + 1);
    rollup.add('city', 9_999);
    sum.merge(reopen(rollup));
  }
  expect(sum.top('city', Number.POSITIVE_INFINITY)).toHaveLength(3 * MAX_VALUES + 1);
  const stored = reopen(sum).top('city', Number.POSITIVE_INFINITY);
  expect(stored).toHaveLength(MAX_VALUES + 1);
  expect(stored[0]).toEqual({ word: 2 * MAX_VALUES + 1, count: 3 });
  expect(stored.at(-1)).toEqual({ word: OTHER, count: 3 + 3 * MAX_VALUES });
});

/** Bytes that record which of them are read. */
function watch(bytes: Uint8Array, reads: Set<number>): Uint8Array {
  return new Proxy(bytes, {
    get(target, property) {
      if (typeof property === 'string' && /^\d+$/.test(property)) reads.add(Number(property));
      const value = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('the top of one dimension over many rollups reads only the header and that dimension, and no visitors', () => {
  const rollup = new Rollup();
  for (const dimension of dimensions) for (let word = 1; word <= 50; word += 1) rollup.add(dimension, word);
  for (let visitor = 0; visitor < 2_000; visitor += 1) rollup.visitors.add(visitor * 2 ** 36);
  const { counts, visitors, ...rest } = store(rollup);
  const [countReads, visitorReads] = [new Set<number>(), new Set<number>()];
  const sum = new Rollup();
  for (let copy = 0; copy < 30; copy += 1) {
    sum.merge(
      Rollup.decode({
        ...rest,
        counts: watch(counts ?? new Uint8Array(), countReads),
        visitors: watch(visitors ?? new Uint8Array(), visitorReads),
      }),
    );
  }
  expect(sum.clicks).toBe(0);
  expect([...countReads, ...visitorReads]).toEqual([0, 1, 0]);
  expect(sum.top('country', 1)).toEqual([{ word: 1, count: 30 }]);
  const header = 2 + 2 * dimensions.length;
  // The fifty countries come first, with six bytes each.
  expect(Math.max(...countReads)).toBe(header + 50 * 6 - 1);
  expect(visitorReads.size).toBe(1);
  sum.visitors.count();
  expect(visitorReads.size).toBeGreaterThan(1);
});
