import { QueueFullError } from './concurrency-limiter.ts';
import { RecentMap } from './recent-map.ts';

/** The bounds of a turn queue. */
export interface TurnQueueRules {
  /** Tasks that run at once. */
  width: number;
  /** Tasks that wait; one more refuses the one that would run last. */
  maxWaiting: number;
  /** How long a task may wait before it is refused. */
  maxWaitMs: number;
}

interface WaitingTask {
  /** The most important one first. */
  parties: readonly string[];
  start: () => void;
  refuse: (error: QueueFullError) => void;
}

const PARTIES_REMEMBERED = 1_000;

function compareTurns(one: number[], other: number[]): number {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Runs tasks in turns: first the one whose parties, such as an owner and a visitor, had no turn for the longest time. So a party with
 * many tasks waits for the others, and they do not wait for it.
 */
export class TurnQueue {
  readonly #rules: TurnQueueRules;
  readonly #waiting: WaitingTask[] = [];
  readonly #lastTurns = new RecentMap<number>(PARTIES_REMEMBERED);
  #turn = 0;
  #inside = 0;

  constructor(rules: TurnQueueRules) {
    this.#rules = rules;
  }

  /** Runs a task when its turn comes; throws a QueueFullError if it is refused before. */
  async run<T>(parties: readonly string[], work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#rules.width) this.#begin(parties);
    else await this.#wait(parties);
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      const [next] = this.#inOrder();
      if (next) {
        this.#remove(next);
        this.#begin(next.parties);
        next.start();
      }
    }
  }

  #begin(parties: readonly string[]): void {
    this.#inside += 1;
    this.#turn += 1;
    for (const party of parties) this.#lastTurns.set(party, this.#turn);
  }

  async #wait(parties: readonly string[]): Promise<void> {
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    const task: WaitingTask = { parties, start, refuse };
    this.#waiting.push(task);
    const last = this.#waiting.length > this.#rules.maxWaiting ? this.#inOrder().at(-1) : undefined;
    if (last) this.#refuse(last);
    const timer = setTimeout(() => this.#refuse(task), this.#rules.maxWaitMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  #remove(task: WaitingTask): void {
    this.#waiting.splice(this.#waiting.indexOf(task), 1);
  }

  #refuse(task: WaitingTask): void {
    this.#remove(task);
    task.refuse(new QueueFullError());
  }

  /** The waiting tasks in the order in which they will run. Each is judged by its newest turn, then by its parties one by one. */
  #inOrder(): WaitingTask[] {
    const turnsOf = ({ parties }: WaitingTask) => {
      const turns = parties.map((party) => this.#lastTurns.get(party) ?? 0);
      return [Math.max(0, ...turns), ...turns];
    };
    const ranked = this.#waiting.map((task) => ({ task, turns: turnsOf(task) }));
    // Sorting is stable: of equal tasks the first one runs first.
    ranked.sort((one, other) => compareTurns(one.turns, other.turns));
    return ranked.map(({ task }) => task);
  }
}
