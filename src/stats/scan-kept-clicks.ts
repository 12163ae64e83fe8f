import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import {
  countKeptParts,
  type KeptPart,
  type PartPlace,
  readKeptParts,
  readPartsOf,
  readPartsOfDay,
} from '../rollups/kept-clicks.store.ts';
import { DAY_MS } from '../rollups/subject.ts';

/** Selects the kept clicks of one subject from `from` to before `end`. */
export interface ClickRange {
  /** See `keptKeyOf`. */
  key: number;
  from: number;
  end: number;
}

// Small reads first, for a caller that stops early, then larger ones, for a caller that reads everything.
const FIRST_PARTS = 4;
const MAX_PARTS = 32;

// Takes about two milliseconds, in which the thread handles no redirects.
const PARTS_AT_ONCE = 128;

function firstDayOf(from: number): number {
  return Math.floor(from / DAY_MS) * DAY_MS;
}

/** Reads the parts of one subject that may contain clicks of a range, newest first, a few at a time. */
export async function* scanKeptClicks(
  db: Db,
  { key, from, end }: ClickRange,
  olderThan?: PartPlace,
): AsyncGenerator<KeptPart[]> {
  let before = olderThan;
  for (let limit = FIRST_PARTS; ; limit = Math.min(2 * limit, MAX_PARTS)) {
    const parts = await readKeptParts(db, key, firstDayOf(from), end, { before, limit });
    yield parts;
    if (parts.length < limit) return;
    before = parts.at(-1);
    // SQLite responds synchronously, so the thread handles redirects between the reads.
    await setImmediate();
  }
}

/** Reads all parts of one subject in a range, in any order. Seeking each day and part is faster than continuing a sorted list. */
async function* scanDays(db: Db, { key, from, end }: ClickRange): AsyncGenerator<KeptPart[]> {
  for (let day = firstDayOf(from); day < end; day += DAY_MS) {
    for (let first = 0; ; first += PARTS_AT_ONCE) {
      const parts = await readPartsOfDay(db, key, day, { first, end: first + PARTS_AT_ONCE });
      yield parts;
      await setImmediate();
      // The parts of a day are numbered without gaps.
      if (parts.length < PARTS_AT_ONCE) break;
    }
  }
}

/** Reads the parts of many subjects that may contain clicks of a range, in any order, a few at a time. */
export async function* scanManyKept(
  db: Db,
  keyLists: AsyncIterable<number[]>,
  { from, end }: { from: number; end: number },
): AsyncGenerator<KeptPart[]> {
  const firstDay = firstDayOf(from);
  for await (const keys of keyLists) {
    let batch: number[] = [];
    let batchParts = 0;
    for (const { key, parts } of await countKeptParts(db, keys, firstDay, end)) {
      if (parts > PARTS_AT_ONCE) {
        yield* scanDays(db, { key, from, end });
        continue;
      }
      if (batchParts + parts > PARTS_AT_ONCE) {
        yield await readPartsOf(db, batch, firstDay, end);
        await setImmediate();
        [batch, batchParts] = [[], 0];
      }
      batch.push(key);
      batchParts += parts;
    }
    if (batch.length > 0) yield await readPartsOf(db, batch, firstDay, end);
    await setImmediate();
  }
}
