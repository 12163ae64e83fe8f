import type { Log } from './log.ts';

interface Parts {
  /** Does what is due; returns the milliseconds until there is more to do, at most. */
  run(): Promise<number>;
  /** The pause after a run that failed. */
  retryAfterMs: number;
  /** Logged once if runs fail, until one succeeds. */
  failureText: string;
  log: Log;
}

/** Runs some background work again and again, never twice at the same time, and at once when it is woken. */
export class WorkLoop {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isAwaited = false;
  #isFailing = false;
  #isOpen = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#isOpen = true;
    this.#sleep(0);
  }

  /** Runs now, because there is something to do; does nothing before the start. */
  wake(): void {
    this.#isAwaited = true;
    this.#sleep(0);
  }

  /** Resolves once the last run has ended. */
  async close(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #sleep(ms: number): void {
    if (!this.#isOpen || this.#running) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isAwaited = false;
      this.#running = this.#run().then((delayMs) => {
        this.#running = undefined;
        this.#sleep(this.#isAwaited ? 0 : delayMs);
      });
    }, ms);
    this.#timer.unref();
  }

  /** Returns the pause before the next run. */
  async #run(): Promise<number> {
    const { run, retryAfterMs, failureText, log } = this.#parts;
    try {
      const delayMs = await run();
      this.#isFailing = false;
      return delayMs;
    } catch (error) {
      if (!this.#isFailing) log.warn(failureText, { error });
      this.#isFailing = true;
      return retryAfterMs;
    }
  }
}
