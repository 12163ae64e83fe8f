import type { Log } from '../lib/log.ts';
import { isDamage } from './failures.ts';

const REPORT_EVERY_MS = 60_000;

/** Detects damage to an open store and logs it: at once, then at most once a minute. */
export class Damage {
  /** The number of queries that failed because of damage. */
  count = 0;
  #log: Log | undefined;
  #reportedAtMs = Number.NEGATIVE_INFINITY;

  setLog(log: Log): void {
    this.#log = log;
  }

  /** Counts and logs the error of a query if its cause is damage. */
  note(error: unknown, place: string): void {
    if (!isDamage(error)) return;
    this.count += 1;
    const nowMs = performance.now();
    if (!this.#log || nowMs - this.#reportedAtMs < REPORT_EVERY_MS) return;
    this.#reportedAtMs = nowMs;
    this.#log.error('the store is damaged: stop the server and restore a backup; run signpost doctor for details', {
      store: place,
      queries: this.count,
      error,
    });
  }
}
