import { type Dimension, dimensionIndex, dimensions } from './dimension.ts';
import type { Page } from './page.ts';

/** A word for each dimension, in their order; undefined where nothing is known. */
export type Words = (number | undefined)[];

const SECTIONS = dimensions.length;

/** What several pages have to count alike, added up before it is added to each of them. */
export class PageTally {
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

  addTo(page: Page): void {
    const { visitors } = page;
    for (const visitor of this.#visitors) visitors.add(visitor);
    for (const [key, count] of this.#counts) {
      page.add(dimensions[key % SECTIONS] as Dimension, Math.floor(key / SECTIONS), count);
    }
  }

  #addWord(section: number, word: number | undefined): void {
    if (word === undefined) return;
    const key = word * SECTIONS + section;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
}
