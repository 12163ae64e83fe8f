import { OTHER, type WordCount } from '../rollups/page.ts';
import type { CountList } from '../rollups/word-sums.ts';

function compareCounts(left: WordCount, right: WordCount): number {
  return right.count - left.count || left.word - right.word;
}

/** Counts of words that no longer change, so that they are put in order once. */
export class RankedCounts {
  readonly #list: CountList;
  /** The places of the words, the largest count first; OTHER is not among them. */
  readonly #ranked: Uint32Array;

  constructor(list: CountList) {
    const { words, counts } = list;
    this.#list = list;
    this.#ranked = Uint32Array.from(words.keys())
      .filter((place) => words[place] !== OTHER)
      // A lower place is a lower word.
      .sort((left, right) => (counts[right] as number) - (counts[left] as number) || left - right);
  }

  /** How much memory they take. */
  get bytes(): number {
    const { words, counts } = this.#list;
    return words.byteLength + counts.byteLength + this.#ranked.byteLength;
  }

  /** The largest of these counts and newer ones together, OTHER last. */
  topWith(newer: CountList, limit: number): WordCount[] {
    const { words, counts } = this.#list;
    const found = new Map<number, WordCount>();
    let least = 0;
    for (const place of this.#ranked.subarray(0, limit)) {
      const [word, count] = [words[place] as number, counts[place] as number];
      found.set(word, { word, count });
      // So many have at least this already: what has less with the newer ones is not among the largest.
      if (found.size === limit) least = count;
    }
    let other = words[0] === OTHER ? (counts[0] as number) : 0;
    let place = 0;
    for (let index = 0; index < newer.words.length; index += 1) {
      const word = newer.words[index] as number;
      while (place < words.length && (words[place] as number) < word) place += 1;
      const known = place < words.length && words[place] === word ? (counts[place] as number) : 0;
      const count = known + (newer.counts[index] as number);
      if (word === OTHER) other = count;
      else if (count >= least) found.set(word, { word, count });
    }
    const top = [...found.values()].sort(compareCounts).slice(0, limit);
    if (other > 0 && top.length < limit) top.push({ word: OTHER, count: other });
    return top;
  }
}
