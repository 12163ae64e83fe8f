import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import { type KeptPart, type PartPlace, readKeptParts } from '../rollups/kept-clicks.store.ts';
import { DAY_MS } from '../rollups/subject.ts';

/** Where to look for kept clicks: those of one link from `from` and before `end`. */
export interface ClickRange {
  linkId: number;
  from: number;
  end: number;
}

// Small reads first, for a caller that stops early, then larger ones, for a caller that reads everything.
const FIRST_PARTS = 4;
const MAX_PARTS = 32;

/** Reads the parts that may hold clicks of a range, newest first, a few at a time. */
export async function* scanKeptClicks(
  db: Db,
  { linkId, from, end }: ClickRange,
  olderThan?: PartPlace,
): AsyncGenerator<KeptPart> {
  const firstDay = Math.floor(from / DAY_MS) * DAY_MS;
  let before = olderThan;
  for (let limit = FIRST_PARTS; ; limit = Math.min(2 * limit, MAX_PARTS)) {
    const parts = await readKeptParts(db, linkId, firstDay, end, { before, limit });
    yield* parts;
    if (parts.length < limit) return;
    before = parts.at(-1);
    // SQLite answers without a pause: redirects get their turn between the reads.
    await setImmediate();
  }
}
