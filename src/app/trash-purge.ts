import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import { releaseLease, takeLease } from '../db/lease.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { randomToken } from '../lib/token.ts';

// Items are kept for 30 days, so an hour more does not matter.
const LOOK_EVERY_MS = 3_600_000;
const LEASE_MS = 600_000;

interface Parts {
  db: Db;
  /** Permanently deletes some expired items; returns whether there may be more. */
  purgeSome(): Promise<boolean>;
  now: Clock;
  log: Log;
}

/** Permanently deletes expired items of the trash, in one process at a time. */
export class TrashPurge {
  readonly #parts: Parts;
  readonly #lease = { name: 'trash', holder: randomToken(12) };
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Looks now and every hour. */
  start(): void {
    this.#timer = setTimeout(
      () => {
        this.#running = this.run().then(() => {
          if (!this.#isClosed) this.start();
        });
      },
      this.#running ? LOOK_EVERY_MS : 0,
    );
    this.#timer.unref();
  }

  /** Deletes all expired items, unless another process does. */
  async run(): Promise<void> {
    const { db, purgeSome, now, log } = this.#parts;
    try {
      while (!this.#isClosed && (await takeLease(db, this.#lease, now(), LEASE_MS))) {
        if (await purgeSome()) await setImmediate();
        else return await releaseLease(db, this.#lease);
      }
    } catch (error) {
      log.warn('the trash could not be emptied; it is tried again within an hour', { error });
    }
  }

  /** Resolves once nothing uses the store. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
