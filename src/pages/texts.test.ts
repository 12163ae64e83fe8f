import { describe, expect, test } from 'bun:test';
import { languages } from '../texts/texts.ts';
import { choosePageLanguage, describeWait, textsOf } from './texts.ts';

test.each([
  [null, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['en-GB,de;q=0.9', 'en'],
  ['en;q=0.5, de;q=0.8', 'de'],
  ['de;q=0.8,en;q=0.8', 'de'],
  ['ko-KR,ko;q=0.9,de;q=0.2', 'de'],
  ['ko, ja', 'en'],
  ['de;q=0', 'en'],
  ['de;q=0,en;q=0.1', 'en'],
  ['*', 'en'],
  ['*;q=0.1, de;q=0.5', 'de'],
  ['de ; q=0.3 , en ; Q=0.2', 'de'],
  ['de;q=nonsense', 'de'],
  ['de;q=7', 'de'],
  ['den', 'en'],
  [',;,;q=,=-', 'en'],
  [`${'x,'.repeat(19)}de`, 'de'],
  [`${'x,'.repeat(256)}de`, 'en'],
  [';'.repeat(1_000_000), 'en'],
] as const)('Accept-Language, row %#, takes what it says', (header, expected) => {
  expect(choosePageLanguage(header)).toBe(expected);
});

function leavesOf(value: unknown): unknown[] {
  if (typeof value === 'function') return [value({ count: 1 }), value({ count: 30 })];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

describe.each([...languages])('the catalog of %s', (language) => {
  test('has no empty string', () => {
    const leaves = leavesOf(textsOf(language));
    expect(leaves.length).toBeGreaterThan(30);
    expect(leaves.filter((leaf) => typeof leaf !== 'string' || leaf.trim() === '')).toEqual([]);
  });
});

test('a waiting time is written in natural language', () => {
  expect(textsOf('en').splash.automatic({ count: 1 })).toContain('in 1 second.');
  expect(describeWait('en', 90)).toContain('in 90 seconds.');
  expect(describeWait('de', 300)).toContain('in 5 Minuten ');
});
