import type { Db } from '../db/db.ts';
import { addWords, holdWords } from '../rollups/word.store.ts';
import { readSweepNumber } from '../rollups/word-sweep.store.ts';

const MAX_WORDS = 50_000;

/** The numbers of words, remembered: nearly every click uses words that were used before. */
export class WordIdCache {
  readonly #known = new Map<string, number>();
  #sweep = 0;

  /** Must be the first use of the book in a transaction: forgets all words where a sweep has ended since they were remembered. */
  async open(tx: Db): Promise<void> {
    const sweep = await readSweepNumber(tx);
    if (sweep === this.#sweep) return;
    this.#known.clear();
    this.#sweep = sweep;
  }

  /** The number of a text that is remembered. */
  numberOf(text: string): number | undefined {
    return this.#known.get(text);
  }

  /** The numbers of those texts that have one in the store. */
  find(tx: Db, texts: Iterable<string>): Promise<Map<string, number>> {
    return holdWords(tx, [...texts]);
  }

  /** Gives every text a number. */
  add(tx: Db, texts: Iterable<string>): Promise<Map<string, number>> {
    return addWords(tx, [...texts]);
  }

  /** Remembers numbers; only those of a transaction that was committed are good. */
  remember(words: Map<string, number>): void {
    if (this.#known.size + words.size > MAX_WORDS) this.#known.clear();
    for (const [text, id] of words) this.#known.set(text, id);
  }
}
