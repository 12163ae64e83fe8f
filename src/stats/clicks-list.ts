import type { Db } from '../db/db.ts';
import type { KeptPart, PartPlace } from '../rollups/kept-clicks.store.ts';
import { type KeptClick, KeptScan, readKept, type WordTest } from '../rollups/kept-clicks.ts';
import { type ClickRange, scanKeptClicks } from './scan-kept-clicks.ts';

/** The position of a click among those of its link. It never changes, because new clicks are only appended. */
export interface ClickPlace extends PartPlace {
  index: number;
}

/** Some clicks, newest first, and the position of the last one if there are older clicks. */
export interface ClickSlice {
  clicks: KeptClick[];
  last: ClickPlace | undefined;
}

const PLACE = /^(\d{1,15})\.(\d{1,9})\.(\d{1,9})$/;

/** Encodes a position as an opaque text for clients. */
export function writeCursor({ day, part, index }: ClickPlace): string {
  return Buffer.from(`${day}.${part}.${index}`).toString('base64url');
}

/** The position that a cursor encodes; undefined for any other text. */
export function parseCursor(text: string): ClickPlace | undefined {
  const match = PLACE.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (!match) return undefined;
  const [day = 0, part = 0, index = 0] = match.slice(1).map(Number);
  const place = { day, part, index };
  return writeCursor(place) === text ? place : undefined;
}

/** Lists up to `limit` matching clicks of a range that are older than `after`. */
export async function listKept(
  db: Db,
  range: ClickRange,
  tests: WordTest[] | undefined,
  { limit, after }: { limit: number; after: ClickPlace | undefined },
): Promise<ClickSlice> {
  const clicks: KeptClick[] = [];
  let last: ClickPlace | undefined;
  if (!tests) return { clicks, last };
  // The part of `after` itself may also contain older clicks.
  const olderThan = after && { day: after.day, part: after.part + 1 };
  for await (const parts of scanKeptClicks(db, range, olderThan)) {
    for (const part of parts) {
      for (const index of findListed(part, range, tests, after)) {
        if (clicks.length === limit) return { clicks, last };
        clicks.push(readKept(part.bytes, index));
        last = { day: part.day, part: part.part, index };
      }
    }
  }
  return { clicks, last: undefined };
}

/** The indexes of the clicks of a part that belong to the list, newest first. */
function findListed(
  { day, part, bytes }: KeptPart,
  { from, end }: ClickRange,
  tests: WordTest[],
  after: ClickPlace | undefined,
): number[] {
  const scan = new KeptScan(bytes);
  const indexEnd = after?.day === day && after.part === part ? after.index : scan.count;
  return scan
    .findMatching(tests)
    .filter((index) => index < indexEnd && scan.at(index) >= from && scan.at(index) < end)
    .reverse();
}
