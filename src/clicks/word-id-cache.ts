import type { Db } from '../db/db.ts';
import { addWords, holdWords } from '../rollups/word.store.ts';
import { readSweepNumber } from '../rollups/word-sweep.store.ts';

const MAX_WORDS = 50_000;

/** Caches the ids of words: nearly every click uses words that were used before. */
export class WordIdCache {
  readonly #known = new Map<string, number>();
  #sweep = 0;

  /** Call this first in a transaction: clears the cache if a sweep has ended since. Returns the number of the last sweep. */
  async open(tx: Db): Promise<number> {
    const sweep = await readSweepNumber(tx);
    if (sweep !== this.#sweep) this.#known.clear();
    this.#sweep = sweep;
    return sweep;
  }

  /** The cached id of a text. */
  idOf(text: string): number | undefined {
    return this.#known.get(text);
  }

  /** Finds the ids of the texts that are stored as words. */
  find(tx: Db, texts: Iterable<string>): Promise<Map<string, number>> {
    return holdWords(tx, [...texts]);
  }

  /** Returns the ids of all texts, and stores the missing ones as words. */
  add(tx: Db, texts: Iterable<string>): Promise<Map<string, number>> {
    return addWords(tx, [...texts]);
  }

  /** Caches ids, which must come from a committed transaction. */
  remember(words: ReadonlyMap<string, number>): void {
    if (this.#known.size + words.size > MAX_WORDS) this.#known.clear();
    for (const [text, id] of words) this.#known.set(text, id);
  }
}
