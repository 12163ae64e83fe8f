import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import { addMisses, deleteMissesBefore, findExistingDomains, type MissBatch } from './miss.store.ts';
import { dayOf, firstDayAt, isPossibleCode } from './miss.ts';

/** Counts a request for an alias that does not exist. */
export type RecordMiss = (domainId: number, code: string) => void;

interface Parts {
  db: Db;
  now: Clock;
  log: Log;
}

const WRITE_EVERY_MS = 2_000;
const SWEEP_EVERY_MS = 6 * 60 * 60_000;

// Bounds the memory while the store is unavailable. The store decides which codes are kept.
const MAX_CODES_IN_MEMORY = 2_000;
const MAX_BATCHES = 1_000;

/** Collects misses in memory and adds them to the store every two seconds, so that no visitor waits for it. */
export class MissRecorder {
  readonly #parts: Parts;
  #batches = new Map<string, MissBatch>();
  #timer: Timer | undefined;
  #writing: Promise<void> = Promise.resolve();
  #sweptAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  record: RecordMiss = (domainId, code) => {
    if (!isPossibleCode(domainId, code)) return;
    const at = this.#parts.now();
    const batch = this.#batchOf(domainId, dayOf(at));
    if (!batch) return;
    const seen = batch.codes.get(code);
    if (seen) {
      seen.count += 1;
      seen.lastAt = at;
    } else if (batch.codes.size < MAX_CODES_IN_MEMORY) batch.codes.set(code, { count: 1, lastAt: at });
    else batch.other += 1;
    this.#timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS).unref();
  };

  /** Writes everything that was recorded before; if the store fails, it is kept for the next time. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  /** Writes the rest. */
  close(): Promise<void> {
    return this.write();
  }

  #batchOf(domainId: number, day: number): MissBatch | undefined {
    const key = `${domainId}/${day}`;
    const found = this.#batches.get(key);
    if (found || this.#batches.size >= MAX_BATCHES) return found;
    const batch: MissBatch = { domainId, day, codes: new Map(), other: 0 };
    this.#batches.set(key, batch);
    return batch;
  }

  async #writeAll(): Promise<void> {
    const { db, log } = this.#parts;
    const batches = this.#batches;
    if (batches.size === 0) return;
    this.#batches = new Map();
    try {
      const existing = await findExistingDomains(db, [
        ...new Set([...batches.values()].map((batch) => batch.domainId)),
      ]);
      for (const [key, batch] of batches) {
        if (existing.has(batch.domainId)) await transaction(db, (tx) => addMisses(tx, batch));
        batches.delete(key);
      }
      await this.#sweep();
    } catch (error) {
      log.warn('requests for missing aliases could not be counted', { error });
      for (const batch of batches.values()) this.#putBack(batch);
      this.#timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS).unref();
    }
  }

  #putBack({ domainId, day, codes, other }: MissBatch): void {
    const batch = this.#batchOf(domainId, day);
    if (!batch) return;
    batch.other += other;
    for (const [code, { count, lastAt }] of codes) {
      const seen = batch.codes.get(code);
      if (seen) seen.count += count;
      else if (batch.codes.size < MAX_CODES_IN_MEMORY) batch.codes.set(code, { count, lastAt });
      else batch.other += count;
    }
  }

  /** Deletes old days now and then. */
  async #sweep(): Promise<void> {
    const { db, now } = this.#parts;
    const at = now();
    if (at - this.#sweptAtMs < SWEEP_EVERY_MS) return;
    await deleteMissesBefore(db, firstDayAt(at));
    this.#sweptAtMs = at;
  }
}
