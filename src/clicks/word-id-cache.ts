import type { Db } from '../db/db.ts';
import { addWords, holdWords } from '../rollups/word.store.ts';
import { readSweepNumber } from '../rollups/word-sweep.store.ts';

const MAX_WORDS = 50_000;

/** Remembers the ids of words: nearly every click uses words that were used before. */
export class WordIdCache {
  readonly #known = new Map<string, number>();
  #sweep = 0;

  /** Must be the first use of the cache in a transaction: forgets all words if a sweep has ended since. Returns the last sweep. */
  async open(tx: Db): Promise<number> {
    const sweep = await readSweepNumber(tx);
    if (sweep !== this.#sweep) this.#known.clear();
    this.#sweep = sweep;
    return sweep;
  }

  /** The id of a text that is remembered. */
  idOf(text: string): number | undefined {
    return this.#known.get(text);
  }

  /** The ids of those texts that are words in the store. */
  find(tx: Db, texts: Iterable<string>): Promise<Map<string, number>> {
    return holdWords(tx, [...texts]);
  }

  /** The ids of all texts; those that are no words yet become words. */
  add(tx: Db, texts: Iterable<string>): Promise<Map<string, number>> {
    return addWords(tx, [...texts]);
  }

  /** Remembers ids, which must come from a committed transaction. */
  remember(words: ReadonlyMap<string, number>): void {
    if (this.#known.size + words.size > MAX_WORDS) this.#known.clear();
    for (const [text, id] of words) this.#known.set(text, id);
  }
}
