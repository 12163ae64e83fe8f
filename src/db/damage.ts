import type { Log } from '../lib/log.ts';
import { isDamage } from './failures.ts';

const TELL_EVERY_MS = 60_000;

/** Notes when an open store turns out to be damaged, and tells it in the log: at once, then once a minute while it goes on. */
export class Damage {
  /** How many queries have met it. */
  count = 0;
  #log: Log | undefined;
  #toldAtMs = Number.NEGATIVE_INFINITY;

  /** Where it is told from now on. */
  tellTo(log: Log): void {
    this.#log = log;
  }

  /** Looks whether a failed query has met damage. */
  note(error: unknown, place: string): void {
    if (!isDamage(error)) return;
    this.count += 1;
    const nowMs = performance.now();
    if (!this.#log || nowMs - this.#toldAtMs < TELL_EVERY_MS) return;
    this.#toldAtMs = nowMs;
    this.#log.error('the store is damaged: stop the server and restore a backup; signpost doctor says more', {
      store: place,
      queries: this.count,
      error,
    });
  }
}
