import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';

// Another node may have stored a change and stopped since, so each process looks this often.
const LOOK_EVERY_MS = 2_500;

interface Parts {
  /** Applies the changes that are due; returns the time of the next one. */
  applyDue(): Promise<number | undefined>;
  now: Clock;
  log: Log;
}

/** Applies scheduled changes of links when they are due. */
export class ScheduledChanges {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isAwaited = false;
  #isFailing = false;
  #isClosed = true;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#isClosed = false;
    this.wake();
  }

  /** Looks now, because a change was stored. */
  wake(): void {
    this.#isAwaited = true;
    this.#sleep(0);
  }

  /** Resolves once nothing uses the store. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #sleep(ms: number): void {
    if (this.#isClosed || this.#running) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isAwaited = false;
      this.#running = this.#look().then((delayMs) => {
        this.#running = undefined;
        this.#sleep(this.#isAwaited ? 0 : delayMs);
      });
    }, ms);
    this.#timer.unref();
  }

  /** Returns when to look again. */
  async #look(): Promise<number> {
    const { applyDue, now, log } = this.#parts;
    try {
      const next = await applyDue();
      this.#isFailing = false;
      return next === undefined ? LOOK_EVERY_MS : Math.min(Math.max(next - now(), 0), LOOK_EVERY_MS);
    } catch (error) {
      if (!this.#isFailing) log.warn('scheduled changes could not be applied; they are tried again', { error });
      this.#isFailing = true;
      return LOOK_EVERY_MS;
    }
  }
}
