import { CountBlock, type SortedCounts } from './count-block.ts';
import { type Dimension, dimensionIndex, dimensions } from './dimension.ts';
import { VisitorSketch } from './visitor-sketch.ts';
import { type CountList, listCounts, OTHER, type WordCount, WordSums } from './word-sums.ts';

export { OTHER, type WordCount };

/** The maximum number of words that a rollup counts in one dimension; further words are counted as OTHER. */
export const MAX_VALUES = 500;

/** A rollup as it is stored in its row. */
export interface StoredRollup {
  clicks: number;
  bots: number;
  counts: Uint8Array | null;
  visitors: Uint8Array | null;
}

/** Subtracts counts. Words that the first list has no room for are part of its OTHER. */
function subtractCounts(section: number, all: CountList, gone: CountList): SortedCounts {
  const left = new Map(Array.from(all.words, (word, place) => [word, all.counts[place] as number]));
  let fromOther = 0;
  for (const [place, word] of gone.words.entries()) {
    const count = gone.counts[place] as number;
    const known = word === OTHER ? 0 : (left.get(word) ?? 0);
    if (known > 0) left.set(word, Math.max(0, known - count));
    fromOther += Math.max(0, count - known);
  }
  left.set(OTHER, Math.max(0, (left.get(OTHER) ?? 0) - fromOther));
  const rest = [...left].filter(([, count]) => count > 0).sort(([one], [another]) => one - another);
  return {
    sections: rest.map(() => section),
    words: rest.map(([word]) => word),
    counts: rest.map(([, count]) => count),
  };
}

/** All counts of one subject in one time slot. Bytes are decoded only when a value is read. */
export class Rollup {
  clicks: number;
  bots: number;
  #counts: CountBlock;
  readonly #visitors: VisitorSketch;
  /** Merged rollups that are not added up yet; undefined if there are none. */
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

  /** The stored form of the dimensions; clicks, bots and visitors have their own columns. */
  encodeCounts(): Uint8Array {
    this.#mergeCounts();
    return this.#counts.encode();
  }

  get visitors(): VisitorSketch {
    for (const bytes of this.#mergedVisitors ?? []) this.#visitors.merge(VisitorSketch.decode(bytes));
    this.#mergedVisitors = undefined;
    return this.#visitors;
  }

  /** Whether both are stored as the same bytes. */
  equals(other: Rollup): boolean {
    if (this.clicks !== other.clicks || this.bots !== other.bots) return false;
    const isSame = Buffer.compare(this.encodeCounts(), other.encodeCounts()) === 0;
    return isSame && Buffer.compare(this.visitors.encode(), other.visitors.encode()) === 0;
  }

  /** Counts a word; if the dimension is full, a new word is counted as OTHER. */
  add(dimension: Dimension, word: number, count = 1): void {
    this.addAll({ sections: [dimensionIndex[dimension]], words: [word], counts: [count] });
  }

  /** Counts many words; if there is no room for all new words, those with lower ids are preferred. */
  addAll(counts: SortedCounts): void {
    this.#mergeCounts();
    this.#counts.addAll(counts, MAX_VALUES);
  }

  has(dimension: Dimension, word: number): boolean {
    this.#mergeCounts();
    return this.#counts.has(dimensionIndex[dimension], word);
  }

  /** How many new words the dimension has room for. */
  roomIn(dimension: Dimension): number {
    this.#mergeCounts();
    return Math.max(0, MAX_VALUES - this.#counts.wordCount(dimensionIndex[dimension]));
  }

  /** Adds the other rollup to this one. MAX_VALUES applies only once the result is stored or changed, not while it is read. */
  merge(other: Rollup): void {
    this.clicks += other.clicks;
    this.bots += other.bots;
    this.#mergedCounts ??= [];
    this.#mergedCounts.push(other.#counts.encode(), ...(other.#mergedCounts ?? []));
    this.#mergedVisitors ??= [];
    this.#mergedVisitors.push(other.#visitors.encode(), ...(other.#mergedVisitors ?? []));
  }

  /**
   * A copy without the counts of the other rollup, which this one contains. `remaining` are the visitors of everything else that this
   * one contains; without them, a visitor of the other rollup is assumed to have visited nothing else.
   */
  without(other: Rollup, remaining: VisitorSketch | undefined): Rollup {
    const clicks = Math.max(0, this.clicks - other.clicks);
    const visitors = clicks === 0 ? VisitorSketch.decode(null) : this.visitors.without(other.visitors, remaining);
    const rest = new Rollup({
      clicks,
      bots: Math.max(0, this.bots - other.bots),
      counts: null,
      visitors: visitors.encode(),
    });
    for (const dimension of dimensions) {
      rest.addAll(subtractCounts(dimensionIndex[dimension], this.list(dimension), other.list(dimension)));
    }
    return rest;
  }

  /** The largest counts first; equal counts are sorted by word. OTHER is always last. */
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

  /** The blocks that have counts in a section. */
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
