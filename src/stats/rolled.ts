import type { Db } from '../db/db.ts';
import type { Dimension } from '../rollups/dimension.ts';
import { Page } from '../rollups/page.ts';
import { type Present, readPresent } from '../rollups/rollup.reading.ts';
import { VisitorSketch } from '../rollups/sketch.ts';
import type { Subject } from '../rollups/subject.ts';
import type { Past, PastSums } from './past-sums.ts';
import { pointIndex, presentOf, type Range, splitAtPresent } from './stats.range.ts';
import { newPoints, type Point, type Told } from './summary.ts';

/** What is read of a subject. */
interface Asked {
  subject: Subject;
  range: Range;
  by: Dimension[];
  /** How many counts of each dimension. */
  limit: number;
}

/** The points of both; the month that goes on has a part in each. */
function joinPoints({ points, lastVisitors }: Past, present: Point[], visitors: VisitorSketch): Point[] {
  const last = points.at(-1);
  const [first, ...others] = present;
  if (!last || first?.start !== last.start) return [...points, ...present];
  const both = { ...last, clicks: last.clicks + first.clicks, bots: last.bots + first.bots };
  return [...points.slice(0, -1), { ...both, unique: lastVisitors.countWith(visitors).both }, ...others];
}

function joinPages(pages: Present['pages']): Page {
  const joined = new Page();
  for (const { page } of pages) joined.merge(page);
  return joined;
}

/** What goes on, by points: it is in one hour, day or month but for a clock that was wrong. */
function presentPoints(range: Range, pages: Present['pages'], all: Page, unique: number) {
  const points = newPoints(range);
  let firstVisitors = VisitorSketch.decode(null);
  for (const [index, some] of Map.groupBy(pages, ({ start }) => pointIndex(range, start))) {
    const point = points[index];
    if (!point) continue;
    const isAll = some.length === pages.length;
    const page = isAll ? all : joinPages(some);
    Object.assign(point, { clicks: page.clicks, bots: page.bots });
    if (point.unique !== undefined) point.unique = isAll ? unique : page.visitors.count();
    if (index === 0) firstVisitors = page.visitors;
  }
  return { points, firstVisitors };
}

/** What the pages of a range add up to, which holds while the mark does; how many clicks they counted does not matter to the time it takes. */
export async function readRolled(
  db: Db,
  pasts: PastSums,
  asked: Asked,
  now: number,
): Promise<{ mark: string; told: Told }> {
  const { subject, range, by, limit } = asked;
  const { span, from } = presentOf(range, now);
  const { over, present } = splitAtPresent(range, from);
  // The present comes first: what is counted while the past is read is seen by the mark the next time.
  const { mark, olderMark, pages } = await readPresent(db, subject, span, from);
  // What is older is older than something: after a clock was set back, as many may be others.
  const past = await pasts.read(subject, over, by, `${from} ${olderMark}`);
  const shown = pages.filter(({ start }) => start >= present.from && start < present.end);
  const page = joinPages(shown);
  const visitors = past.visitors.countWith(page.visitors);
  const tops = Array.from(past.counts, ([dimension, counts]) => {
    return [dimension, counts.topWith(page.list(dimension), limit)] as const;
  });
  const going = presentPoints(present, shown, page, visitors.other);
  const told = {
    clicks: past.clicks + page.clicks,
    bots: past.bots + page.bots,
    unique: visitors.both,
    points: joinPoints(past, going.points, going.firstVisitors),
    tops: new Map(tops),
  };
  return { mark, told };
}
