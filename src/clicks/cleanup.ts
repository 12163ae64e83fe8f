import type { Db } from '../db/db.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { WordSweep } from '../rollups/word-sweep.ts';
import { deleteOld } from './delete-old.ts';

/** What tidying needs. */
export interface CleanupParts {
  db: Db;
  quarantineFolder: string;
  retentionDays: number;
  now: Clock;
  log: Log;
}

/** Deletes what has grown too old and what is no longer used, a little at a time. */
export class Cleanup {
  readonly #parts: CleanupParts;
  readonly #sweep: WordSweep;

  constructor(parts: CleanupParts) {
    this.#parts = parts;
    this.#sweep = new WordSweep(parts.db, parts.now);
  }

  /** Tells whether there may be more to do now. */
  async tidy(): Promise<boolean> {
    const { db, quarantineFolder, retentionDays, now } = this.#parts;
    if (!this.#sweep.isUnderWay && (await deleteOld(db, quarantineFolder, retentionDays, now()))) return true;
    return this.#sweepWords();
  }

  /** A sweep that fails must not hold up counting; it starts over within an hour. */
  async #sweepWords(): Promise<boolean> {
    try {
      return await this.#sweep.step();
    } catch (error) {
      this.#parts.log.warn('unused words could not be deleted', { error });
      return false;
    }
  }
}
