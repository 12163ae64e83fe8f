import type { Db } from '../db/db.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { WordSweep } from '../rollups/word-sweep.ts';
import { deleteOld, type Retention } from './delete-old.ts';

/** The dependencies of `Cleanup`. */
export interface CleanupParts extends Retention {
  db: Db;
  quarantineFolder: string;
  now: Clock;
  log: Log;
}

/** Deletes expired rows and unused words, a small batch at a time. */
export class Cleanup {
  readonly #parts: CleanupParts;
  readonly #sweep: WordSweep;

  constructor(parts: CleanupParts) {
    this.#parts = parts;
    this.#sweep = new WordSweep(parts.db, parts.now);
  }

  /** Deletes one batch; returns whether there may be more. */
  async tidy(): Promise<boolean> {
    const { db, quarantineFolder, now } = this.#parts;
    if (!this.#sweep.isUnderWay && (await deleteOld(db, quarantineFolder, this.#parts, now()))) return true;
    return this.#sweepWords();
  }

  /** A failed sweep must not stop counting; it starts over within an hour. */
  async #sweepWords(): Promise<boolean> {
    try {
      return await this.#sweep.step();
    } catch (error) {
      this.#parts.log.warn('unused words could not be deleted', { error });
      return false;
    }
  }
}
