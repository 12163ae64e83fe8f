import type { Database } from '../db/db.ts';

const FIRST = 4_000;
const LEAST = 1_000;
const LARGEST = 6_000;

// On SQLite a transaction keeps all others from writing; its commit comes on top of this.
const WORK_MS = 90;

/** How many clicks one batch counts: larger batches are cheaper per click, but must fit into a time limit. */
export class BatchSize {
  records = FIRST;
  readonly #isExclusive: boolean;

  constructor(engine: Database['engine']) {
    this.#isExclusive = engine === 'sqlite';
  }

  /** Learns from what a transaction took; one that was not full says nothing of a full one. */
  learn(recordCount: number, tookMs: number): void {
    if (recordCount < this.records || !this.#isExclusive) return;
    this.records = Math.min(Math.max(Math.round((recordCount * WORK_MS) / tookMs), LEAST), LARGEST);
  }
}
