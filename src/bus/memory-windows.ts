import { type RateRule, type RateVerdict, type RateWindows, toVerdict } from '../core/rate-window.ts';
import type { Clock } from '../lib/date-time.ts';

interface Window {
  count: number;
  resetAtMs: number;
}

const MAX_BUCKETS = 100_000;
// Scanning all windows is too expensive to do for each new bucket.
const SWEEP_EVERY_MS = 1_000;

/** The rate windows of one process. Expired windows are removed at intervals; above the limit the oldest bucket is removed. */
export class MemoryWindows implements RateWindows {
  readonly #windows = new Map<string, Window>();
  readonly #now: Clock;
  readonly #maxBuckets: number;
  #sweptAtMs = 0;

  constructor(now: Clock = Date.now, maxBuckets: number = MAX_BUCKETS) {
    this.#now = now;
    this.#maxBuckets = maxBuckets;
  }

  async take(bucket: string, rule: RateRule): Promise<RateVerdict> {
    const now = this.#now();
    let window = this.#windows.get(bucket);
    // The second condition handles a clock that was set back: no window lasts longer than its rule.
    if (!window || window.resetAtMs <= now || window.resetAtMs > now + rule.windowMs) {
      window = { count: 0, resetAtMs: now + rule.windowMs };
      this.#windows.delete(bucket);
      if (this.#windows.size >= this.#maxBuckets) this.#addBackupTables(now);
      this.#windows.set(bucket, window);
    }
    window.count += 1;
    return toVerdict(window.count, rule, window.resetAtMs);
  }

  async giveBack(bucket: string): Promise<void> {
    const window = this.#windows.get(bucket);
    if (window && window.count > 0) window.count -= 1;
  }

  #addBackupTables(now: number): void {
    if (now - this.#sweptAtMs >= SWEEP_EVERY_MS || now < this.#sweptAtMs) this.#sweep(now);
    const [oldest] = this.#windows.keys();
    if (oldest !== undefined && this.#windows.size >= this.#maxBuckets) this.#windows.delete(oldest);
  }

  #sweep(now: number): void {
    this.#sweptAtMs = now;
    for (const [bucket, { resetAtMs }] of this.#windows) {
      if (resetAtMs <= now) this.#windows.delete(bucket);
    }
  }
}
