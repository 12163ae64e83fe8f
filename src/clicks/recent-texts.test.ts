import { expect, test } from 'bun:test';
import { RecentTexts } from './recent-texts.ts';

/** The words of a text as a record has them: the length, then four characters a word. */
function wordsOf(text: string): Int32Array {
  const words = new Int32Array(1 + Math.ceil(text.length / 4));
  words[0] = text.length;
  Buffer.from(words.buffer).write(text, 4, 'latin1');
  return words;
}

function readFrom(texts: RecentTexts, text: string): string {
  const words = wordsOf(text);
  return texts.read(words, Buffer.from(words.buffer), 0, words.length);
}

test('many more texts than it has room for are read correctly, in any order', () => {
  const texts = new RecentTexts();
  const all = Array.from({ length: 30_000 }, (_, number) => `agent ${number}`);
  for (const text of [...all, ...all.toReversed(), ...all.flatMap((one) => [one, one])]) {
    if (readFrom(texts, text) !== text) throw new Error(`not read correctly: ${text}`);
  }
});

test('texts that differ only in their length or their last character are different', () => {
  const texts = new RecentTexts();
  for (const text of ['a', 'a\0', 'a\0\0', 'abcd', 'abce', 'abcd\0', 'é', 'é'.repeat(640), 'a']) {
    expect(readFrom(texts, text)).toBe(text);
  }
});
