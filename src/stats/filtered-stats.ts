import type { Db } from '../db/db.ts';
import type { Dimension } from '../rollups/dimension.ts';
import type { KeptPart } from '../rollups/kept-clicks.store.ts';
import { KeptScan } from '../rollups/kept-clicks.ts';
import { VisitorSketch } from '../rollups/visitor-sketch.ts';
import type { Matches } from './click-filter.ts';
import { scanKeptClicks } from './scan-kept-clicks.ts';
import { pointIndex, type Range } from './stats.range.ts';
import { addCount, createSummary, type Point, type Summary } from './summary.ts';

/** A point with its sketch of visitors; points of one hour have none. */
interface OpenPoint {
  point: Point;
  visitors: VisitorSketch | undefined;
}

function addClick(summary: Summary, { point, visitors }: OpenPoint, scan: KeptScan, index: number): void {
  const bot = scan.word(index, 'bot');
  if (bot !== 0) {
    summary.bots += 1;
    point.bots += 1;
    const sums = summary.counts.get('bot');
    if (sums) addCount(sums, bot, 1);
    return;
  }
  summary.clicks += 1;
  point.clicks += 1;
  const visitor = scan.visitor(index);
  summary.visitors.add(visitor);
  visitors?.add(visitor);
  for (const [dimension, sums] of summary.counts) {
    const word = scan.word(index, dimension);
    if (word !== 0) addCount(sums, word, 1);
  }
}

function addPart(summary: Summary, points: OpenPoint[], range: Range, matches: Matches, part: KeptPart): void {
  const scan = new KeptScan(part.bytes);
  const ofDay = points[pointIndex(range, part.day)];
  for (let index = 0; index < scan.count; index += 1) {
    if (!matches(scan, index)) continue;
    // All clicks of a part are of one day, and so of one point unless that is an hour.
    const open = range.interval === 'hour' ? points[pointIndex(range, scan.at(index))] : ofDay;
    if (open) addClick(summary, open, scan, index);
  }
}

/** What the kept clicks of a link that match add up to; visits of machines count as bots only, as they do in rollups. */
export async function readFilteredStats(
  db: Db,
  linkId: number,
  range: Range,
  matches: Matches | undefined,
  by: Dimension[],
): Promise<Summary> {
  const summary = createSummary(range, by);
  if (!matches) return summary;
  const points = summary.points.map((point) => ({
    point,
    visitors: point.unique === undefined ? undefined : VisitorSketch.decode(null),
  }));
  for await (const part of scanKeptClicks(db, { linkId, ...range })) {
    addPart(summary, points, range, matches, part);
  }
  for (const { point, visitors } of points) if (visitors) point.unique = visitors.count();
  return summary;
}
