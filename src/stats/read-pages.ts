import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import { Page } from '../rollups/page.ts';
import { readPages, readSeries } from '../rollups/rollup.reading.ts';
import type { Subject } from '../rollups/subject.ts';
import { piecesOf, pointIndex, type Range } from './stats.range.ts';
import { newPoints, type Point } from './summary.ts';

function countedIn(page: Page): Omit<Point, 'start'> {
  return { clicks: page.clicks, bots: page.bots, unique: page.visitors.count() };
}

/** The points of a range from its pages; whoever asks is given what they hold, a stretch at a time. */
export async function readPoints(
  db: Db,
  subject: Subject,
  range: Range,
  take: (stretch: Page) => void,
): Promise<Point[]> {
  const points = newPoints(range);
  function setPoint(at: number, counted: Omit<Point, 'start'>): void {
    const point = points[pointIndex(range, at)];
    if (point) Object.assign(point, counted);
  }
  for (const [index, { span, from, end }] of piecesOf(range).entries()) {
    // SQLite answers without a pause: redirects get their turn between the pieces.
    if (index > 0) await setImmediate();
    const stretch = new Page();
    for (const { start, page } of await readPages(db, subject, span, from, end)) {
      stretch.merge(page);
      if (range.interval === 'day') setPoint(start, countedIn(page));
    }
    if (range.interval === 'month') setPoint(from, countedIn(stretch));
    take(stretch);
  }
  if (range.interval === 'hour') {
    const hours = await readSeries(db, subject, 'hour', range.from, range.end);
    for (const { start, clicks, bots } of hours) setPoint(start, { clicks, bots });
  }
  return points;
}
