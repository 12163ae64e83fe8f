import { afterEach, expect, mock, spyOn, test } from 'bun:test';
import fc from 'fast-check';
import { isReserved } from '../../core/reserved-words.ts';
import { shortCodeLength as aliasLength } from '../../lib/short-code.ts';
import { makeAlias } from './link.alias.ts';

const ALPHABET = '23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';

afterEach(() => {
  mock.restore();
});

/** How many aliases of this length there are. */
function aliasesOf(length: number): bigint {
  return BigInt(ALPHABET.length) ** BigInt(length);
}

/** Makes the next random bytes spell these words; later bytes are random again. */
function spell(words: string[]): void {
  const real = crypto.getRandomValues.bind(crypto);
  let next = 0;
  spyOn(crypto, 'getRandomValues').mockImplementation(((array: Uint8Array) => {
    const word = words[next++];
    if (word === undefined) return real(array);
    array.set([...word].map((letter) => ALPHABET.indexOf(letter)));
    return array;
  }) as typeof crypto.getRandomValues);
}

test('an alias has no ambiguous characters, and none that a URL must encode', () => {
  for (let index = 0; index < 1_000; index += 1) expect(makeAlias(index)).toMatch(/^[2-9a-km-zA-HJ-NP-Z]{7,}$/);
});

test('a random guess hits a link at most once in a million, for any number of links up to 10^12', () => {
  const counts = fc.oneof(fc.integer({ min: 0, max: 1_000_000_000_000 }), fc.integer({ min: 0, max: 10_000_000 }));
  fc.assert(
    fc.property(counts, (count) => {
      expect(aliasesOf(aliasLength(count))).toBeGreaterThanOrEqual(BigInt(Math.max(1, count)) * 1_000_000n);
    }),
    { numRuns: 2_000 },
  );
});

test.each([7, 8, 9, 10])('the rule holds on both sides of the limit of %d characters', (length) => {
  const most = Number(aliasesOf(length) / 1_000_000n);
  for (const count of [most - 1, most, most + 1])
    expect(aliasesOf(aliasLength(count))).toBeGreaterThanOrEqual(BigInt(count) * 1_000_000n);
  expect(aliasLength(most - 1)).toBe(length);
  expect(aliasLength(most + 1)).toBe(length + 1);
});

test('aliases are as short as the rule allows, but have at least seven characters', () => {
  for (const [count, length] of [
    [0, 7],
    [1, 7],
    [1_000_000, 7],
    [10_000_000, 8],
    [100_000_000, 8],
    [1_000_000_000, 9],
    [1_000_000_000_000, 11],
  ] as const) {
    expect([count, aliasLength(count)]).toEqual([count, length]);
    expect(makeAlias(count)).toHaveLength(length);
  }
});

test('every character is equally likely at every position', () => {
  const rounds = 20_000;
  const counts = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, letter] of [...makeAlias(0)].entries()) {
      counts.set(`${place}${letter}`, (counts.get(`${place}${letter}`) ?? 0) + 1);
    }
  }
  expect(counts.size).toBe(7 * ALPHABET.length);
  const expected = rounds / ALPHABET.length;
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  // With 392 degrees of freedom, chance exceeds 550 less than once in a million runs; a plain `% 57` gives thousands.
  expect(chiSquare).toBeLessThan(550);
});

test('20,000 aliases are all different', () => {
  expect(new Set(Array.from({ length: 20_000 }, () => makeAlias(0))).size).toBe(20_000);
});

test('a reserved word is never generated, in any case', () => {
  spell(['metrics', 'METR2cs', 'MetricS']);
  const alias = makeAlias(0);
  expect(alias).toBe('METR2cs');
  spell(['metrics', 'MetricS', 'heaLthz', 'abcdefg']);
  expect(makeAlias(0)).toBe('abcdefg');
  expect(isReserved('heaLthz')).toBe(true);
});

test('the characters come from the cryptographic random source', () => {
  spyOn(Math, 'random').mockImplementation(() => {
    throw new Error('not this one');
  });
  const source = spyOn(crypto, 'getRandomValues');
  makeAlias(0);
  expect(source).toHaveBeenCalled();
});
