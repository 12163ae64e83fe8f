import type { Db } from '../db/db.ts';
import type { Dimension } from '../rollups/dimension.ts';
import { Page } from '../rollups/page.ts';
import type { VisitorSketch } from '../rollups/sketch.ts';
import type { Subject } from '../rollups/subject.ts';
import type { Past, PastSums } from './past-sums.ts';
import { readPoints } from './read-pages.ts';
import { type Range, splitAtPresent } from './stats.range.ts';
import type { Point, Told } from './summary.ts';

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
  return [...points.slice(0, -1), { ...both, unique: lastVisitors.countWith(visitors) }, ...others];
}

/** What the pages of a range add up to; how many clicks they counted does not matter to the time it takes. */
export async function readRolled(db: Db, pasts: PastSums, asked: Asked, now: number): Promise<Told> {
  const { subject, range, by, limit } = asked;
  const { over, present } = splitAtPresent(range, now);
  const past = await pasts.read(subject, over, by);
  const page = new Page();
  const points = await readPoints(db, subject, present, (stretch) => page.merge(stretch));
  const tops = Array.from(past.counts, ([dimension, counts]) => {
    return [dimension, counts.topWith(page.list(dimension), limit)] as const;
  });
  return {
    clicks: past.clicks + page.clicks,
    bots: past.bots + page.bots,
    unique: past.visitors.countWith(page.visitors),
    points: joinPoints(past, points, page.visitors),
    tops: new Map(tops),
  };
}
