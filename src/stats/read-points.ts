import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import { Rollup } from '../rollups/rollup.ts';
import { readRollups, readSeries } from '../rollups/rollup-read.store.ts';
import type { Subject } from '../rollups/subject.ts';
import { pointIndex, type Range, splitRange } from './stats.range.ts';
import { newPoints, type Point } from './summary.ts';

function countedIn(rollup: Rollup): Omit<Point, 'start'> {
  return { clicks: rollup.clicks, bots: rollup.bots, unique: rollup.visitors.count() };
}

/** Reads the points of a range, and passes the merged rollup of each part to `take`. */
export async function readPoints(
  db: Db,
  subject: Subject,
  range: Range,
  take: (part: Rollup) => void,
): Promise<Point[]> {
  const points = newPoints(range);
  function setPoint(at: number, counted: Omit<Point, 'start'>): void {
    const point = points[pointIndex(range, at)];
    if (point) Object.assign(point, counted);
  }
  for (const [index, { span, from, end }] of splitRange(range).entries()) {
    // SQLite answers without a pause: redirects get their turn between the parts.
    if (index > 0) await setImmediate();
    const part = new Rollup();
    for (const { start, rollup } of await readRollups(db, subject, span, from, end)) {
      part.merge(rollup);
      if (range.interval === 'day') setPoint(start, countedIn(rollup));
    }
    if (range.interval === 'month') setPoint(from, countedIn(part));
    take(part);
  }
  if (range.interval === 'hour') {
    const hours = await readSeries(db, subject, 'hour', range.from, range.end);
    for (const { start, clicks, bots } of hours) setPoint(start, { clicks, bots });
  }
  return points;
}
