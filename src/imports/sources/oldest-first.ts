import { type ClickCursor, createSentFilter } from './click-cursor.ts';

/** A page of visits, newest first. */
export interface VisitPage<Visit> {
  visits: Visit[];
  pages: number;
}

/** Which visits a page is of; both dates belong to the range. */
export interface VisitRange {
  page: number;
  from?: number | undefined;
  to?: number | undefined;
}

const SECOND_MS = 1_000;

/**
 * Yields visits after the cursor, oldest first, from a service that lists the newest first. New visits meanwhile would move all others to
 * later pages, so several pages are read only of a time that is over; what came since then follows.
 */
export async function* readOldestFirst<Visit extends { at: number }>(
  start: ClickCursor,
  readPage: (range: VisitRange) => Promise<VisitPage<Visit>>,
  move: (cursor: ClickCursor, visits: Visit[]) => ClickCursor,
): AsyncGenerator<{ visits: Visit[]; cursor: ClickCursor; isLast: boolean }> {
  for (let cursor = start; ; ) {
    const from = cursor.until > 0 ? cursor.until : undefined;
    const newest = await readPage({ page: 1, from });
    const dropSent = createSentFilter(cursor);
    if (newest.pages <= 1) {
      const visits = dropSent(newest.visits.toReversed());
      yield { visits, cursor: move(cursor, visits), isLast: true };
      return;
    }
    const newestAt = newest.visits[0]?.at ?? 0;
    const over = newestAt - SECOND_MS;
    // Visits that all have the same time cannot be told apart by it.
    const to = newest.visits.at(-1)?.at === newestAt ? undefined : over;
    const { pages } = to === undefined ? newest : await readPage({ page: 1, from, to });
    for (let page = pages; page >= 1; page -= 1) {
      const read = to === undefined && page === 1 ? newest : await readPage({ page, from, to });
      const visits = dropSent(read.visits.toReversed());
      cursor = move(cursor, visits);
      const isLast = to === undefined && page === 1;
      if (visits.length > 0 || isLast) yield { visits, cursor, isLast };
      if (isLast) return;
    }
  }
}
