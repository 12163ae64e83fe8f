import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import { UTC_ZONE } from '../lib/time-zone.ts';
import { Rollup } from '../rollups/rollup.ts';
import { readRollups, readSeries, readVisitors } from '../rollups/rollup-read.store.ts';
import { DAY_MS, type Subject } from '../rollups/subject.ts';
import { VisitorSketch } from '../rollups/visitor-sketch.ts';
import { createPointFinder, type Range, splitRange } from './stats.range.ts';
import { newPoints, type Point } from './summary.ts';

// The hours of a busy link have large sketches.
const HOURS_AT_ONCE_MS = 4 * DAY_MS;

/** The points of a range, and the visitors of the last one. */
export interface PointsWithLast {
  points: Point[];
  lastVisitors: VisitorSketch;
}

/** Collects counts by point. */
class PointSums {
  readonly #points: Point[];
  readonly #find: (at: number) => number;
  readonly #sketches = new Map<number, VisitorSketch>();

  constructor(range: Range) {
    this.#points = newPoints(range);
    this.#find = createPointFinder(range);
  }

  add(at: number, { clicks, bots, visitors }: { clicks: number; bots: number; visitors?: VisitorSketch }): void {
    const index = this.#find(at);
    const point = this.#points[index];
    if (!point) return;
    point.clicks += clicks;
    point.bots += bots;
    if (!visitors) return;
    const sketch = this.#sketches.get(index);
    if (sketch) sketch.merge(visitors);
    else this.#sketches.set(index, visitors);
  }

  finish(): PointsWithLast {
    for (const [index, sketch] of this.#sketches) {
      const point = this.#points[index];
      if (point) point.unique = sketch.count();
    }
    return {
      points: this.#points,
      lastVisitors: this.#sketches.get(this.#points.length - 1) ?? VisitorSketch.decode(null),
    };
  }
}

/** Reads the hours of local days, which are not the days of daily rollups. */
async function addLocalDays(db: Db, subject: Subject, range: Range, sums: PointSums): Promise<void> {
  const first = Math.max(range.from, range.hoursFrom);
  for (let from = first; from < range.end; from += HOURS_AT_ONCE_MS) {
    if (from > first) await setImmediate();
    const hours = await readVisitors(db, subject, 'hour', from, Math.min(from + HOURS_AT_ONCE_MS, range.end));
    for (const { start, ...counted } of hours) sums.add(start, counted);
  }
}

/** Reads the points of a range, and passes the merged rollup of each group of parts to `take`. */
export async function readPoints(
  db: Db,
  subject: Subject,
  range: Range,
  take: (group: Rollup) => void,
): Promise<PointsWithLast> {
  const sums = new PointSums(range);
  const { interval, zone } = range;
  const areDaysLocal = interval === 'day' && zone !== UTC_ZONE;
  for (const [index, parts] of splitRange(range).entries()) {
    // SQLite responds synchronously, so the thread handles redirects between the parts.
    if (index > 0) await setImmediate();
    const group = new Rollup();
    for (const { span, from, end } of parts) {
      for (const { start, rollup } of await readRollups(db, subject, span, from, end)) {
        group.merge(rollup);
        const isPoint = interval === 'day' && (!areDaysLocal || (span === 'day' && start < range.hoursFrom));
        if (isPoint) sums.add(start, { ...rollup, visitors: rollup.visitors });
      }
    }
    const [first] = parts;
    if (interval === 'month' && first) sums.add(first.from, { ...group, visitors: group.visitors });
    take(group);
  }
  if (areDaysLocal) await addLocalDays(db, subject, range, sums);
  if (interval === 'hour') {
    const hours = await readSeries(db, subject, 'hour', range.from, range.end);
    for (const { start, clicks, bots } of hours) sums.add(start, { clicks, bots });
  }
  return sums.finish();
}
