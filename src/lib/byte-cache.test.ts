import { expect, test } from 'bun:test';
import { ByteCache } from './byte-cache.ts';

test('the most recently used entries stay, within the limit of bytes', () => {
  const cache = new ByteCache(100);
  for (const name of ['a', 'b', 'c']) cache.keep(name, new Uint8Array(30));
  expect(cache.find('a')).toHaveLength(30);
  cache.keep('d', new Uint8Array(30));
  expect(['a', 'b', 'c', 'd'].map((name) => cache.find(name) !== undefined)).toEqual([true, false, true, true]);
  expect(cache.bytes).toBe(90);
});

test('a second value under the same key replaces the first', () => {
  const cache = new ByteCache(100);
  cache.keep('a', new Uint8Array(60));
  cache.keep('a', new Uint8Array(70));
  expect([cache.bytes, cache.find('a')?.length]).toEqual([70, 70]);
});

test('a value larger than the whole cache evicts nothing', () => {
  const cache = new ByteCache(100);
  cache.keep('a', new Uint8Array(60));
  cache.keep('b', new Uint8Array(101));
  expect([cache.bytes, cache.find('b')]).toEqual([60, undefined]);
});
