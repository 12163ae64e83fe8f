import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../db/db.ts';
import { mapInSteps } from '../../lib/json-steps.ts';
import { type KeptClick, KeptScan, readKept } from '../../rollups/kept-clicks.ts';
import { DAY_MS } from '../../rollups/subject.ts';
import { countVisitsByDay, readVisitsOfDay, type VisitedLinks, type VisitPart } from './visit.store.ts';

/** Which visits a list has. */
export interface VisitFilters {
  links: VisitedLinks;
  /** Epoch milliseconds; `end` is excluded. */
  from: number | undefined;
  end: number | undefined;
  isWithoutBots: boolean;
}

/** A visit to a link of the list. */
export interface PagedVisit {
  linkId: number;
  click: KeptClick;
}

/** The place of a visit in the parts of its day. */
interface VisitPlace {
  at: number;
  part: VisitPart;
  index: number;
}

/** The visits of a day that pass the filters, newest first. */
async function readDay(db: Db, day: number, filters: VisitFilters): Promise<VisitPlace[]> {
  const { links, from = 0, end = Number.MAX_SAFE_INTEGER, isWithoutBots } = filters;
  const places: VisitPlace[] = [];
  for await (const parts of readVisitsOfDay(db, links, day)) {
    for (const part of parts) {
      const scan = new KeptScan(part.bytes);
      for (let index = 0; index < scan.count; index += 1) {
        const at = scan.at(index);
        if (at < from || at >= end || (isWithoutBots && scan.word(index, 'bot') !== 0)) continue;
        places.push({ at, part, index });
      }
    }
    // SQLite responds synchronously, so the thread handles redirects between the reads.
    await setImmediate();
  }
  // Equal times stay in the order in which they were counted, newest first.
  return places.reverse().sort((left, right) => right.at - left.at);
}

/**
 * One page of visits, newest first, and how many there are. Only the days of the page are read, and those of which a part passes
 * the filters.
 */
export async function listVisits(
  db: Db,
  filters: VisitFilters,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ visits: PagedVisit[]; total: number }> {
  const { links, from = 0, end = Number.MAX_SAFE_INTEGER, isWithoutBots } = filters;
  const visits: PagedVisit[] = [];
  let total = 0;
  const days = await countVisitsByDay(db, links, { from: Math.floor(from / DAY_MS) * DAY_MS, end });
  for (const day of days) {
    const isWhole = !isWithoutBots && day.day >= from && day.day + DAY_MS <= end;
    const isOnPage = total < offset + limit && (!isWhole || total + day.visits > offset);
    const places = isWhole && !isOnPage ? undefined : await readDay(db, day.day, filters);
    const start = Math.max(0, offset - total);
    const wanted = places?.slice(start, start + limit - visits.length) ?? [];
    const shown = await mapInSteps(wanted, ({ part, index }) => ({
      linkId: part.linkId,
      click: readKept(part.bytes, index),
    }));
    for (const visit of shown) visits.push(visit);
    total += places?.length ?? day.visits;
  }
  return { visits, total };
}
