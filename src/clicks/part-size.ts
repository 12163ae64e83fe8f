import type { Engine } from '../db/db.ts';

// Statements are prepared once for each number of rows; multiples keep these numbers few.
const STEP = 25;
const FIRST = 100;
const LARGEST = 1_000;
const ON_POSTGRES = 500;

// On SQLite a transaction blocks all other writers; API requests should not wait longer than this.
const WORK_MS = 10;

// As many clicks of one subject cost about as much as another subject.
const CLICKS_A_UNIT = 32;

/**
 * How much one transaction counts, in units: a subject is one, or more if it has many clicks. Larger transactions cost less per click
 * but must keep a time limit.
 */
export class PartSize {
  units: number;
  readonly #isExclusive: boolean;
  #partUnits = 0;

  constructor(engine: Engine) {
    this.#isExclusive = engine === 'sqlite';
    this.units = this.#isExclusive ? FIRST : ON_POSTGRES;
  }

  /** Splits subjects into parts; the size of each part is chosen when it begins. */
  *split<Subject>(subjects: Subject[], clicksOf: (subject: Subject) => number): Generator<Subject[]> {
    for (let from = 0; from < subjects.length; ) {
      let to = from;
      this.#partUnits = 0;
      for (; to < subjects.length && this.#partUnits < this.units; to += 1) {
        this.#partUnits += Math.max(1, clicksOf(subjects[to] as Subject) / CLICKS_A_UNIT);
      }
      yield subjects.slice(from, to);
      from = to;
    }
  }

  /** Adjusts the size to the duration of the last part's transaction. */
  learn(tookMs: number): void {
    if (!this.#isExclusive || this.#partUnits < this.units) return;
    const fitting = Math.floor((this.#partUnits * WORK_MS) / tookMs / STEP) * STEP;
    this.units = Math.min(Math.max(fitting, STEP), LARGEST);
  }
}
