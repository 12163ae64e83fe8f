import type { Engine } from '../db/db.ts';

// Statements take a hundred rows; sizes are multiples of it, so that they can be prepared once.
const LEAST = 100;
const LARGEST = 1_000;
const ON_POSTGRES = 500;

// On SQLite a transaction keeps all others from writing: an API request must not wait longer than this.
const WORK_MS = 6;

/**
 * How many subjects one transaction counts: more are cheaper per click, but must fit into a time limit. The least is high enough that
 * a slow moment does not make counting much more expensive.
 */
export class PartSize {
  subjects: number;
  readonly #isExclusive: boolean;

  constructor(engine: Engine) {
    this.#isExclusive = engine === 'sqlite';
    this.subjects = this.#isExclusive ? LEAST : ON_POSTGRES;
  }

  /** Learns from the duration of a transaction. */
  learn(subjects: number, tookMs: number): void {
    if (!this.#isExclusive || subjects < this.subjects) return;
    const fitting = Math.floor((subjects * WORK_MS) / tookMs / LEAST) * LEAST;
    this.subjects = Math.min(Math.max(fitting, LEAST), LARGEST);
  }
}
