import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import type { Clock } from '../lib/date-time.ts';
import { CountBlock } from './count-block.ts';
import { dimensions } from './dimension.ts';
import { KeptScan } from './kept-clicks.ts';
import { DAY_MS, HOUR_MS } from './subject.ts';
import { lockWords } from './word.store.ts';
import { WordSet } from './word-set.ts';
import * as store from './word-sweep.store.ts';

const LEASE_MS = HOUR_MS;
// About 2 MB of rollups, or 500 kB of kept clicks.
const ROWS_AT_ONCE = 100;
// A transaction over this many words takes a few milliseconds.
const WORDS_AT_ONCE = 500;
const STEP_LIMIT_MS = 20;

/** Thrown if another process has taken over the sweep. */
class SweepLostError extends Error {}

/** A running sweep: the words that it found in use, and its progress. */
interface Sweep {
  /** The last sweep before this one. */
  number: number;
  beganAt: number;
  /** The stored date of the next sweep; while it is unchanged, this process owns the sweep. */
  due: number;
  inUse: WordSet;
  rollup: store.RollupPlace | undefined;
  kept: store.KeptPlace | undefined;
  word: number;
  stage: 'rollups' | 'kept' | 'words' | 'end';
}

/**
 * Deletes words that no rollup and no kept click refers to, once a day, in one process at a time. A word is deleted by the second
 * consecutive sweep that finds it unused; docs/decisions/0005 explains why counting never loses a word.
 */
export class WordSweep {
  readonly #db: Db;
  readonly #now: Clock;
  #sweep: Sweep | undefined;

  constructor(db: Db, now: Clock) {
    this.#db = db;
    this.#now = now;
  }

  get isUnderWay(): boolean {
    return this.#sweep !== undefined;
  }

  /** Works for a few milliseconds if a sweep is due; returns whether there is more. A failed sweep starts over within an hour. */
  async step(): Promise<boolean> {
    const sweep = this.#sweep ?? (await this.#begin());
    if (!sweep) return false;
    this.#sweep = sweep;
    try {
      await this.#renew(sweep);
      const endMs = performance.now() + STEP_LIMIT_MS;
      while (sweep.stage !== 'end' && performance.now() < endMs) await this.#advance(sweep);
      if (sweep.stage === 'end') await this.#end(sweep);
    } catch (error) {
      this.#sweep = undefined;
      if (!(error instanceof SweepLostError)) throw error;
    }
    return this.isUnderWay;
  }

  /** Claims today's sweep; undefined if it is not due, or if another process runs it. */
  async #begin(): Promise<Sweep | undefined> {
    const now = this.#now();
    const due = await store.findSweepDue(this.#db);
    if (due === undefined) {
      // A new store has no unused words yet.
      await store.moveSweepDue(this.#db, undefined, now + DAY_MS);
      return undefined;
    }
    // A date more than a day away was written by a wrong clock.
    if (due > now && due <= now + DAY_MS) return undefined;
    if (!(await store.moveSweepDue(this.#db, due, now + LEASE_MS))) return undefined;
    const number = await store.readSweepNumber(this.#db);
    await store.waitForOlderBatches(this.#db, number);
    return {
      number,
      beganAt: now,
      due: now + LEASE_MS,
      inUse: new WordSet(),
      rollup: undefined,
      kept: undefined,
      word: 0,
      stage: 'rollups',
    };
  }

  /** Extends the lease, so that no other process starts a sweep while this one runs. */
  async #renew(sweep: Sweep): Promise<void> {
    const now = this.#now();
    if (now < sweep.due - LEASE_MS / 2) return;
    await this.#write(sweep, now + LEASE_MS, async () => {});
  }

  /** Runs the work only if this process still owns the sweep; no other process can take it over before the transaction ends. */
  async #write(sweep: Sweep, due: number, work: (tx: Db) => Promise<void>): Promise<void> {
    await transaction(this.#db, async (tx) => {
      if (!(await store.moveSweepDue(tx, sweep.due, due))) throw new SweepLostError();
      await work(tx);
    });
    sweep.due = due;
  }

  async #advance(sweep: Sweep): Promise<void> {
    if (sweep.stage === 'rollups') await this.#readRollups(sweep);
    else if (sweep.stage === 'kept') await this.#readKept(sweep);
    else await this.#sweepWords(sweep);
  }

  async #readRollups(sweep: Sweep): Promise<void> {
    const rows = await store.readCountsAfter(this.#db, sweep.rollup, ROWS_AT_ONCE);
    for (const { counts } of rows) new CountBlock(counts).forEachWord((word) => sweep.inUse.add(word));
    sweep.rollup = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE) sweep.stage = 'kept';
  }

  async #readKept(sweep: Sweep): Promise<void> {
    const rows = await store.readKeptAfter(this.#db, sweep.kept, ROWS_AT_ONCE);
    for (const { bytes } of rows) {
      const scan = new KeptScan(bytes);
      for (let index = 0; index < scan.count; index += 1) {
        for (const dimension of dimensions) sweep.inUse.add(scan.word(index, dimension));
      }
    }
    sweep.kept = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE) sweep.stage = 'words';
  }

  async #sweepWords(sweep: Sweep): Promise<void> {
    const words = await store.readWordsAfter(this.#db, sweep.word, WORDS_AT_ONCE);
    const unused = words.filter(({ id }) => !sweep.inUse.has(id));
    const deletable = unused.filter(({ unused_in }) => unused_in > 0 && unused_in <= sweep.number);
    const fresh = unused.filter(({ unused_in }) => unused_in === 0);
    const usedAgain = words.filter(({ id, unused_in }) => unused_in > 0 && sweep.inUse.has(id));
    if (deletable.length + fresh.length + usedAgain.length > 0) {
      await this.#write(sweep, sweep.due, async (tx) => {
        await lockWords(tx, idsOf([...deletable, ...fresh, ...usedAgain]));
        await store.noteUnused(tx, idsOf(fresh), sweep.number + 1);
        await store.noteUnused(tx, idsOf(usedAgain), 0);
        await store.deleteUnused(tx, idsOf(deletable), sweep.number);
      });
    }
    sweep.word = words.at(-1)?.id ?? sweep.word;
    if (words.length < WORDS_AT_ONCE) sweep.stage = 'end';
  }

  async #end(sweep: Sweep): Promise<void> {
    await this.#write(sweep, sweep.beganAt + DAY_MS, (tx) => store.addSweep(tx, sweep.number + 1));
    this.#sweep = undefined;
  }
}

function idsOf(words: store.SweptWord[]): number[] {
  return words.map(({ id }) => id);
}
