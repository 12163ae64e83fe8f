import type { Db } from '../db/db.ts';
import type { PartPlace } from '../rollups/kept-clicks.store.ts';
import { type KeptClick, KeptScan, readKept } from '../rollups/kept-clicks.ts';
import type { Matches } from './click-filter.ts';
import { type ClickRange, scanKeptClicks } from './scan-kept-clicks.ts';

/** A click's own place among those of its link. New clicks only ever come behind it, so it stays the same. */
export interface ClickPlace extends PartPlace {
  index: number;
}

/** Some clicks, newest first, and the place of the last one where there are older ones. */
export interface ClickSlice {
  clicks: KeptClick[];
  last: ClickPlace | undefined;
}

const PLACE = /^(\d{1,15})\.(\d{1,9})\.(\d{1,9})$/;

/** A place as text for a client, which has no business to look into it. */
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

/** The clicks of a range that match, at most so many, and only those older than `after`. */
export async function listKept(
  db: Db,
  range: ClickRange,
  matches: Matches | undefined,
  { limit, after }: { limit: number; after: ClickPlace | undefined },
): Promise<ClickSlice> {
  const clicks: KeptClick[] = [];
  let last: ClickPlace | undefined;
  if (!matches) return { clicks, last };
  // The part of `after` itself has older clicks too.
  const olderThan = after && { day: after.day, part: after.part + 1 };
  for await (const { day, part, bytes } of scanKeptClicks(db, range, olderThan)) {
    const scan = new KeptScan(bytes);
    const isCut = after?.day === day && after.part === part;
    for (let index = (isCut ? Math.min(after.index, scan.count) : scan.count) - 1; index >= 0; index -= 1) {
      const at = scan.at(index);
      if (at < range.from || at >= range.end || !matches(scan, index)) continue;
      if (clicks.length === limit) return { clicks, last };
      clicks.push(readKept(bytes, index));
      last = { day, part, index };
    }
  }
  return { clicks, last: undefined };
}
