import { OTHER, type WordCount } from '../rollups/rollup.ts';
import { type CountList, compareCounts, leastOfLargest } from '../rollups/word-sums.ts';

function has(words: Uint32Array, wanted: number): boolean {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return words[low] === wanted;
}

/** The `limit` largest counts, sorted. */
function largestOf(words: number[], counts: number[], limit: number): WordCount[] {
  const least = leastOfLargest(Float64Array.from(counts), limit);
  const found: WordCount[] = [];
  for (const [index, count] of counts.entries()) {
    if (count >= least) found.push({ word: words[index] as number, count });
  }
  return found.sort(compareCounts).slice(0, limit);
}

/** Counts of words that no longer change, so they are sorted only once. */
export class RankedCounts {
  readonly #list: CountList;
  /** The indexes of the words without OTHER, largest count first. */
  readonly #ranked: Uint32Array;

  constructor(list: CountList) {
    const { words, counts } = list;
    this.#list = list;
    this.#ranked = Uint32Array.from(words.keys())
      .filter((place) => words[place] !== OTHER)
      // A lower index is a lower word.
      .sort((left, right) => (counts[right] as number) - (counts[left] as number) || left - right);
  }

  /** The memory of the counts. */
  get bytes(): number {
    const { words, counts } = this.#list;
    return words.byteLength + counts.byteLength + this.#ranked.byteLength;
  }

  /** The sum of all counts. */
  get total(): number {
    return this.#list.counts.reduce((sum, count) => sum + count, 0);
  }

  /** The largest sums of these counts and newer ones; OTHER is last. */
  topWith(newer: CountList, limit: number): WordCount[] {
    const { words, counts } = this.#list;
    const first = this.#ranked.subarray(0, limit);
    // `limit` words already reach this count, so a word with a smaller sum is not among the largest.
    const least = first.length < limit ? 0 : (counts[first.at(-1) ?? 0] as number);
    const foundWords: number[] = [];
    const foundCounts: number[] = [];
    function add(word: number, count: number): void {
      foundWords.push(word);
      foundCounts.push(count);
    }
    for (const place of first) {
      const word = words[place] as number;
      if (!has(newer.words, word)) add(word, counts[place] as number);
    }
    let other = words[0] === OTHER ? (counts[0] as number) : 0;
    let place = 0;
    for (let index = 0; index < newer.words.length; index += 1) {
      const word = newer.words[index] as number;
      while (place < words.length && (words[place] as number) < word) place += 1;
      const known = place < words.length && words[place] === word ? (counts[place] as number) : 0;
      const count = known + (newer.counts[index] as number);
      if (word === OTHER) other = count;
      else if (count >= least) add(word, count);
    }
    const top = largestOf(foundWords, foundCounts, limit);
    if (other > 0 && top.length < limit) top.push({ word: OTHER, count: other });
    return top;
  }
}
