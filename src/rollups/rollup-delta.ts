import type { SortedCounts } from './count-block.ts';
import { dimensions } from './dimension.ts';
import type { Rollup } from './rollup.ts';
import type { VisitorSketch } from './visitor-sketch.ts';

// Each count is packed into one number, so that sorting needs no comparison function: 5 bits for the dimension, 32 for the word
// and 16 for the count, which together use all integer bits of a double.
const WORD_UNIT = 2 ** 16;
const SECTION_UNIT = 2 ** 32 * WORD_UNIT;
const MAX_COUNT = WORD_UNIT - 1;
const MAX_SECTIONS = 32;

// Up to this many counts are summed in plain arrays: for them, creating typed arrays takes longer than sorting.
const FEW = 24;

/** Sorts few numbers, most of which are in order already; `sort` with a comparison takes several times as long. */
function sortFew(numbers: number[]): number[] {
  for (let end = 1; end < numbers.length; end += 1) {
    const moved = numbers[end] as number;
    let place = end;
    for (; place > 0 && (numbers[place - 1] as number) > moved; place -= 1)
      numbers[place] = numbers[place - 1] as number;
    numbers[place] = moved;
  }
  return numbers;
}

if (dimensions.length > MAX_SECTIONS) throw new Error('A packed count has no room for so many dimensions.');

/** Counts and visitors to add to several rollups: prepared once, then added to each. */
export class RollupDelta {
  readonly #visitors: VisitorSketch;
  readonly #packed: number[] = [];

  constructor(visitors: VisitorSketch) {
    this.#visitors = visitors;
  }

  /** The same word may be added several times. */
  addWord(section: number, word: number, count = 1): void {
    const place = section * SECTION_UNIT + word * WORD_UNIT;
    for (let rest = count; rest > 0; rest -= MAX_COUNT) this.#packed.push(place + Math.min(rest, MAX_COUNT));
  }

  addTo(rollups: Rollup[]): void {
    const counts = this.#sumCounts();
    for (const rollup of rollups) {
      rollup.visitors.merge(this.#visitors);
      rollup.addAll(counts);
    }
  }

  #sumCounts(): SortedCounts {
    const isFew = this.#packed.length <= FEW;
    const packed = isFew ? sortFew(this.#packed) : Float64Array.from(this.#packed).sort();
    const { length } = packed;
    const sections = isFew ? [] : new Uint8Array(length);
    const words = isFew ? [] : new Uint32Array(length);
    const counts = isFew ? [] : new Float64Array(length);
    let size = 0;
    let lastPlace = -1;
    for (let index = 0; index < length; index += 1) {
      const one = packed[index] as number;
      const place = Math.floor(one / WORD_UNIT);
      const count = one - place * WORD_UNIT;
      if (place === lastPlace) {
        counts[size - 1] = (counts[size - 1] as number) + count;
        continue;
      }
      lastPlace = place;
      const section = Math.floor(place / 2 ** 32);
      sections[size] = section;
      words[size] = place - section * 2 ** 32;
      counts[size] = count;
      size += 1;
    }
    if (size === length) return { sections, words, counts };
    return { sections: sections.slice(0, size), words: words.slice(0, size), counts: counts.slice(0, size) };
  }
}
