import type { Db } from '../db/db.ts';
import { type Dimension, dimensions } from '../rollups/dimension.ts';
import { OTHER } from '../rollups/rollup.ts';
import { isVisited } from '../rollups/subject.ts';
import type { ClickBuffer } from './click-buffer.ts';
import type { OpenSubject } from './open-subjects.ts';
import { sectionAt, textAt } from './text-tally.ts';
import type { WordIdCache } from './word-id-cache.ts';

const UNKNOWN = -1;
const MISSING = -2;

/** Assigns words to the texts in a buffer. */
export class ClickWords {
  readonly #buffer: ClickBuffer;
  readonly #cache: WordIdCache;
  /** Indexed by the number of the text. */
  readonly #words: Float64Array;
  /** Texts whose words were found in a transaction that may not have been committed. */
  #uncommitted: number[] = [];
  #sweep = -1;

  constructor(buffer: ClickBuffer, cache: WordIdCache) {
    this.#buffer = buffer;
    this.#cache = cache;
    this.#words = new Float64Array(buffer.texts.length).fill(UNKNOWN);
    this.#words[0] = OTHER;
  }

  /** Call this before any other use of words in a transaction. */
  async begin(tx: Db): Promise<void> {
    const sweep = await this.#cache.open(tx);
    if (sweep !== this.#sweep) this.#words.fill(UNKNOWN, 1);
    for (const text of this.#uncommitted) this.#words[text] = UNKNOWN;
    this.#uncommitted = [];
    this.#sweep = sweep;
  }

  /** Call this after the transaction is committed. */
  commit(): void {
    const found = new Map<string, number>();
    for (const text of this.#uncommitted) {
      const word = this.#words[text] as number;
      // The next subject may have room for a text that became OTHER here.
      if (word === OTHER) this.#words[text] = UNKNOWN;
      else found.set(this.#buffer.texts[text] as string, word);
    }
    this.#uncommitted = [];
    this.#cache.remember(found);
  }

  /** The word of each text, indexed by its number. Valid only for texts that `assign` has processed. */
  get byText(): Float64Array {
    return this.#words;
  }

  /**
   * Finds a word for every text in the clicks of these subjects. A text without a word gets one if a visited subject has room for
   * it; otherwise it is counted as OTHER.
   */
  async assign(tx: Db, subjects: OpenSubject[]): Promise<void> {
    const missing = this.#findMissing(subjects);
    if (missing.length === 0) return;
    const { texts } = this.#buffer;
    const textsOf = (numbers: Iterable<number>) => Array.from(numbers, (number) => texts[number] as string);
    this.#setWords(missing, await this.#cache.find(tx, textsOf(missing)));
    const chosen = this.#chooseNew(subjects.filter(({ noun }) => isVisited(noun)));
    if (chosen.size > 0) this.#setWords(chosen, await this.#cache.add(tx, textsOf(chosen)));
    for (const text of missing) if (this.#words[text] === MISSING) this.#words[text] = OTHER;
  }

  #findMissing(subjects: OpenSubject[]): number[] {
    const missing: number[] = [];
    for (const { hours } of subjects) {
      for (const { sum } of hours) {
        for (const place of sum.places) {
          const text = textAt(place);
          if (this.#words[text] !== UNKNOWN) continue;
          const word = this.#cache.idOf(this.#buffer.texts[text] as string);
          this.#words[text] = word ?? MISSING;
          if (word === undefined) missing.push(text);
        }
      }
    }
    for (const text of missing) this.#uncommitted.push(text);
    return missing;
  }

  #setWords(numbers: Iterable<number>, words: Map<string, number>): void {
    for (const number of numbers) {
      const text = this.#buffer.texts[number] as string;
      const word = words.get(text);
      if (word === undefined) continue;
      this.#words[number] = word;
    }
  }

  /**
   * Selects the texts that become words. Anyone can invent referrers, so a subject adds no more words than its total rollup has
   * room for. For a bot only its kind is counted, and there are only five kinds.
   */
  #chooseNew(subjects: OpenSubject[]): Set<number> {
    const chosen = new Set<number>();
    for (const { hours, total } of subjects) {
      const room = new Map<number, number>();
      const chosenPlaces = new Set<number>();
      for (const { places, counts } of hours.map(({ sum }) => sum)) {
        for (const [index, place] of places.entries()) {
          const text = textAt(place);
          if (this.#words[text] !== MISSING || counts[index] === 0 || chosenPlaces.has(place)) continue;
          const section = sectionAt(place);
          const left = room.get(section) ?? total.roomIn(dimensions[section] as Dimension);
          if (left === 0) continue;
          room.set(section, left - 1);
          chosenPlaces.add(place);
          chosen.add(text);
        }
      }
    }
    return chosen;
  }
}
