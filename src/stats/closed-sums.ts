import type { Db } from '../db/db.ts';
import type { Dimension } from '../rollups/dimension.ts';
import type { Subject } from '../rollups/subject.ts';
import type { VisitorSketch } from '../rollups/visitor-sketch.ts';
import { listCounts } from '../rollups/word-sums.ts';
import { RankedCounts } from './ranked-counts.ts';
import { readPoints } from './read-points.ts';
import type { Range } from './stats.range.ts';
import { addRollup, createSummary, type Point } from './summary.ts';
import { VersionedCache } from './versioned-cache.ts';

/** The sums of closed days or hours. */
export interface ClosedSum {
  clicks: number;
  bots: number;
  visitors: VisitorSketch;
  counts: Map<Dimension, RankedCounts>;
  points: Point[];
  /** The visitors of the last point, of which a part may still be open. */
  lastVisitors: VisitorSketch;
}

const MAX_BYTES = 16_000_000;
const BYTES_EACH = { closed: 3_000, point: 80 };

function bytesOf({ visitors, lastVisitors, counts, points }: ClosedSum): number {
  let bytes = BYTES_EACH.closed + visitors.encode().length + lastVisitors.encode().length;
  bytes += BYTES_EACH.point * points.length;
  for (const ranked of counts.values()) bytes += ranked.bytes;
  return bytes;
}

async function readClosed(db: Db, subject: Subject, range: Range, by: Dimension[]): Promise<ClosedSum> {
  const summary = createSummary(range, by);
  const { points, lastVisitors } = await readPoints(db, subject, range, (group) => addRollup(summary, group));
  const { clicks, bots, visitors, counts } = summary;
  const ranked = Array.from(counts, ([dimension, sums]) => {
    return [dimension, new RankedCounts(listCounts([...sums.values()]))] as const;
  });
  return { clicks, bots, visitors, counts: new Map(ranked), points, lastVisitors };
}

/**
 * Adds up closed days and hours once and caches the sums: a busy month has hundreds of thousands of counts. A late click on any
 * node changes the version, which invalidates the cached sum.
 */
export class ClosedSums {
  readonly #db: Db;
  readonly #cache: VersionedCache<ClosedSum>;

  constructor(db: Db, maxBytes = MAX_BYTES) {
    this.#db = db;
    this.#cache = new VersionedCache(maxBytes, bytesOf);
  }

  /** The approximate memory of the sums. */
  get bytes(): number {
    return this.#cache.bytes;
  }

  /** The sums of a closed range. The caller reads the version first; it must cover all closed clicks. */
  async read(subject: Subject, range: Range, by: Dimension[], version: string): Promise<ClosedSum> {
    if (range.from >= range.end) return readClosed(this.#db, subject, { ...range, end: range.from }, by);
    const { interval, from, end, zone } = range;
    const key = `${subject.noun} ${subject.id} ${from} ${end} ${interval} ${zone.name} ${by}`;
    const known = this.#cache.get(key, version);
    if (known) return known;
    const closed = await readClosed(this.#db, subject, range, by);
    this.#cache.set(key, version, closed);
    return closed;
  }
}
