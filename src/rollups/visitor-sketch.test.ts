import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { MAX_EXACT, VisitorSketch } from './visitor-sketch.ts';

const MAX_VISITOR = 2 ** 48 - 1;

/** Uniformly distributed visitors, always the same for one seed. */
function* visitorsFrom(seed: number): Generator<number> {
  let state = BigInt(seed) * 0x9e3779b97f4a7c15n;
  for (;;) {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let mixed = BigInt.asUintN(64, (state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    yield Number((mixed ^ (mixed >> 31n)) >> 16n);
  }
}

/** The same, fast enough for many millions. */
function fastVisitors(seed: number): () => number {
  let [a, b, c, counter] = [seed, seed ^ 0x5bd1e995, 0x1b873593, 1];
  function next(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
  for (let round = 0; round < 20; round += 1) next();
  return () => (next() >>> 8) * 2 ** 24 + (next() >>> 8);
}

function sketchOf(visitors: Iterable<number>): VisitorSketch {
  const sketch = VisitorSketch.decode(null);
  for (const visitor of visitors) sketch.add(visitor);
  return sketch;
}

function bytesOf(sketch: VisitorSketch): string {
  return Buffer.from(sketch.encode()).toString('hex');
}

const visitor = fc.integer({ min: 0, max: MAX_VISITOR });
const manyVisitors = fc
  .record({ seed: fc.nat(), size: fc.oneof(fc.nat(40), fc.integer({ min: 900, max: 1_200 }), fc.nat(4_000)) })
  .map(({ seed, size }) => visitorsFrom(seed).take(size).toArray());

test('an empty sketch has no visitors and no bytes', () => {
  for (const sketch of [VisitorSketch.decode(null), VisitorSketch.decode(new Uint8Array(0))]) {
    expect(sketch.count()).toBe(0);
    expect(sketch.encode()).toHaveLength(0);
  }
});

test('the count is exact up to 1,024 visitors, even if they return', () => {
  fc.assert(
    fc.property(fc.array(visitor, { maxLength: 80, size: 'max' }), (visitors) => {
      expect(sketchOf([...visitors, ...visitors]).count()).toBe(new Set(visitors).size);
    }),
  );
  const manyVisitors = visitorsFrom(1).take(MAX_EXACT).toArray();
  const sketch = VisitorSketch.decode(null);
  for (const [index, each] of manyVisitors.entries()) {
    sketch.add(each);
    sketch.add(each);
    expect(sketch.count()).toBe(index + 1);
  }
  for (const each of manyVisitors) sketch.add(each);
  expect(sketch.count()).toBe(MAX_EXACT);
});

test('the largest and the smallest visitor are counted like any other', () => {
  const edges = [0, 1, 2 ** 14 - 1, 2 ** 14, 2 ** 24, 2 ** 32, 2 ** 47, MAX_VISITOR - 1, MAX_VISITOR];
  expect(sketchOf(edges).count()).toBe(edges.length);
  const manyVisitors = sketchOf(visitorsFrom(2).take(20_000));
  const before = manyVisitors.count();
  manyVisitors.merge(sketchOf(edges));
  expect(Math.abs(manyVisitors.count() - before)).toBeLessThan(200);
});

test('a sketch that was stored and read again behaves the same', () => {
  fc.assert(
    fc.property(manyVisitors, manyVisitors, (first, second) => {
      const stored = sketchOf(first).encode().slice();
      const before = stored.slice();
      const reopened = VisitorSketch.decode(stored);
      for (const each of second) reopened.add(each);
      expect(bytesOf(reopened)).toBe(bytesOf(sketchOf([...first, ...second])));
      expect(stored).toEqual(before);
    }),
    { numRuns: 40 },
  );
});

test('a union equals the sketch of all visitors, in any order', () => {
  fc.assert(
    fc.property(manyVisitors, manyVisitors, manyVisitors, fc.boolean(), (a, b, c, isShared) => {
      const second = isShared ? [...a.slice(0, a.length / 2), ...b] : b;
      const all = bytesOf(sketchOf([...a, ...second, ...c]));
      for (const order of [
        [a, second, c],
        [c, a, second],
        [second, c, a],
      ]) {
        const union = VisitorSketch.decode(null);
        for (const part of order) union.merge(sketchOf(part));
        expect(bytesOf(union)).toBe(all);
      }
      const nested = sketchOf(second);
      nested.merge(sketchOf(c));
      const left = sketchOf(a);
      left.merge(nested);
      expect(bytesOf(left)).toBe(all);
      expect(bytesOf(nested)).toBe(bytesOf(sketchOf([...second, ...c])));
    }),
    { numRuns: 40 },
  );
});

test('counting both together gives the count of their union, and changes neither', () => {
  fc.assert(
    fc.property(manyVisitors, manyVisitors, (a, b) => {
      const [left, right] = [sketchOf(a), sketchOf(b)];
      const union = sketchOf(a);
      union.merge(right);
      expect(left.countWith(right)).toEqual({ other: right.count(), both: union.count() });
      expect([bytesOf(left), bytesOf(right)]).toEqual([bytesOf(sketchOf(a)), bytesOf(sketchOf(b))]);
    }),
    { numRuns: 40 },
  );
});

test('merged or returned bytes do not change when their source changes', () => {
  for (const size of [3, 500, 1_000, 1_024, 2_000]) {
    const all = visitorsFrom(size)
      .take(size + 800)
      .toArray();
    const [first, later] = [all.slice(0, size), all.slice(size)];
    const source = sketchOf(first);
    const union = VisitorSketch.decode(null);
    union.merge(source);
    const stored = source.encode();
    const before = stored.slice();
    for (const [index, each] of later.entries()) (index % 2 === 0 ? source : union).add(each);
    expect(stored).toEqual(before);
    expect(bytesOf(source)).toBe(bytesOf(sketchOf([...first, ...later.filter((_, index) => index % 2 === 0)])));
    expect(bytesOf(union)).toBe(bytesOf(sketchOf([...first, ...later.filter((_, index) => index % 2 === 1)])));
  }
});

describe('above 1,024 visitors, the error', () => {
  for (const [size, sets] of [
    [1_000, 20],
    [1_100, 400],
    [2_000, 400],
    [10_000, 200],
    [40_000, 200],
    [100_000, 150],
    [1_000_000, 100],
  ] as const) {
    test(`at ${size} visitors is within 1 %, and unbiased`, () => {
      let [sum, squares] = [0, 0];
      for (let set = 1; set <= sets; set += 1) {
        const next = fastVisitors(size * 1_000 + set);
        const sketch = VisitorSketch.decode(null);
        for (let index = 0; index < size; index += 1) sketch.add(next());
        const error = sketch.count() / size - 1;
        sum += error;
        squares += error * error;
      }
      expect(Math.sqrt(squares / sets)).toBeLessThan(0.01);
      // Three standard deviations of the mean of this many sets.
      expect(Math.abs(sum / sets)).toBeLessThan((3 * 0.0081) / Math.sqrt(sets));
      if (size <= MAX_EXACT) expect(squares).toBe(0);
    });
  }
});
