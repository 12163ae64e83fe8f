import { expect, test } from 'bun:test';
import { fastestCpuMs } from '../../../test/support/measure.ts';
import { distanceOf, findSimilar, foldAlias } from './similar-alias.ts';

function similarTo(code: string, aliases: string[]): string | undefined {
  return findSimilar(code, aliases.map(foldAlias));
}

test.each([
  ['spring', 'spring', 0],
  ['spring', 'sprng', 1],
  ['spring', 'sprimg', 1],
  ['spring', 'sprnig', 1],
  ['spring', 'springs', 1],
  ['spring', 'sprnigs', 2],
  ['spring', 'sp', 3],
  ['spring', 'summer', 3],
  ['', 'ab', 2],
  ['abcdef', 'badcfe', 3],
  ['ab', 'bca', 3],
  ['aab', 'baa', 2],
  ['summer-newsletter-1', 'summer-newsletter-2026', 3],
])('%s and %s differ by %i', (left, right, distance) => {
  expect(distanceOf(left, right)).toBe(distance);
  expect(distanceOf(right, left)).toBe(distance);
});

test('the same spelling wins over another case, which wins over other characters', () => {
  const aliases = ['sprinq', 'Spring', 'spring', 'other'];
  expect(similarTo('spring', aliases)).toBe('spring');
  expect(similarTo('SPRING', aliases)).toBe('Spring');
  expect(similarTo('sprinqx', aliases)).toBe('sprinq');
  expect(similarTo('winter', aliases)).toBeUndefined();
});

test('in a short code only one character may differ', () => {
  expect(similarTo('abcd', ['abxy'])).toBeUndefined();
  expect(similarTo('abcd', ['abcx'])).toBe('abcx');
  expect(similarTo('abcde', ['abcxy'])).toBe('abcxy');
});

test('many aliases are compared with a code in a moment', () => {
  const aliases = Array.from({ length: 10_000 }, (_, index) => foldAlias(`a-long-alias-with-number-${index}`));
  const cpuMs = fastestCpuMs(1, () => {
    for (let count = 0; count < 10; count += 1) findSimilar(`a-long-alias-without-number-${count}`, aliases);
  });
  expect(cpuMs).toBeLessThan(1_000);
});
