/** Thrown if all slots are taken and the queue is full. */
export class QueueFullError extends Error {
  constructor() {
    super('too much work is waiting already');
    this.name = 'QueueFullError';
  }
}

/** Runs at most `width` tasks at once; up to `maxWaiting` further tasks wait in order. */
export class ConcurrencyLimiter {
  readonly #width: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(width: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#width = width;
    this.#maxWaiting = maxWaiting;
  }

  /** Waits for a slot; every enter() needs a leave(). */
  async enter(): Promise<void> {
    if (this.#inside < this.#width) {
      this.#inside += 1;
      return;
    }
    if (this.#waiting.length >= this.#maxWaiting) throw new QueueFullError();
    // leave() passes its slot on, so #inside does not change for a waiting task.
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
