import type { Db } from '../db/db.ts';
import { addWords, findWords } from '../rollups/word.store.ts';

const MAX_WORDS = 50_000;

/** The numbers of words, remembered: nearly every click uses words that were used before. */
export class WordBook {
  readonly #known = new Map<string, number>();

  /** The numbers of those texts that have one. */
  async find(tx: Db, texts: Iterable<string>): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    const asked: string[] = [];
    for (const text of texts) {
      const id = this.#known.get(text);
      if (id === undefined) asked.push(text);
      else found.set(text, id);
    }
    if (asked.length > 0) for (const [text, id] of await findWords(tx, asked)) found.set(text, id);
    return found;
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
