import { describe, expect, test } from 'bun:test';
import { createVisitorHash } from '../../../lib/visitor-hash.ts';
import type { SplitVariant } from './routing-rule.ts';
import { compileSplit } from './split.ts';

const hashVisitor = createVisitorHash('secret');
const VISITORS = Array.from({ length: 20_000 }, (_, index) =>
  hashVisitor(`203.${index >> 16}.${(index >> 8) & 255}.${index & 255}`, 'Mozilla/5.0'),
);

const A: SplitVariant = { name: 'A', url: 'https://a.example/', weight: 70 };
const B: SplitVariant = { name: 'B', url: 'https://b.example/', weight: 30 };

function namesFor(variants: SplitVariant[], linkId = 7): (string | undefined)[] {
  const pick = compileSplit(linkId, variants);
  return VISITORS.map((visitor) => variants[pick(visitor)]?.name);
}

function share(variants: SplitVariant[], index: number, linkId = 7): number {
  const pick = compileSplit(linkId, variants);
  return VISITORS.filter((visitor) => pick(visitor) === index).length / VISITORS.length;
}

/** Whether a share of all visitors is within three standard deviations of what the weights say. */
function isClose(found: number, expected: number): boolean {
  return Math.abs(found - expected) <= 3 * Math.sqrt((expected * (1 - expected)) / VISITORS.length);
}

describe('a split', () => {
  test.each([
    [[A, B], 0, 0.7],
    [[B, A], 0, 0.3],
    [
      [
        { ...A, weight: 1 },
        { ...B, weight: 1000 },
      ],
      0,
      1 / 1001,
    ],
    [
      [
        { url: A.url, weight: 5 },
        { url: B.url, weight: 5 },
        { url: A.url, weight: 10 },
      ],
      2,
      0.5,
    ],
    [[A, { ...A }], 1, 0.5],
  ])('of %j: the share of variant %i is %f', (variants, index, expected) => {
    const found = share(variants as SplitVariant[], index);
    expect([found, isClose(found, expected)]).toEqual([found, true]);
  });

  test('gives the same visitor the same variant, whatever the order and the destinations are', () => {
    const names = namesFor([A, B]);
    expect(namesFor([A, B])).toEqual(names);
    expect(namesFor([B, A])).toEqual(names);
    expect(namesFor([{ ...A, url: 'https://new.example/' }, B])).toEqual(names);
  });

  test('of another link is independent', () => {
    const [here, there] = [namesFor([A, B], 7), namesFor([A, B], 8)];
    const both = here.filter((name, index) => name === 'A' && there[index] === 'A').length / VISITORS.length;
    expect(isClose(both, 0.49)).toBe(true);
  });

  test('moves only to a variant whose weight grows', () => {
    const before = namesFor([A, B]);
    const after = namesFor([A, { ...B, weight: 60 }]);
    expect(before.filter((name, index) => name === 'B' && after[index] === 'A')).toEqual([]);
  });
});

test('addresses of one /64 network are one visitor, and IPv4 addresses are not', () => {
  expect(hashVisitor('2001:db8:1:2::3', 'x')).toBe(hashVisitor('2001:db8:1:2:4::', 'x'));
  expect(hashVisitor('2001:db8:1:2::3', 'x')).not.toBe(hashVisitor('2001:db8:1:3::3', 'x'));
  expect(hashVisitor('192.0.2.1', 'x')).not.toBe(hashVisitor('192.0.2.2', 'x'));
  expect(hashVisitor('192.0.2.1', 'x')).not.toBe(hashVisitor('192.0.2.1', 'y'));
});
