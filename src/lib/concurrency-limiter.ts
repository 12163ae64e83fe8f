/** Thrown where all places are taken and enough work waits for them already. */
export class QueueFullError extends Error {
  constructor() {
    super('too much work is waiting already');
    this.name = 'QueueFullError';
  }
}

/** Lets at most `width` pieces of work run at once; the rest wait their turn in order, at most `maxWaiting` of them. */
export class ConcurrencyLimiter {
  readonly #width: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(width: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#width = width;
    this.#maxWaiting = maxWaiting;
  }

  /** Waits for a place; whoever enters must leave. */
  async enter(): Promise<void> {
    if (this.#inside < this.#width) {
      this.#inside += 1;
      return;
    }
    if (this.#waiting.length >= this.#maxWaiting) throw new QueueFullError();
    // The place is handed over by leave(), so #inside does not change for a waiter.
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#inside -= 1;
  }

  async run<T>(work: () => T | Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }
}
