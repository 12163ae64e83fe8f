import type { SortedCounts } from './count-block.ts';
import { dimensionIndex, dimensions } from './dimension.ts';
import type { Rollup } from './rollup.ts';

/** A word for each dimension, in their order; undefined where nothing is known. */
export type Words = (number | undefined)[];

const SECTIONS = dimensions.length;
const TWO_32 = 2 ** 32;

/** What several rollups have to count alike, added up before it is added to each of them. */
export class RollupDelta {
  readonly #visitors: number[] = [];
  /** By word and dimension in one number. */
  readonly #counts = new Map<number, number>();

  addPerson(visitor: number, words: Words): void {
    this.#visitors.push(visitor);
    for (let section = 0; section < SECTIONS; section += 1) this.#addWord(section, words[section]);
  }

  /** Of a machine only its kind is counted. */
  addBot(words: Words): void {
    this.#addWord(dimensionIndex.bot, words[dimensionIndex.bot]);
  }

  addTo(rollups: Rollup[]): void {
    const counts = this.#sortCounts();
    for (const rollup of rollups) {
      const { visitors } = rollup;
      for (const visitor of this.#visitors) visitors.add(visitor);
      rollup.addAll(counts);
    }
  }

  #sortCounts(): SortedCounts {
    // As plain numbers, which are sorted without a function that compares them.
    const places = new Float64Array(this.#counts.size);
    let size = 0;
    for (const key of this.#counts.keys()) places[size++] = (key % SECTIONS) * TWO_32 + Math.floor(key / SECTIONS);
    places.sort();
    const sections: number[] = [];
    const words: number[] = [];
    const counts: number[] = [];
    for (let index = 0; index < size; index += 1) {
      const place = places[index] as number;
      const section = Math.floor(place / TWO_32);
      const word = place - section * TWO_32;
      sections.push(section);
      words.push(word);
      counts.push(this.#counts.get(word * SECTIONS + section) ?? 0);
    }
    return { sections, words, counts };
  }

  #addWord(section: number, word: number | undefined): void {
    if (word === undefined) return;
    const key = word * SECTIONS + section;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
}
