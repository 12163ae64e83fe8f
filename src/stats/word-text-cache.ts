import type { Db } from '../db/db.ts';
import { OTHER } from '../rollups/rollup.ts';
import { readWords } from '../rollups/word.store.ts';

/** The texts of words by id. */
export type Texts = Pick<Map<number, string>, 'get'>;

const MAX_TEXTS = 50_000;

/** Caches the texts of words: they never change, and lists use the same ones again and again. */
export class WordTextCache {
  readonly #db: Db;
  #known = new Map<number, string>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** The texts of these word ids, and possibly of others; an unknown id has none. */
  async read(ids: number[]): Promise<Texts> {
    const known = this.#known;
    const lacking = ids.filter((id) => id !== OTHER && !known.has(id));
    if (lacking.length === 0) return known;
    for (const [id, text] of await readWords(this.#db, lacking)) known.set(id, text);
    if (known.size > MAX_TEXTS) this.#known = new Map();
    return known;
  }
}
