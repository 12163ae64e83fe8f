import { CountBlock, type SortedCounts } from './count-block.ts';
import { type Dimension, dimensionIndex, dimensions } from './dimension.ts';
import { VisitorSketch } from './visitor-sketch.ts';
import { type CountList, listCounts, OTHER, type WordCount, WordSums } from './word-sums.ts';

export { OTHER, type WordCount };

/** How many different values a rollup counts in one dimension; what comes after is OTHER. */
export const MAX_VALUES = 500;

/** A rollup as its row holds it. */
export interface StoredRollup {
  clicks: number;
  bots: number;
  counts: Uint8Array | null;
  visitors: Uint8Array | null;
}

/** All counts of one subject in one time slot. Bytes are decoded only when a value is read. */
export class Rollup {
  clicks: number;
  bots: number;
  #counts: CountBlock;
  readonly #visitors: VisitorSketch;
  /** Merged, but not yet added up; undefined if there is nothing. */
  #mergedCounts: Uint8Array[] | undefined;
  #mergedVisitors: Uint8Array[] | undefined;

  constructor(stored?: StoredRollup) {
    this.clicks = stored?.clicks ?? 0;
    this.bots = stored?.bots ?? 0;
    this.#counts = new CountBlock(stored?.counts ?? null);
    this.#visitors = VisitorSketch.decode(stored?.visitors ?? null);
  }

  static decode(row: StoredRollup): Rollup {
    return new Rollup(row);
  }

  /** What is stored of the dimensions; the clicks, bots and visitors have columns of their own. */
  encodeCounts(): Uint8Array {
    this.#mergeCounts();
    return this.#counts.encode();
  }

  get visitors(): VisitorSketch {
    for (const bytes of this.#mergedVisitors ?? []) this.#visitors.merge(VisitorSketch.decode(bytes));
    this.#mergedVisitors = undefined;
    return this.#visitors;
  }

  /** Counts a word; a new one goes to OTHER once the dimension is full. */
  add(dimension: Dimension, word: number, count = 1): void {
    this.addAll({ sections: [dimensionIndex[dimension]], words: [word], counts: [count] });
  }

  /** Counts many words; if there is no room for all new ones, the lower ids are counted. */
  addAll(counts: SortedCounts): void {
    this.#mergeCounts();
    this.#counts.addAll(counts, MAX_VALUES);
  }

  has(dimension: Dimension, word: number): boolean {
    this.#mergeCounts();
    return this.#counts.has(dimensionIndex[dimension], word);
  }

  /** How many new words the dimension can take before they go to OTHER. */
  roomIn(dimension: Dimension): number {
    this.#mergeCounts();
    return Math.max(0, MAX_VALUES - this.#counts.wordCount(dimensionIndex[dimension]));
  }

  /** Adds the other rollup to this one. The cap does not hold for what is only read, but for what is stored or added to. */
  merge(other: Rollup): void {
    this.clicks += other.clicks;
    this.bots += other.bots;
    this.#mergedCounts ??= [];
    this.#mergedCounts.push(other.#counts.encode(), ...(other.#mergedCounts ?? []));
    this.#mergedVisitors ??= [];
    this.#mergedVisitors.push(other.#visitors.encode(), ...(other.#mergedVisitors ?? []));
  }

  /** The largest first, and of equals the lower word; OTHER comes last, whatever its count. */
  top(dimension: Dimension, limit: number): WordCount[] {
    const section = dimensionIndex[dimension];
    const blocks = this.#blocksOf(section);
    const sums = new WordSums(blocks.reduce((sum, block) => sum + block.size(section), 0));
    for (const block of blocks) block.sumInto(sums, section);
    return sums.top(limit);
  }

  /** All counts of a dimension. */
  list(dimension: Dimension): CountList {
    const section = dimensionIndex[dimension];
    const [first = this.#counts, second] = this.#blocksOf(section);
    return second ? listCounts(this.top(dimension, Number.POSITIVE_INFINITY)) : first.list(section);
  }

  /** Those that count anything in a section. */
  #blocksOf(section: number): CountBlock[] {
    const blocks = [this.#counts, ...(this.#mergedCounts ?? []).map((bytes) => new CountBlock(bytes))];
    return blocks.filter((block) => block.size(section) > 0);
  }

  #mergeCounts(): void {
    if (this.#mergedCounts === undefined) return;
    const counts = new CountBlock(null);
    for (const [section, dimension] of dimensions.entries()) {
      const all = this.top(dimension, Number.POSITIVE_INFINITY);
      for (const [rank, { word, count }] of all.entries()) {
        counts.addAll({ sections: [section], words: [rank < MAX_VALUES ? word : OTHER], counts: [count] }, MAX_VALUES);
      }
    }
    this.#counts = counts;
    this.#mergedCounts = undefined;
  }
}
