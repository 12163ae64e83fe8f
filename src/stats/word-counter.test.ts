import { expect, test } from 'bun:test';
import { WordCounter } from './word-counter.ts';

test('words are counted, whatever their number and their size; 0 is not', () => {
  const counter = new WordCounter();
  const words = [1, 2, 3, 0xffff_ffff, ...Array.from({ length: 5_000 }, (_, index) => 1_000 + index * 256)];
  for (const times of [1, 2]) for (const word of words) for (let time = 0; time < times; time += 1) counter.add(word);
  counter.add(0);
  const counted = new Map(Array.from(counter, ({ word, count }) => [word, count]));
  expect(counted.size).toBe(words.length);
  expect(new Set(counted.values())).toEqual(new Set([3]));
  for (const word of words) expect(counted.get(word)).toBe(3);
});

test('nothing is counted at first', () => {
  expect([...new WordCounter()]).toEqual([]);
});
