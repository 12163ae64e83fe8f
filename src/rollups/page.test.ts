import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Dimension, dimensions } from './dimension.ts';
import { MAX_VALUES, OTHER, Page, type StoredPage } from './page.ts';

function store(page: Page): StoredPage {
  return {
    clicks: page.clicks,
    bots: page.bots,
    counts: page.encodeCounts().slice(),
    visitors: page.visitors.encode().slice(),
  };
}

function reopen(page: Page): Page {
  return Page.decode(store(page));
}

function allOf(page: Page): [Dimension, { word: number; count: number }[]][] {
  return dimensions.map((dimension) => [dimension, page.top(dimension, Number.POSITIVE_INFINITY)]);
}

type Addition = [Dimension, number, number];
const addition: fc.Arbitrary<Addition> = fc.tuple(
  fc.constantFrom(...dimensions),
  fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 2 ** 32 - 1 })),
  fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2 ** 40 })),
);
const additions = fc.array(addition, { maxLength: 120, size: 'max' });

function pageOf(list: Addition[]): Page {
  const page = new Page();
  for (const [dimension, word, count] of list) page.add(dimension, word, count);
  return page;
}

/** What a page must say, reckoned the plain way. */
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

test('an empty page is no bytes and says nothing', () => {
  const page = reopen(new Page());
  expect(page.encodeCounts()).toHaveLength(0);
  expect(page.visitors.count()).toBe(0);
  expect(page.top('country', 10)).toEqual([]);
  expect(page.has('country', 1)).toBe(false);
  expect(page.roomIn('country')).toBeGreaterThan(0);
  expect([page.clicks, page.bots]).toEqual([0, 0]);
});

test('what is added is what is counted, before and after it was stored', () => {
  fc.assert(
    fc.property(additions, additions, (first, second) => {
      const page = pageOf(first);
      expect(allOf(page)).toEqual(reckon(first));
      const again = reopen(page);
      expect(allOf(again)).toEqual(reckon(first));
      for (const [dimension, word, count] of second) again.add(dimension, word, count);
      expect(allOf(reopen(again))).toEqual(reckon([...first, ...second]));
      for (const [dimension, word] of first) expect(again.has(dimension, word)).toBe(true);
    }),
  );
});

test('clicks, bots and visitors come back as they were', () => {
  const page = new Page();
  page.clicks = 2 ** 40;
  page.bots = 7;
  page.visitors.add(11);
  page.visitors.add(12);
  const again = reopen(page);
  expect([again.clicks, again.bots, again.visitors.count()]).toEqual([2 ** 40, 7, 2]);
});

test('counts grow past 2^16 and 2^32, and their neighbours stay as they are', () => {
  const page = new Page();
  for (const word of [1, 2, 3]) for (const dimension of dimensions) page.add(dimension, word, word);
  page.add('city', 2, 65_533);
  expect(page.top('city', 1)).toEqual([{ word: 2, count: 65_535 }]);
  page.add('city', 2);
  page.add('city', 2, 2 ** 32);
  page.add('language', 9, 2 ** 47);
  const again = reopen(page);
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

test('beyond 500 values of a dimension the new ones are Other, the known ones go on', () => {
  let page = new Page();
  for (let word = 1; word <= MAX_VALUES; word += 1) {
    expect(page.roomIn('city')).toBeGreaterThan(0);
    page.add('city', word);
  }
  expect(page.roomIn('city')).toBe(0);
  expect(page.roomIn('region')).toBeGreaterThan(0);
  expect(page.has('city', OTHER)).toBe(false);
  page.add('city', 9_001, 1_000);
  page.add('city', 9_002);
  page.add('city', 7, 4);
  page = reopen(page);
  expect(page.roomIn('city')).toBe(0);
  page.add('city', 9_003);
  expect(page.has('city', 9_001)).toBe(false);
  expect(page.has('city', MAX_VALUES)).toBe(true);
  const all = page.top('city', Number.POSITIVE_INFINITY);
  expect(all).toHaveLength(MAX_VALUES + 1);
  expect(all[0]).toEqual({ word: 7, count: 5 });
  expect(all.at(-1)).toEqual({ word: OTHER, count: 1_002 });
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(MAX_VALUES + 4 + 1_002);
});

test('Other takes none of the 500 places', () => {
  const page = new Page();
  page.add('city', OTHER, 3);
  for (let word = 1; word < MAX_VALUES; word += 1) page.add('city', word);
  expect(page.roomIn('city')).toBeGreaterThan(0);
  page.add('city', MAX_VALUES);
  expect(page.roomIn('city')).toBe(0);
  expect(page.has('city', MAX_VALUES)).toBe(true);
});

test('the largest come first, of equals the lower word, and Other last', () => {
  const page = pageOf([
    ['os', 5, 2],
    ['os', 3, 2],
    ['os', 9, 8],
    ['os', OTHER, 100],
    ['os', 4, 2],
  ]);
  const words = (limit: number) => page.top('os', limit).map(({ word }) => word);
  expect(words(9)).toEqual([9, 3, 4, 5, OTHER]);
  expect(words(2)).toEqual([9, 3]);
  expect(words(4)).toEqual([9, 3, 4, 5]);
  expect(words(0)).toEqual([]);
});

test('a merge adds everything up, in whatever order', () => {
  fc.assert(
    fc.property(additions, additions, additions, (a, b, c) => {
      const [left, middle, right] = [pageOf(a), pageOf(b), pageOf(c)].map((page, index) => {
        page.clicks = index + 1;
        page.bots = 10 * index;
        page.visitors.add(index >> 1);
        return reopen(page);
      }) as [Page, Page, Page];
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

test('a page that was merged may change without the sum changing, and the other way round', () => {
  for (const size of [1, 450]) {
    const page = new Page();
    for (let word = 1; word <= size; word += 1) page.add('os', word);
    page.visitors.add(1);
    const sum = new Page();
    sum.merge(page);
    page.add('os', 1, 2);
    page.add('city', 7);
    page.visitors.add(2);
    expect(sum.top('os', 1)).toEqual([{ word: 1, count: 1 }]);
    expect(sum.top('city', 1)).toEqual([]);
    expect(sum.visitors.count()).toBe(1);
    sum.add('os', 1, 5);
    sum.visitors.add(3);
    sum.visitors.add(4);
    expect(page.top('os', 1)).toEqual([{ word: 1, count: 3 }]);
    expect(page.visitors.count()).toBe(2);
  }
});

test('a sum shows every value, but stores the largest 500 and the rest as Other', () => {
  const sum = new Page();
  for (let part = 0; part < 3; part += 1) {
    const page = new Page();
    for (let word = 1; word <= MAX_VALUES; word += 1) page.add('city', part * MAX_VALUES + word, part + 1);
    page.add('city', 9_999);
    sum.merge(reopen(page));
  }
  expect(sum.top('city', Number.POSITIVE_INFINITY)).toHaveLength(3 * MAX_VALUES + 1);
  const stored = reopen(sum).top('city', Number.POSITIVE_INFINITY);
  expect(stored).toHaveLength(MAX_VALUES + 1);
  expect(stored[0]).toEqual({ word: 2 * MAX_VALUES + 1, count: 3 });
  expect(stored.at(-1)).toEqual({ word: OTHER, count: 3 + 3 * MAX_VALUES });
});

/** Bytes that note where they are read. */
function watch(bytes: Uint8Array, reads: Set<number>): Uint8Array {
  return new Proxy(bytes, {
    get(target, property) {
      if (typeof property === 'string' && /^\d+$/.test(property)) reads.add(Number(property));
      const value = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('the top of one dimension over many pages reads the version, nothing of the others, and no visitors', () => {
  const page = new Page();
  for (const dimension of dimensions) for (let word = 1; word <= 50; word += 1) page.add(dimension, word);
  for (let visitor = 0; visitor < 2_000; visitor += 1) page.visitors.add(visitor * 2 ** 36);
  const { counts, visitors, ...rest } = store(page);
  const [countReads, visitorReads] = [new Set<number>(), new Set<number>()];
  const sum = new Page();
  for (let copy = 0; copy < 30; copy += 1) {
    sum.merge(
      Page.decode({
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
  // Six bytes each for the fifty countries, which come first.
  expect(Math.max(...countReads)).toBe(header + 50 * 6 - 1);
  expect(visitorReads.size).toBe(1);
  sum.visitors.count();
  expect(visitorReads.size).toBeGreaterThan(1);
});
