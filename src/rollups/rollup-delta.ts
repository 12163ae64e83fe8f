import type { SortedCounts } from './count-block.ts';
import { dimensions } from './dimension.ts';
import type { Rollup } from './rollup.ts';
import { VisitorSketch } from './visitor-sketch.ts';

// A count is one number, so that many are sorted without a function that compares them: 4 bits for the dimension, 32 for the word,
// and 17 for the count, which are all the bits of a double.
const WORD_UNIT = 2 ** 17;
const SECTION_UNIT = 2 ** 32 * WORD_UNIT;
const MAX_COUNT = WORD_UNIT - 1;
const MAX_SECTIONS = 16;

if (dimensions.length > MAX_SECTIONS) throw new Error('A packed count has no room for so many dimensions.');

/** Counts and visitors that several rollups get alike: summed up once, then added to each. */
export class RollupDelta {
  readonly #visitors: number[];
  readonly #packed: number[] = [];

  /** A visitor may be there several times. */
  constructor(visitors: number[]) {
    this.#visitors = visitors;
  }

  /** The same word may be added several times. */
  addWord(section: number, word: number, count = 1): void {
    const place = section * SECTION_UNIT + word * WORD_UNIT;
    for (let rest = count; rest > 0; rest -= MAX_COUNT) this.#packed.push(place + Math.min(rest, MAX_COUNT));
  }

  addTo(rollups: Rollup[]): void {
    const counts = this.#sumCounts();
    const visitors = VisitorSketch.of(this.#visitors);
    for (const rollup of rollups) {
      rollup.visitors.merge(visitors);
      rollup.addAll(counts);
    }
  }

  #sumCounts(): SortedCounts {
    const packed = Float64Array.from(this.#packed).sort();
    const sections = new Uint8Array(packed.length);
    const words = new Uint32Array(packed.length);
    const counts = new Float64Array(packed.length);
    let size = 0;
    let lastPlace = -1;
    for (let index = 0; index < packed.length; index += 1) {
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
    if (size === packed.length) return { sections, words, counts };
    return { sections: sections.subarray(0, size), words: words.subarray(0, size), counts: counts.subarray(0, size) };
  }
}
