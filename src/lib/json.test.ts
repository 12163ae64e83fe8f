import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isDeeperThan, stringifyEscaped } from './json.ts';

test('any value with escaped slashes parses back to itself', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(stringifyEscaped(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(stringifyEscaped({ url: 'https://a/b' })).toBe('{"url":"https:\\/\\/a\\/b"}');
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('brackets in strings do not count toward the depth', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 0, max: 8 }), (value, limit) => {
      expect(isDeeperThan(JSON.stringify(value), limit)).toBe(depthOf(value) > limit);
    }),
  );
  expect(isDeeperThan('["[[[[\\"[[["]', 1)).toBe(false);
});
