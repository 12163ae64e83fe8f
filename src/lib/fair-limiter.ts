import { QueueFullError } from './concurrency-limiter.ts';

/** The limits of a fair limiter. */
export interface FairLimiterRules {
  /** Tasks that run at once, over all groups. */
  width: number;
  /** Tasks of one group that run at once. */
  groupWidth: number;
  /** Tasks of one group that wait; the next one fails with a QueueFullError. */
  groupMaxWaiting: number;
}

/** Shares its slots round-robin between groups, so that one group with much slow work does not delay the others. */
export class FairLimiter {
  readonly #rules: FairLimiterRules;
  readonly #running = new Map<number, number>();
  /** Waiting tasks by group, in the order of the groups' turns. */
  readonly #waiting = new Map<number, (() => void)[]>();
  #inside = 0;

  constructor(rules: FairLimiterRules) {
    this.#rules = rules;
  }

  async run<T>(group: number, work: () => Promise<T>): Promise<T> {
    await this.#enter(group);
    try {
      return await work();
    } finally {
      this.#leave(group);
    }
  }

  #hasPlace(group: number): boolean {
    return this.#inside < this.#rules.width && (this.#running.get(group) ?? 0) < this.#rules.groupWidth;
  }

  #take(group: number): void {
    this.#inside += 1;
    this.#running.set(group, (this.#running.get(group) ?? 0) + 1);
  }

  async #enter(group: number): Promise<void> {
    if (this.#hasPlace(group)) {
      this.#take(group);
      return;
    }
    const queue = this.#waiting.get(group) ?? [];
    if (queue.length >= this.#rules.groupMaxWaiting) throw new QueueFullError();
    await new Promise<void>((resolve) => {
      queue.push(resolve);
      this.#waiting.set(group, queue);
    });
  }

  #leave(group: number): void {
    this.#inside -= 1;
    const left = (this.#running.get(group) ?? 0) - 1;
    if (left > 0) this.#running.set(group, left);
    else this.#running.delete(group);
    this.#letNextIn();
  }

  #letNextIn(): void {
    for (const [group, queue] of this.#waiting) {
      if (!this.#hasPlace(group)) continue;
      const enter = queue.shift();
      // Deleting and setting the group again moves it to the end of the Map.
      this.#waiting.delete(group);
      if (queue.length > 0) this.#waiting.set(group, queue);
      this.#take(group);
      enter?.();
      return;
    }
  }
}
