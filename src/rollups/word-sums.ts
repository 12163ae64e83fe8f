/** The id under which words beyond the limit of a rollup are counted; no word has this id. */
export const OTHER = 0;

/** How often a word was counted. */
export interface WordCount {
  word: number;
  count: number;
}

/** Counts of words, sorted by word; each count has the same index as its word. */
export interface CountList {
  words: Uint32Array;
  counts: Float64Array;
}

/** Converts counts to a list; each word must occur only once. */
export function listCounts(counts: WordCount[]): CountList {
  const inOrder = counts.toSorted((left, right) => left.word - right.word);
  return {
    words: Uint32Array.from(inOrder, ({ word }) => word),
    counts: Float64Array.from(inOrder, ({ count }) => count),
  };
}

/** The smallest of the `limit` largest counts; smaller counts need not be sorted. 0 if there are no more than `limit` counts. */
export function leastOfLargest(counts: Float64Array, limit: number): number {
  return limit >= counts.length || limit < 1 ? 0 : (counts.toSorted()[counts.length - limit] as number);
}

/** Sorts the largest counts first; equal counts by word. */
export function compareCounts(left: WordCount, right: WordCount): number {
  return right.count - left.count || left.word - right.word;
}

const FREE = -1;

/** Adds up the counts of words over many rollups; several times as fast as a Map. */
export class WordSums {
  /** A hash table of indexes into the two lists; at most half full. */
  readonly #places: Int32Array;
  readonly #shift: number;
  readonly #words: Uint32Array;
  readonly #counts: Float64Array;
  #size = 0;
  #other = 0;

  /** `capacity` is the maximum number of different words. */
  constructor(capacity: number) {
    const bits = 33 - Math.clz32(capacity);
    this.#places = new Int32Array(2 ** bits).fill(FREE);
    this.#shift = 32 - bits;
    this.#words = new Uint32Array(capacity);
    this.#counts = new Float64Array(capacity);
  }

  add(word: number, count: number): void {
    if (word === OTHER) this.#other += count;
    else {
      const place = this.#placeOf(word);
      this.#counts[place] = (this.#counts[place] as number) + count;
    }
  }

  /** The largest counts first; equal counts are sorted by word. OTHER is always last. */
  top(limit: number): WordCount[] {
    const least = leastOfLargest(this.#counts.subarray(0, this.#size), limit);
    const found: WordCount[] = [];
    for (let place = 0; place < this.#size; place += 1) {
      const count = this.#counts[place] as number;
      if (count >= least) found.push({ word: this.#words[place] as number, count });
    }
    found.sort(compareCounts);
    if (this.#other > 0) found.push({ word: OTHER, count: this.#other });
    return found.slice(0, limit);
  }

  #placeOf(word: number): number {
    const last = this.#places.length - 1;
    let slot = Math.imul(word, 0x9e3779b1) >>> this.#shift;
    for (;;) {
      const place = this.#places[slot] as number;
      if (place === FREE) break;
      if (this.#words[place] === word) return place;
      slot = (slot + 1) & last;
    }
    this.#places[slot] = this.#size;
    this.#words[this.#size] = word;
    this.#size += 1;
    return this.#size - 1;
  }
}
