import type { Db } from '../db/db.ts';
import type { Dimension } from '../rollups/dimension.ts';
import { Rollup } from '../rollups/rollup.ts';
import { type OpenRollups, readOpenRollups } from '../rollups/rollup-read.store.ts';
import type { Subject } from '../rollups/subject.ts';
import { VisitorSketch } from '../rollups/visitor-sketch.ts';
import type { ClosedSum, ClosedSums } from './closed-sums.ts';
import { createPointFinder, openSlotOf, type Range, splitAtOpen } from './stats.range.ts';
import { countWithout, limitOf, newPoints, type Point, type StatsResult } from './summary.ts';

/** Which statistics to read. */
interface StatsRequest {
  subject: Subject;
  range: Range;
  by: Dimension[];
  /** The maximum number of counts of each dimension. */
  limit: number;
}

/** Joins closed and open points. The current month or local day has clicks in both. */
function joinPoints({ points, lastVisitors }: ClosedSum, open: Point[], visitors: VisitorSketch): Point[] {
  const last = points.at(-1);
  const [first, ...others] = open;
  if (!last || first?.start !== last.start) return [...points, ...open];
  const both = { ...last, clicks: last.clicks + first.clicks, bots: last.bots + first.bots };
  return [...points.slice(0, -1), { ...both, unique: lastVisitors.countWith(visitors).both }, ...others];
}

function joinRollups(rollups: OpenRollups['rollups']): Rollup {
  const joined = new Rollup();
  for (const { rollup } of rollups) joined.merge(rollup);
  return joined;
}

/** Converts open rollups to points. Usually they are in one hour, day or month; a wrong clock may have created others. */
function openPoints(range: Range, rollups: OpenRollups['rollups'], all: Rollup, unique: number) {
  const points = newPoints(range);
  const findPoint = createPointFinder(range);
  let firstVisitors = VisitorSketch.decode(null);
  for (const [index, some] of Map.groupBy(rollups, ({ start }) => findPoint(start))) {
    const point = points[index];
    if (!point) continue;
    const isAll = some.length === rollups.length;
    const rollup = isAll ? all : joinRollups(some);
    Object.assign(point, { clicks: rollup.clicks, bots: rollup.bots });
    if (point.unique !== undefined) point.unique = isAll ? unique : rollup.visitors.count();
    if (index === 0) firstVisitors = rollup.visitors;
  }
  return { points, firstVisitors };
}

/** Adds up the rollups of a range, with the version that it is valid for. The cost does not depend on the number of clicks. */
export async function readRollupStats(
  db: Db,
  closedSums: ClosedSums,
  request: StatsRequest,
  now: number,
): Promise<{ version: string; result: StatsResult }> {
  const { subject, range, by, limit } = request;
  const { span, from } = openSlotOf(range, now);
  const { closed, open } = splitAtOpen(range, from);
  // Open rollups are read first: a click that is counted while the closed ones are read changes the version of the next read.
  const { version, olderVersion, rollups } = await readOpenRollups(db, subject, span, from);
  // The key includes `from`: after a clock change, equal counts may be different clicks.
  const closedSum = await closedSums.read(subject, closed, by, `${from} ${olderVersion}`);
  const shown = rollups.filter(({ start }) => start >= open.from && start < open.end);
  const rollup = joinRollups(shown);
  const visitors = closedSum.visitors.countWith(rollup.visitors);
  const tops = Array.from(closedSum.counts, ([dimension, counts]) => {
    return [dimension, counts.topWith(rollup.list(dimension), limitOf(dimension, limit))] as const;
  });
  const clicks = closedSum.clicks + rollup.clicks;
  function countAll(dimension: Dimension): number | undefined {
    const closed = closedSum.counts.get(dimension);
    return closed && rollup.list(dimension).counts.reduce((sum, count) => sum + count, closed.total);
  }
  const current = openPoints(open, shown, rollup, visitors.other);
  const result = {
    clicks,
    bots: closedSum.bots + rollup.bots,
    unique: visitors.both,
    points: joinPoints(closedSum, current.points, current.firstVisitors),
    tops: new Map(tops),
    direct: countWithout(clicks, countAll('referrer')),
    unrouted: countWithout(clicks, countAll('route')),
  };
  return { version, result };
}
